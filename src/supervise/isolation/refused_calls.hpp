// The list of system calls that a sandboxed command is refused, each with its reason. docs/isolation.md shows
// it as a table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace proctor::supervise {

/// A condition on one argument: (argument & mask) == value, or with `outside` the contrary, for which all
/// bits count.
struct ArgumentTest {
  unsigned index = 0;
  std::uint64_t mask = 0;
  std::uint64_t value = 0;
  bool outside = false;
};

struct RefusedCall {
  std::string_view name;
  int error = 0;            ///< an errno value; ENOSYS where libraries then use another call
  std::string_view when{};  ///< in words; empty: always
  std::string_view reason{};
  std::optional<ArgumentTest> test{};
  std::optional<ArgumentTest> and_test{};
};

/// Some calls stand there several times, with different conditions.
std::span<const RefusedCall> refused_calls();

/// Calls with numbers above this (Linux 5.17, set_mempolicy_home_node) are answered with ENOSYS: nobody has
/// looked at what they allow, and every runtime knows how to do without what is so new.
inline constexpr std::uint32_t kNewestKnownCall = 450;

/// Families of sockets that any kernel knows; above it all are refused.
inline constexpr unsigned kAddressFamilies = 46;
bool family_is_allowed(unsigned family);

/// The list as a table in Markdown, a row for each reason and answer.
std::string refused_calls_table();

}  // namespace proctor::supervise
