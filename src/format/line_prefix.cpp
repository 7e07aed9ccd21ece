#include "format/line_prefix.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

constexpr std::array kMonths = std::to_array<std::string_view>(
    {"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "});

bool is_level(std::string_view word) {
  constexpr std::array kLevels =
      std::to_array<std::string_view>({"info", "warn", "warning", "error", "err", "debug", "trace", "note",
                                       "fatal", "notice", "critical", "pass", "fail", "skip", "ok"});
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kLevels.begin(), kLevels.end(), lower) != kLevels.end();
}

bool is_name(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("@/_.-#:+").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

bool take_digits(Cursor& cursor, std::size_t count) {
  const std::string_view digits = cursor.rest().substr(0, count);
  return digits.size() == count && std::all_of(digits.begin(), digits.end(), is_digit) && cursor.take(digits);
}

bool take_time_of_day(Cursor& cursor) {
  if (!take_digits(cursor, 2) || !cursor.take(":") || !take_digits(cursor, 2) || !cursor.take(":") ||
      !take_digits(cursor, 2)) {
    return false;
  }
  if (cursor.take(".")) return cursor.number().has_value();
  return true;
}

std::optional<PrefixedLine> take_time(std::string_view line) {
  Cursor cursor(line);
  if (is_digit(line.front())) {
    Cursor date = cursor;
    if (take_digits(date, 4) && date.take("-") && take_digits(date, 2) && date.take("-") &&
        take_digits(date, 2) && (date.take("T") || date.take(" "))) {
      cursor = date;
    }
    if (!take_time_of_day(cursor)) return std::nullopt;
    cursor.take("Z");
  } else {
    const auto month = [&cursor](std::string_view name) { return cursor.take(name); };
    if (std::none_of(kMonths.begin(), kMonths.end(), month)) return std::nullopt;
    cursor.blanks();
    if (!cursor.number() || !cursor.take(" ") || !take_time_of_day(cursor)) return std::nullopt;
  }
  if (!cursor.take(" ")) return std::nullopt;
  return PrefixedLine{PrefixedLine::Kind::time, {}, cursor.rest()};
}

// docker build: "#12 3.456 x"
std::optional<PrefixedLine> take_build_step(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.take("#") || !cursor.number()) return std::nullopt;
  const std::string_view step = line.substr(0, line.size() - cursor.rest().size());
  if (!cursor.take(" ") || !cursor.number() || !cursor.take(".") || !cursor.number() || !cursor.take(" "))
    return std::nullopt;
  return PrefixedLine{PrefixedLine::Kind::brackets, step, cursor.rest()};
}

std::optional<PrefixedLine> take_brackets(std::string_view line) {
  const std::size_t close = line.substr(0, kLongestPrefix).find(']');
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view inside = line.substr(1, close - 1);
  const std::string_view name = inside.substr(0, inside.find_last_not_of(' ') + 1);
  Cursor cursor(line.substr(close + 1));
  cursor.take(":");
  if (!cursor.take(" ")) return std::nullopt;
  const bool may_be_time = !name.empty() && name.size() == inside.size();
  if (may_be_time && take_time(std::string(name) + " "))
    return PrefixedLine{PrefixedLine::Kind::time, {}, cursor.rest()};
  if (!is_name(name) || is_level(name)) return std::nullopt;
  return PrefixedLine{PrefixedLine::Kind::brackets, line.substr(0, close + 1), cursor.rest()};
}

// "app: x", "packages/a test: x", "web-1  | x"
std::optional<PrefixedLine> take_name(std::string_view line) {
  std::size_t begin = 0;
  for (int words = 0; words < 2; ++words) {
    const std::size_t blank = line.substr(0, kLongestPrefix).find(' ', begin);
    if (blank == std::string_view::npos || blank == begin) return std::nullopt;
    const std::string_view word = line.substr(begin, blank - begin);
    if (word.ends_with(':')) {
      if (!is_name(line.substr(0, line.find(' ')))) return std::nullopt;
      const std::string_view prefix = line.substr(0, blank - 1);
      if (!is_name(word.substr(0, word.size() - 1)) || is_level(prefix)) return std::nullopt;
      // ctest -V: "12: x". It judges each test by itself, also one that is to fail.
      if (std::all_of(prefix.begin(), prefix.end(), is_digit)) return std::nullopt;
      return PrefixedLine{PrefixedLine::Kind::colon, prefix, line.substr(blank + 1)};
    }
    begin = std::min(line.find_first_not_of(' ', blank), line.size());
    Cursor cursor(line.substr(begin));
    if (cursor.take("| ")) {
      if (!is_name(word)) return std::nullopt;
      return PrefixedLine{PrefixedLine::Kind::bar, line.substr(0, blank), cursor.rest()};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<PrefixedLine> take_prefix(std::string_view line) {
  if (line.empty() || line.front() == ' ' || line.front() == '|') return std::nullopt;
  if (line.front() == '[') return take_brackets(line);
  if (line.front() == '#') return take_build_step(line);
  const auto letter = static_cast<unsigned char>(line.front());
  if (is_digit(line.front()) || std::isupper(letter) != 0) {
    if (const auto timed = take_time(line)) return timed;
  }
  return take_name(line);
}

}  // namespace proctor::format
