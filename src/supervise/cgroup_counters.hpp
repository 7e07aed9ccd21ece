// What the kernel has counted in one cgroup: what struck there, and what was used.
//
// The two versions count differently, and so do kernels. In version 2 most counts are those of the cgroup and
// of all below it, where a run may have set limits of its own: what these do is no matter of ours. The files
// called `.local` leave them out.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace proctor::supervise {

struct CgroupCounters {
  int cgroup;   ///< a descriptor of its directory
  int version;  ///< 1 or 2

  /// Processes that the kernel has killed because the memory was used up, here or around it; those that it
  /// killed for limits below are left out.
  std::uint64_t oom_kills() const;
  /// Whether the memory was ever used up by the cgroup's own limit. The kernel kills for a limit around it,
  /// too, such as that of a container, and when the machine has no more.
  bool memory_limit_met() const;
  /// Processes and threads that the kernel has refused because there were too many.
  std::uint64_t refused_forks() const;
  /// Whether there ever were as many as the cgroup's own limit allows. Most kernels count what is refused for
  /// a limit around it as well.
  bool process_limit_met() const;
  /// Of all that ever were in it. In version 2 no controller is needed.
  std::optional<std::chrono::microseconds> cpu_time() const;
  /// Page cache counts. Not to be had in version 2 before Linux 5.19.
  std::optional<std::uint64_t> peak_memory() const;
  /// Not to be had before Linux 6.6.
  std::optional<std::uint64_t> peak_processes() const;
};

}  // namespace proctor::supervise
