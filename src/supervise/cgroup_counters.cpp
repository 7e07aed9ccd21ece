#include "supervise/cgroup_counters.hpp"

#include "supervise/cgroup_files.hpp"

namespace proctor::supervise {

std::uint64_t CgroupCounters::oom_kills() const {
  if (version == 1) return read_value(cgroup, "memory.oom_control", "oom_kill").value_or(0);
  const std::uint64_t all = read_value(cgroup, "memory.events", "oom_kill").value_or(0);
  const auto met_here = read_value(cgroup, "memory.events.local", "oom");
  if (all == 0 || !met_here || *met_here > 0) return all;
  // Our own limit kills nobody without being met. Where one below was met, it may be the one that killed
  // there.
  const bool met_below = read_value(cgroup, "memory.events", "oom").value_or(0) > 0;
  return met_below ? read_value(cgroup, "memory.events.local", "oom_kill").value_or(0) : all;
}

bool CgroupCounters::memory_limit_met() const {
  if (version == 2) {
    // Not by `max`: whoever fills the page cache comes to the limit again and again, and nobody is killed.
    const auto here = read_value(cgroup, "memory.events.local", "oom");
    return (here ? here : read_value(cgroup, "memory.events", "oom")).value_or(1) > 0;
  }
  // Not by memory.failcnt, which counts nothing on some kernels. What fails is at most what a processor asks
  // for in advance.
  constexpr std::uint64_t kMostRefused = 1U << 20U;
  const auto limit = read_number(cgroup, "memory.limit_in_bytes");
  const auto most = read_number(cgroup, "memory.max_usage_in_bytes");
  return !limit || !most || *most + kMostRefused >= *limit;
}

std::uint64_t CgroupCounters::refused_forks() const {
  // Since Linux 6.11: how often this cgroup's own limit refused, whoever it was. Before, and in version 1:
  // how often one who is in this cgroup itself was refused, by whichever limit.
  const auto here = version == 2 ? read_value(cgroup, "pids.events.local", "max") : std::nullopt;
  return (here ? here : read_value(cgroup, "pids.events", "max")).value_or(0);
}

bool CgroupCounters::process_limit_met() const {
  const auto limit = read_number(cgroup, "pids.max");
  const auto most = peak_processes();
  return !limit || !most || *most >= *limit;
}

std::optional<std::chrono::microseconds> CgroupCounters::cpu_time() const {
  const auto number = version == 2 ? read_value(cgroup, "cpu.stat", "usage_usec")
                                   : read_number(cgroup, "cpuacct.usage");  // nanoseconds
  if (!number) return std::nullopt;
  return std::chrono::microseconds(static_cast<std::int64_t>(version == 2 ? *number : *number / 1000));
}

std::optional<std::uint64_t> CgroupCounters::peak_memory() const {
  return read_number(cgroup, version == 2 ? "memory.peak" : "memory.max_usage_in_bytes");
}

std::optional<std::uint64_t> CgroupCounters::peak_processes() const {
  return read_number(cgroup, "pids.peak");
}

}  // namespace proctor::supervise
