#include "format/output_marks.hpp"

#include <algorithm>
#include <charconv>

namespace proctor::format {
namespace {

constexpr char kBound = '\x1e';
constexpr std::size_t kMostDigits = 18;

enum class MarkKind { none, begun, mark };

struct Mark {
  MarkKind kind = MarkKind::none;
  std::size_t length = 0;  // of the mark
  std::uint64_t number = 0;
};

// Whether text, which begins with kBound, begins with a mark.
Mark look(std::string_view text, std::string_view opening) {
  const std::size_t known = std::min(text.size(), opening.size());
  if (text.substr(0, known) != opening.substr(0, known)) return {};
  if (text.size() <= opening.size()) return {MarkKind::begun};
  const std::string_view rest = text.substr(opening.size());
  std::size_t digits = 0;
  while (digits < rest.size() && digits <= kMostDigits && rest[digits] >= '0' && rest[digits] <= '9')
    ++digits;
  if (digits > kMostDigits) return {};
  if (digits == rest.size()) return {MarkKind::begun};
  if (digits == 0 || rest[digits] != kBound) return {};
  Mark found{MarkKind::mark, opening.size() + digits + 1};
  std::from_chars(rest.data(), rest.data() + digits, found.number);
  return found;
}

}  // namespace

void OutputMarks::feed(Stream stream, std::string_view bytes) {
  Current& current = streams_.at(stream == Stream::out ? 0 : 1);
  std::string joined;
  if (!current.begun.empty()) {
    joined = std::move(current.begun);
    joined += bytes;
    current.begun.clear();
    bytes = joined;
  }
  while (!bytes.empty()) {
    const std::size_t at = bytes.find(kBound);
    printed(stream, bytes.substr(0, at));
    if (at == std::string_view::npos) return;
    bytes.remove_prefix(at);
    const Mark found = look(bytes, opening_);
    if (found.kind == MarkKind::begun) {
      current.begun = bytes;
      return;
    }
    if (found.kind == MarkKind::mark) {
      if (found.number != current.number) current.beyond.clear();
      current.number = found.number;
      bytes.remove_prefix(found.length);
    } else {
      printed(stream, bytes.substr(0, 1));
      bytes.remove_prefix(1);
    }
  }
}

void OutputMarks::finish() {
  for (const Stream stream : {Stream::out, Stream::err}) {
    Current& current = streams_.at(stream == Stream::out ? 0 : 1);
    printed(stream, current.begun);
    current.begun.clear();
  }
}

void OutputMarks::printed(Stream stream, std::string_view bytes) {
  if (bytes.empty()) return;
  Current& current = streams_.at(stream == Stream::out ? 0 : 1);
  Text& text = texts_[current.number];
  append(text.both, bytes);
  bytes.remove_prefix(append(stream == Stream::out ? text.out : text.err, bytes));
  current.beyond += bytes.substr(bytes.size() - std::min(bytes.size(), keep_));
  if (current.beyond.size() > 2 * keep_) current.beyond.erase(0, current.beyond.size() - keep_);
}

std::string_view OutputMarks::beyond(Stream stream, std::uint64_t number) const {
  const Current& current = streams_.at(stream == Stream::out ? 0 : 1);
  if (current.number != number) return {};
  const std::string_view all = current.beyond;
  return all.substr(all.size() - std::min(all.size(), keep_));
}

// Returns how many of the bytes are kept.
std::size_t OutputMarks::append(std::string& to, std::string_view bytes) {
  const std::size_t count = std::min({bytes.size(), keep_ - std::min(keep_, to.size()), room_});
  to += bytes.substr(0, count);
  room_ -= count;
  return count;
}

const OutputMarks::Text& OutputMarks::text(std::uint64_t number) const {
  static const Text kNothing;
  const auto found = texts_.find(number);
  return found == texts_.end() ? kNothing : found->second;
}

}  // namespace proctor::format
