#include "format/cursor_returns.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace proctor::format {
namespace {

constexpr std::array<std::string_view, 3> kMoves{"\x1b[G", "\x1b[1G", "\x1b[0G"};

// Where the next move begins, or what may be one when more bytes come; npos if nowhere.
std::size_t find_move(std::string_view text) {
  for (std::size_t at = text.find('\x1b'); at != std::string_view::npos; at = text.find('\x1b', at + 1)) {
    const std::string_view rest = text.substr(at, 4);
    const auto begins = [rest](std::string_view move) {
      return rest.starts_with(move) || move.starts_with(rest);
    };
    if (std::any_of(kMoves.begin(), kMoves.end(), begins)) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string_view CursorReturns::feed(std::string_view bytes) {
  if (!held_.empty()) {
    joined_ = std::exchange(held_, {});
    joined_ += bytes;
    bytes = joined_;
  }
  std::size_t move = find_move(bytes);
  if (move == std::string_view::npos) return bytes;
  out_.clear();
  for (; move != std::string_view::npos; move = find_move(bytes)) {
    out_ += bytes.substr(0, move);
    bytes.remove_prefix(move);
    const std::size_t end = bytes.substr(0, 4).find('G');
    if (end == std::string_view::npos) {
      held_ = bytes;
      return out_;
    }
    out_ += '\r';
    bytes.remove_prefix(end + 1);
  }
  out_ += bytes;
  return out_;
}

}  // namespace proctor::format
