// What the living processes of a run use at a moment, added up from /proc: for limits that no cgroup holds.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "supervise/live_runs.hpp"

namespace proctor::supervise {

struct TreeUsage {
  std::uint64_t processes = 0;       ///< threads count, and zombies that aren't ours to reap
  std::uint64_t resident_bytes = 0;  ///< pages that are shared count for each of those who share them
  std::chrono::microseconds cpu{};   ///< theirs and that of children that they have waited for
};

TreeUsage measure(const std::vector<Member>& members);

/// Memory that they hold and the kernel can't take back by dropping it: anonymous pages, shared memory and
/// swap, in parts where several share it (the proportional set size of smaps_rollup). Looks no further once
/// it's above `enough`.
std::uint64_t held_memory(std::vector<Member> members, std::uint64_t enough);

/// Memory in files that have no name (memfd_create) and are open in one of them, each counted once. It is
/// theirs without being mapped, so that held_memory() needn't see it. Looks at nobody any more once `budget`
/// is spent.
std::uint64_t memory_in_files(const std::vector<Member>& members, const LookBudget& budget);

}  // namespace proctor::supervise
