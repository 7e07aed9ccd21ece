#include "output/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "output/columns.hpp"

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
  const std::size_t shown = std::min(lines.size(), limit);
  for (std::size_t i = 0; i < shown; ++i) {
    wrapped(indent, verbose() ? lines[i] : cut(lines[i], kLongestPageLine), color, hang);
  }
  if (shown < lines.size()) {
    wrapped(indent, more(lines.size() - shown, "line"), Color::dim);
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
