#include "output/columns.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace proctor::output {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// The blocks that matter, coarsely. wcwidth() would depend on the locale, which a program that writes machine
// formats as well had better leave alone.
constexpr std::array kNoWidth{Range{0x0300, 0x036F}, Range{0x0483, 0x0489},  Range{0x0591, 0x05BD},
                              Range{0x0610, 0x061A}, Range{0x064B, 0x065F},  Range{0x1AB0, 0x1AFF},
                              Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200D},  Range{0x2060, 0x2064},
                              Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},  Range{0xFE20, 0xFE2F},
                              Range{0xFEFF, 0xFEFF}, Range{0xE0000, 0xE0FFF}};
constexpr std::array kTwoWide{Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x2E80, 0x303E},
                              Range{0x3041, 0xA4CF},   Range{0xA960, 0xA97C},   Range{0xAC00, 0xD7A3},
                              Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
                              Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF},
                              Range{0x1F900, 0x1FAFF}, Range{0x20000, 0x3FFFD}};

template <std::size_t Size>
bool in(const std::array<Range, Size>& ranges, char32_t character) {
  return std::any_of(ranges.begin(), ranges.end(), [character](Range range) {
    return character >= range.first && character <= range.last;
  });
}

struct Glyph {
  std::size_t bytes;
  std::size_t width;
};

// The character at the start of a text that isn't empty. The text is valid UTF-8; if it isn't after all, each
// byte counts as a character, and nothing is read beyond the end.
Glyph next(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {1, 1};
  const std::size_t bytes = first >= 0xF0 ? 4U : first >= 0xE0 ? 3U : 2U;
  if (bytes > text.size()) return {1, 1};
  char32_t character = first & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) character = (character << 6U) | (byte(i) & 0x3FU);
  if (in(kNoWidth, character)) return {bytes, 0};
  return {bytes, in(kTwoWide, character) ? 2U : 1U};
}

// The length in bytes of the longest beginning that is at most `width` columns wide.
std::size_t fitting(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Glyph glyph = next(text.substr(bytes));
    if (glyph.width > width) break;
    width -= glyph.width;
    bytes += glyph.bytes;
  }
  return bytes;
}

void replace_tabs(std::string& text, std::string_view by) {
  for (std::size_t at = text.find('\t'); at != std::string::npos; at = text.find('\t', at + by.size())) {
    text.replace(at, 1, by);
  }
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Glyph glyph = next(text);
    width += glyph.width;
    text.remove_prefix(glyph.bytes);
  }
  return width;
}

std::string cut(std::string_view text, std::size_t width) {
  if (fitting(text, width) == text.size()) return std::string(text);
  if (width == 0) return {};
  return std::string(text.substr(0, fitting(text, width - 1))) + "…";
}

std::string_view skip(std::string_view text, std::size_t width) {
  return text.substr(fitting(text, width));
}

std::string pad_right(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(text) + std::string(width > taken ? width - taken : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t taken = columns(text);
  return std::string(width > taken ? width - taken : 0, ' ') + std::string(text);
}

std::vector<std::string> wrap(std::string_view line, std::size_t width) {
  if (width == 0 || columns(line) <= width) return {std::string(line)};
  // An indentation that leaves no room for the text isn't worth keeping.
  std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  line.remove_prefix(blanks);
  if (blanks > width / 2) blanks = 0;
  const std::string indent(blanks, ' ');
  const std::size_t room = std::max<std::size_t>(width - blanks, 2);  // two: the widest character

  std::vector<std::string> lines;
  while (!line.empty()) {
    std::size_t end = fitting(line, room);
    std::size_t resume = end;
    if (end < line.size()) {
      if (const std::size_t blank = line.rfind(' ', end); blank != std::string_view::npos && blank > 0) {
        end = blank;
        resume = blank + 1;
      }
    }
    lines.push_back(indent + std::string(line.substr(0, end)));
    line.remove_prefix(resume);
  }
  return lines;
}

std::string one_line(std::string_view text) {
  std::string line = for_terminal(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\t', ' ');
  return std::string(trim(line));
}

std::vector<std::string> lines_of(std::string_view text) {
  const std::string harmless = for_terminal(text);
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(harmless)) {
    std::string& kept = lines.emplace_back(line);
    replace_tabs(kept, "    ");
    kept.erase(kept.find_last_not_of(' ') + 1);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  const auto begin =
      std::find_if(lines.begin(), lines.end(), [](const std::string& line) { return !line.empty(); });
  lines.erase(lines.begin(), begin);
  return lines;
}

}  // namespace proctor::output
