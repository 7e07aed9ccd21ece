// The limits that the kernel holds for each process by itself (setrlimit). They are set between clone and
// execve, in the child only.
#pragma once

#include <cstdint>
#include <vector>

#include "supervise/spawn.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// What holds Limits::processes, and so what RLIMIT_NPROC is for.
enum class PidsBy {
  cgroup,           ///< nothing
  watch,            ///< a fork bomb between two looks of the watch must run against something
  watch_in_sandbox  ///< and the processes are alone in a user namespace, where they count by themselves
};

/// What to set for these limits.
///
/// RLIMIT_AS isn't among them: go, java and node reserve far more than they ever use.
std::vector<ResourceLimit> resource_limits(const Limits& limits, PidsBy pids);

/// What comes of a Limits::open_files: not more than the hard limit that holds for us.
std::uint64_t most_open_files(std::uint64_t asked);

}  // namespace proctor::supervise
