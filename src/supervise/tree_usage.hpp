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

/// TreeUsage::resident_bytes, but an address space that several processes have in common counts once.
std::uint64_t resident_together(const std::vector<Member>& members);

/// Memory that the kernel can't take back by dropping it, in parts where several share it (the proportional
/// set size of smaps_rollup).
struct HeldMemory {
  std::uint64_t own = 0;     ///< anonymous pages, swap and page tables
  std::uint64_t shared = 0;  ///< mapped shared memory, that of files without a name included

  /// At least what it is together with `files` bytes in files without a name, which may be mapped or not.
  std::uint64_t with(std::uint64_t files) const;
};

/// Never less than what held_memory() finds, and much cheaper.
std::uint64_t held_at_most(const std::vector<Member>& members);

/// Of who lets nobody look, shared memory counts as a whole. Looks no further once it's above `enough` with
/// `files`.
HeldMemory held_memory(std::vector<Member> members, std::uint64_t files, std::uint64_t enough);

/// Of everybody: files in memory, and memory that can be shared.
std::uint64_t shared_memory_of_machine();

}  // namespace proctor::supervise
