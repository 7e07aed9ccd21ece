#include <charconv>
#include <cmath>

#include "format/forge_json.hpp"

namespace proctor::format {
namespace {

struct Unit {
  std::string_view name;
  double milliseconds;
};

// Both code points that look like µ; the longer names before their beginnings.
constexpr Unit kUnits[] = {{"ms", 1.0},   {"µs", 1e-3},      {"μs", 1e-3},     {"us", 1e-3},
                           {"ns", 1e-6},  {"s", 1e3},        {"min", 60e3},    {"m", 60e3},
                           {"h", 3600e3}, {"days", 86400e3}, {"day", 86400e3}, {"d", 86400e3}};

bool take_unit(std::string_view& text, double& milliseconds) {
  for (const Unit& unit : kUnits) {
    if (!text.starts_with(unit.name)) continue;
    const std::string_view rest = text.substr(unit.name.size());
    if (!rest.empty() && rest.front() != ' ' && (rest.front() < '0' || rest.front() > '9')) continue;
    text = rest;
    milliseconds = unit.milliseconds;
    return true;
  }
  return false;
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

}  // namespace

std::optional<double> parse_forge_duration(std::string_view text) {
  double sum = 0;
  skip_blanks(text);
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    // Only plain digits: from_chars alone would take "inf", "-1" and "1e9".
    std::size_t length = 0;
    while (length < text.size() && ((text[length] >= '0' && text[length] <= '9') || text[length] == '.'))
      ++length;
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + length, number);
    if (length == 0 || error != std::errc() || stop != text.data() + length) return std::nullopt;
    text.remove_prefix(length);
    skip_blanks(text);
    double unit = 0;
    if (!take_unit(text, unit)) return std::nullopt;
    sum += number * unit;
    skip_blanks(text);
  }
  if (!std::isfinite(sum)) return std::nullopt;
  // Whole nanoseconds, which is what forge counts: 15.825221, not 15.825220999999999.
  return std::round(sum * 1e6) / 1e6;
}

}  // namespace proctor::format
