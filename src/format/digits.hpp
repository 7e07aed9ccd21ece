// Numbers, where reports have them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/json.hpp"

namespace proctor::format {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The decimal number that begins there, of at most eight digits; 0 if there is none.
inline int number_at(std::string_view text, std::size_t at) {
  int number = 0;
  for (int digits = 0; at < text.size() && is_digit(text[at]) && digits < 8; ++at, ++digits)
    number = number * 10 + (text[at] - '0');
  return number;
}

/// A whole text that is a number which isn't negative, "1,234.5" and "0,5" included.
std::optional<double> number_of(std::string_view text);

/// A whole text that is digits; nothing if the number is too large, too.
std::optional<std::uint64_t> whole_number(std::string_view text);

/// A member that counts something; 0 if there is none, or if it is something else.
inline std::size_t count_field(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  const bool counts = value != nullptr && value->is_int64() && value->get_int64() > 0;
  return counts ? static_cast<std::size_t>(value->get_int64()) : 0;
}

}  // namespace proctor::format
