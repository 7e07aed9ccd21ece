// The limits that the kernel holds for each process by itself (setrlimit). They are set between clone and
// execve, in the child only.
#pragma once

#include <vector>

#include "supervise/spawn.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// What to set for these limits. `pids_by_watch`: no cgroup holds Limits::processes, so that a fork bomb
/// between two looks of the watch must run against something.
///
/// RLIMIT_AS isn't among them: go, java and node reserve far more than they ever use.
std::vector<ResourceLimit> resource_limits(const Limits& limits, bool pids_by_watch);

}  // namespace proctor::supervise
