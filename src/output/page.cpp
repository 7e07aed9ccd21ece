#include "output/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "output/columns.hpp"
#include "output/diff.hpp"

namespace proctor::output {
namespace {

// Below this, wrapping makes text worse than the terminal does by itself.
constexpr std::size_t kNarrowest = 20;

// More of one line helps nobody; the log has the rest.
constexpr std::size_t kLongestPageLine = 2000;

std::string_view escape(Color color) {
  switch (color) {
    case Color::plain:
      return {};
    case Color::red:
      return "\x1b[31m";
    case Color::green:
      return "\x1b[32m";
    case Color::yellow:
      return "\x1b[33m";
    case Color::dim:
      return "\x1b[2m";
    case Color::bold:
      return "\x1b[1m";
  }
  return {};
}

bool marks_only(std::string_view line) {
  return line.find('^') != std::string_view::npos &&
         line.find_first_not_of(" 0123456789|^-~") == std::string_view::npos;
}

// "  12 | code", "> 12 | code", "     |   ^".
bool has_gutter(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" >0123456789");
  return begin != std::string_view::npos && line[begin] == '|';
}

// How many lines from `at` on are source code, with a mark among them; 0: it's other text.
std::size_t length_of_source(std::span<const std::string> lines) {
  const auto end = std::ranges::find_if_not(lines, has_gutter);
  const bool marked = std::any_of(lines.begin(), end, marks_only);
  return marked ? static_cast<std::size_t>(end - lines.begin()) : 0;
}

}  // namespace

std::string Page::paint(Color color, std::string_view text) const {
  if (!style_.color || color == Color::plain || text.empty()) return std::string(text);
  return fmt::format("{}{}\x1b[0m", escape(color), text);
}

std::size_t Page::room(std::size_t indent) const {
  if (style_.width == 0) return std::numeric_limits<std::size_t>::max();
  return std::max(style_.width, indent + kNarrowest) - indent;
}

void Page::wrapped(std::size_t indent, std::string_view text, Color color, std::size_t hang) {
  std::size_t blanks = indent;
  for (const std::string& part : wrap(text, room(indent + hang))) {
    line(part.empty() ? std::string() : std::string(blanks, ' ') + paint(color, part));
    blanks = indent + hang;
  }
}

void Page::block(std::size_t indent, const std::vector<std::string>& lines, std::size_t limit, Color color,
                 std::size_t hang) {
  // What stands at the end says as much as what stands at the beginning.
  const std::size_t behind = lines.size() > limit ? limit / 3 : 0;
  const std::size_t before = std::min(lines.size(), limit) - behind;
  const std::span all(lines);
  const Diff diff(all);
  const auto color_of = [&diff, color](std::string_view line) {
    const Diff::Side side = diff.of(line);
    return side == Diff::Side::none ? color : side == Diff::Side::good ? Color::green : Color::red;
  };
  const auto write = [&](std::span<const std::string> part) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (const std::size_t code = length_of_source(part.subspan(i)); code > 0) {
        source(indent, part.subspan(i, code));
        i += code - 1;
        continue;
      }
      wrapped(indent, verbose() ? part[i] : cut(part[i], kLongestPageLine), color_of(part[i]), hang);
    }
  };
  write(all.first(before));
  if (before + behind < lines.size())
    wrapped(indent, more(lines.size() - before - behind, "line"), Color::dim);
  write(all.last(behind));
}

void Page::source(std::size_t indent, std::span<const std::string> lines) {
  constexpr std::size_t kBehindMark = 12;
  const std::size_t wide = room(indent);
  std::size_t moved = 0;
  for (const std::string& text : lines) {
    const std::size_t wanted = text.find('^') + kBehindMark;
    if (marks_only(text) && wanted > wide) moved = std::max(moved, wanted - wide);
  }
  for (const std::string& text : lines) {
    const std::size_t gutter = text.find('|') + 1;
    const std::string_view code = std::string_view(text).substr(gutter);
    const std::string_view lead = moved == 0 ? "" : marks_only(text) ? "  " : " …";
    const std::string shown = fmt::format("{}{}", lead, moved == 0 ? code : skip(code, moved + 2));
    line(std::string(indent, ' ') + paint(Color::dim, text.substr(0, gutter)) +
         cut(shown, wide > gutter ? wide - gutter : 1));
  }
}

void Page::fact(std::string_view label, std::string_view text) {
  constexpr std::size_t kLabel = 6;
  std::string before = "  " + paint(Color::dim, pad_right(label, kLabel)) + "  ";
  for (const std::string& part : wrap(text, room(kLabel + 4))) {
    line(before + part);
    before.assign(kLabel + 4, ' ');
  }
}

std::string plural(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : noun.ends_with('s') ? "es" : "s");
}

std::string more(std::size_t number, std::string_view noun) {
  return fmt::format("… {} more {}{}", number, noun, number == 1 ? "" : noun.ends_with('s') ? "es" : "s");
}

std::string short_duration(double milliseconds) {
  if (!std::isfinite(milliseconds) || milliseconds < 0 || milliseconds > 1e15) return "?";
  if (milliseconds < 0.1) return "<0.1 ms";
  if (milliseconds < 9.95) return fmt::format("{:.1f} ms", milliseconds);
  return format_duration(std::chrono::milliseconds(std::llround(milliseconds)));
}

}  // namespace proctor::output
