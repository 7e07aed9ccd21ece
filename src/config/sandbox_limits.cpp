#include "config/sandbox_limits.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>

#include "base/files.hpp"
#include "base/own_cgroup.hpp"
#include "base/text.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

// What stands for "no limit" otherwise, "max" and nothing, isn't a number.
std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() ? number : kNone;
}

// In version 1 the kernel tells the least of the cgroup and all above it.
std::uint64_t limit_v1() {
  constexpr std::string_view kKey = "hierarchical_memory_limit ";
  const auto own = own_cgroup("memory");
  const std::string stat = own ? read_file(own->directory / "memory.stat").value_or("") : std::string();
  for (const std::string_view line : split_lines(stat)) {
    if (line.starts_with(kKey)) return number_in(line.substr(kKey.size()));
  }
  return kNone;
}

std::uint64_t limit_v2() {
  const auto own = own_cgroup("");
  std::uint64_t least = kNone;
  for (fs::path directory = own ? own->directory : fs::path(); directory.has_relative_path();
       directory = directory.parent_path()) {
    least = std::min(least, number_in(read_file(directory / "memory.max").value_or("")));
  }
  return least;
}

std::uint64_t memory_left_to_us() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const std::uint64_t machine = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min({machine, limit_v1(), limit_v2()});
}

}  // namespace

SandboxLimits sandbox_limits() {
  // Asked once: to tell, the kernel sums up what all processors have counted.
  static const std::uint64_t left_to_us = memory_left_to_us();
  return {.memory = left_to_us / 4 * 3};
}

}  // namespace proctor
