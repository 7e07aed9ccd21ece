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

/// What everything in a sandbox is given, whatever its Limits are.
///
/// No core file, and no program either that the kernel would start outside of any sandbox to take one: a
/// limit of 0 doesn't keep it from that, 1 does (core(5)). And a part of the signals that may be pending and
/// of the timers that a user may have (timer_create(2)): who has used them up leaves none to the others.
std::vector<ResourceLimit> sandbox_limits();

/// What comes of a Limits::open_files: not more than the hard limit that holds for us.
std::uint64_t most_open_files(std::uint64_t asked);

}  // namespace proctor::supervise
