// Text in a box of the page: lines of a diff in colour, and in pairs of lines what is different in them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/diff.hpp"
#include "output/html.hpp"
#include "writers/html.hpp"

namespace proctor::writers {
namespace {

using Side = output::Diff::Side;

constexpr std::size_t kMostDiffLines = 2'000;  // of one text

struct HtmlLine {
  std::string_view text;
  Side side = Side::none;
  std::size_t value = 0;  ///< where what is compared begins in it
};

// "Expected: 3", "  got: 4": a word, and a colon or an equals sign behind it.
Side side_of_word(std::string_view line, std::size_t& value) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t colon = line.find_first_of(":=", begin);
  if (colon == std::string_view::npos || colon - begin > 16) return Side::none;
  std::string label;
  for (const char c : trim(line.substr(begin, colon - begin)))
    label += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::array<std::string_view, 4> kGood{"expected", "want", "wanted", "expected value"};
  constexpr std::array<std::string_view, 5> kBad{"actual", "received", "got", "actual value", "but was"};
  value = colon + 1;
  if (std::ranges::find(kGood, label) != kGood.end()) return Side::good;
  return std::ranges::find(kBad, label) != kBad.end() ? Side::bad : Side::none;
}

std::vector<HtmlLine> lines_with_sides(const std::string& text) {
  std::vector<HtmlLine> lines;
  for (const std::string_view line : split_lines(text)) lines.push_back({line});
  if (lines.size() > kMostDiffLines) return lines;
  std::vector<std::string> all;
  all.reserve(lines.size());
  for (const HtmlLine& line : lines) all.emplace_back(line.text);
  const output::Diff diff(all);
  bool good = false;
  bool bad = false;
  for (HtmlLine& line : lines) {
    line.side = diff.of(line.text);
    if (line.side != Side::none)
      line.value = line.text.find_first_of("+-") + 1;
    else
      line.side = side_of_word(line.text, line.value);
    good = good || line.side == Side::good;
    bad = bad || line.side == Side::bad;
  }
  if (good && bad) return lines;
  // Nothing is compared with anything.
  for (HtmlLine& line : lines) line.side = Side::none;
  return lines;
}

// The line, and in it what the other one has not.
std::string marked_line(const HtmlLine& line, const HtmlLine* other) {
  const char* kind = line.side == Side::good ? "good" : "bad";
  std::string inner;
  if (other == nullptr) {
    inner = output::html_escaped(line.text);
  } else {
    const std::string_view mine = line.text.substr(line.value);
    const std::string_view theirs = other->text.substr(other->value);
    const std::size_t most = std::min(mine.size(), theirs.size());
    std::size_t same = 0;
    while (same < most && mine[same] == theirs[same]) ++same;
    same = utf8_prefix(mine, same);
    std::size_t tail = 0;
    while (tail < most - same && mine[mine.size() - 1 - tail] == theirs[theirs.size() - 1 - tail]) ++tail;
    tail = utf8_suffix(mine, tail);
    const std::size_t middle = mine.size() - same - tail;
    inner = output::html_escaped(line.text.substr(0, line.value + same));
    if (middle > 0) inner += "<mark>" + output::html_escaped(mine.substr(same, middle)) + "</mark>";
    inner += output::html_escaped(mine.substr(mine.size() - tail));
  }
  return fmt::format("<span class=\"{}\">{}</span>", kind, inner);
}

std::size_t length_of_side(const std::vector<HtmlLine>& lines, std::size_t at, Side side) {
  std::size_t end = at;
  while (end < lines.size() && lines[end].side == side) ++end;
  return end - at;
}

}  // namespace

std::string html_block(std::string_view kind, const std::string& text, std::size_t most) {
  if (output::lines_of(text).empty()) return {};
  const std::string shown = shortened(text, most);
  const std::vector<HtmlLine> lines = lines_with_sides(shown);
  // The line feed behind <pre> isn't shown; one of the text's own would be lost instead.
  std::string out = fmt::format("<pre class=\"{}\">\n", kind);
  for (std::size_t i = 0; i < lines.size();) {
    const Side side = lines[i].side;
    if (side == Side::none) {
      out += output::html_escaped(lines[i++].text) + '\n';
      continue;
    }
    // As many lines of one side as of the other behind it: each is compared with its like.
    const std::size_t first = length_of_side(lines, i, side);
    const std::size_t second = length_of_side(lines, i + first, side == Side::good ? Side::bad : Side::good);
    const bool pairs = first == second;
    const std::size_t end = i + first + (pairs ? second : 0);
    for (std::size_t j = i; j < end; ++j) {
      const std::size_t other = j < i + first ? j + first : j - first;
      out += marked_line(lines[j], pairs ? &lines[other] : nullptr) + '\n';
    }
    i = end;
  }
  return out + "</pre>\n";
}

}  // namespace proctor::writers
