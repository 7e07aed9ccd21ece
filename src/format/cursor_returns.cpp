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

// False only if find_move() finds nothing. Colours are many and moves are few: so all of the text is looked
// at without a branch, which becomes vector instructions.
bool may_have_move(std::string_view text) {
  const std::size_t escape = text.find('\x1b');
  if (escape == std::string_view::npos) return false;
  text.remove_prefix(escape);
  if (text.size() < 4) return true;
  if (text.substr(text.size() - 3).find('\x1b') != std::string_view::npos) return true;
  const char* const at = text.data();
  unsigned char found = 0;
  for (std::size_t i = 0; i + 3 < text.size(); ++i) {
    const auto is = [at](std::size_t where, char c) { return static_cast<unsigned char>(at[where] == c); };
    found |= static_cast<unsigned char>(is(i, '\x1b') & is(i + 1, '[') & (is(i + 2, 'G') | is(i + 3, 'G')));
  }
  return found != 0;
}

}  // namespace

std::string_view CursorReturns::feed(std::string_view bytes) {
  if (!held_.empty()) {
    joined_ = std::exchange(held_, {});
    joined_ += bytes;
    bytes = joined_;
  }
  if (!may_have_move(bytes)) return bytes;
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
