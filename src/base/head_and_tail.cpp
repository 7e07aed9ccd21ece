#include "base/head_and_tail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace proctor {
namespace {

struct LeftOut {
  std::uint64_t bytes = 0;
  std::uint64_t lines = 0;
};

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

bool take_count(std::string_view& text, std::uint64_t& count, std::string_view noun) {
  const auto end = std::from_chars(text.data(), text.data() + text.size(), count);
  if (end.ec != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  if (!take(text, noun)) return false;
  take(text, "s");
  return true;
}

// What the mark at the beginning of the text stands for; nothing is taken off where there is none.
LeftOut take_mark(std::string_view& text) {
  std::string_view rest = text;
  LeftOut known;
  take(rest, "\n");
  const bool is_mark = take(rest, "[… ") && take_count(rest, known.bytes, " byte") && take(rest, ", ") &&
                       take_count(rest, known.lines, " line") && take(rest, " left out …]\n");
  if (!is_mark) return {};
  text = rest;
  return known;
}

std::string mark_of(const LeftOut& left_out) {
  return fmt::format("[… {} byte{}, {} line{} left out …]\n", left_out.bytes, left_out.bytes == 1 ? "" : "s",
                     left_out.lines, left_out.lines == 1 ? "" : "s");
}

// Where the head of a text ends: at the mark of an earlier cut, else behind a line if there is an end of one.
std::size_t end_of_head(std::string_view text, std::size_t limit) {
  const std::size_t most = utf8_prefix(text, limit / 2);
  for (std::size_t at = text.find("[… "); at <= most; at = text.find("[… ", at + 1)) {
    std::string_view rest = text.substr(at);
    if (take_mark(rest).bytes > 0) return at;
  }
  const std::size_t line = most == 0 ? std::string_view::npos : text.rfind('\n', most - 1);
  return line == std::string_view::npos || line < most / 2 ? most : line + 1;
}

std::size_t begin_of_tail(std::string_view text, std::size_t limit) {
  std::size_t at = text.size() - limit / 2;
  const std::size_t line = text.find('\n', at);
  if (line != std::string_view::npos && line - at < limit / 4 && line + 1 < text.size()) return line + 1;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  return at;
}

}  // namespace

void cut_middle(std::string& text, std::size_t limit) {
  if (text.size() <= limit) return;
  const std::size_t head = end_of_head(text, limit);
  const std::size_t tail = std::max(head, begin_of_tail(text, limit));
  std::string_view middle(text.data() + head, tail - head);
  LeftOut left_out = take_mark(middle);
  left_out.bytes += middle.size();
  left_out.lines += static_cast<std::uint64_t>(std::count(middle.begin(), middle.end(), '\n'));
  const bool at_line = head == 0 || text[head - 1] == '\n';
  text.replace(head, tail - head, (at_line ? "" : "\n") + mark_of(left_out));
}

void append_cut(std::string& text, std::string_view more, std::size_t limit) {
  constexpr std::size_t kPiece = 1U << 20U;
  for (; !more.empty(); more.remove_prefix(std::min(more.size(), kPiece))) {
    text += more.substr(0, kPiece);
    if (text.size() > 2 * limit) cut_middle(text, limit);
  }
}

std::uint64_t lines_left_out(std::string_view line) {
  if (!line.starts_with("[… ")) return 0;
  const std::string whole = std::string(line) + '\n';
  std::string_view rest = whole;
  return take_mark(rest).lines;
}

}  // namespace proctor
