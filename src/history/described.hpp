// Values as JSON and back, by the members that BOOST_DESCRIBE_STRUCT names. What is empty isn't written; what
// isn't there, or is something else, keeps its default. So older and newer records can be read.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "base/json.hpp"

namespace proctor::history {

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <typename T>
inline constexpr bool kIsVector = false;
template <typename T>
inline constexpr bool kIsVector<std::vector<T>> = true;

/// An enumeration with a word for each value.
template <typename T>
concept HasWords = std::is_enum_v<T> && requires(T value) {
  { word(value) } -> std::convertible_to<const char*>;
};

template <typename T>
using MembersOf = boost::describe::describe_members<T, boost::describe::mod_public>;

template <typename T>
json::value described(const T& value) {
  if constexpr (std::same_as<T, std::string> || std::is_arithmetic_v<T>) {
    return json::value(value);
  } else if constexpr (std::same_as<T, std::chrono::milliseconds>) {
    return value.count();
  } else if constexpr (HasWords<T>) {
    return word(value);
  } else if constexpr (kIsOptional<T>) {
    return value ? described(*value) : json::value();
  } else if constexpr (kIsVector<T>) {
    json::array list;
    list.reserve(value.size());
    for (const auto& one : value) list.push_back(described(one));
    return list;
  } else {
    static const T kDefault{};
    json::object object;
    boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
      json::value one = described(value.*member.pointer);
      const bool empty = one.is_null() || (one.is_string() && one.get_string().empty()) ||
                         (one.is_array() && one.get_array().empty()) ||
                         (one.is_bool() && one == described(kDefault.*member.pointer));
      if (!empty) object[member.name] = std::move(one);
    });
    return object;
  }
}

template <typename T>
void read_described(const json::value& from, T& value) {
  if constexpr (std::same_as<T, std::string>) {
    if (from.is_string()) value = std::string(from.get_string());
  } else if constexpr (std::same_as<T, bool>) {
    if (from.is_bool()) value = from.get_bool();
  } else if constexpr (std::is_arithmetic_v<T>) {
    boost::system::error_code error;
    const T number = from.is_number() ? from.to_number<T>(error) : value;
    if (!error) value = number;
  } else if constexpr (std::same_as<T, std::chrono::milliseconds>) {
    if (from.is_int64()) value = std::chrono::milliseconds(from.get_int64());
  } else if constexpr (HasWords<T>) {
    constexpr int kMostValues = 16;
    for (int i = kMostValues; from.is_string() && i-- > 0;) {
      if (from.get_string() == word(static_cast<T>(i))) value = static_cast<T>(i);
    }
  } else if constexpr (kIsOptional<T>) {
    if (!from.is_null()) read_described(from, value.emplace());
  } else if constexpr (kIsVector<T>) {
    if (!from.is_array()) return;
    for (const json::value& one : from.get_array()) read_described(one, value.emplace_back());
  } else {
    if (!from.is_object()) return;
    boost::mp11::mp_for_each<MembersOf<T>>([&](auto member) {
      if (const json::value* one = from.get_object().if_contains(member.name))
        read_described(*one, value.*member.pointer);
    });
  }
}

}  // namespace proctor::history
