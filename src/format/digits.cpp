#include "format/digits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "base/text.hpp"

namespace proctor::format {

std::optional<double> number_of(std::string_view text) {
  std::string plain(trim(text));
  if (std::count(plain.begin(), plain.end(), ',') == 1 && plain.find('.') == std::string::npos)
    std::replace(plain.begin(), plain.end(), ',', '.');
  std::erase(plain, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (plain.empty() || error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(value) ||
      value < 0)
    return std::nullopt;
  return value;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace proctor::format
