// The cgroups of one run: that of version 2, by which everybody is found and killed, and for each controller
// that a limit needs the best that this machine has: version 2, else version 1, else none (and a watch does
// it: limit_watch.hpp). All of one run have the same name, whatever the hierarchy.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "supervise/cgroup.hpp"
#include "supervise/cgroup_counters.hpp"
#include "supervise/cgroup_v1.hpp"

namespace proctor::supervise {

struct Limits;

/// The controller of one run's limit. Nothing (false) if none holds it.
struct Controller {
  int cgroup = -1;
  int version = 0;
  CgroupDirectory own{};  ///< of version 1; in version 2 it's the run's one cgroup

  explicit operator bool() const { return version != 0; }
  CgroupCounters counters() const { return {cgroup, version}; }
};

class RunCgroups {
 public:
  Cgroup unified{};  ///< of version 2

  /// Descriptors of the files `tasks` that the first process has to write itself into.
  std::vector<int> tasks() const;
  /// What the start came to: whether the first process is in `unified`, and in which of tasks() (a bit for
  /// each). Where it isn't, the controller holds nothing.
  void started(bool in_unified, unsigned joined);

  /// The directories in all hierarchies, for whoever has to remove them should this process be killed.
  std::vector<std::filesystem::path> paths() const;

  const Controller& memory() const { return memory_; }
  const Controller& pids() const { return pids_; }
  const Controller& cpu() const { return cpu_; }

  // What they have counted: cgroup_counters.hpp. Nothing, or nobody, without a controller.
  std::uint64_t oom_kills() const;
  bool memory_limit_met() const;
  std::uint64_t refused_forks() const;
  bool process_limit_met() const;
  std::optional<std::chrono::microseconds> cpu_time() const;
  std::optional<std::uint64_t> peak_memory() const;
  std::optional<std::uint64_t> peak_processes() const;

 private:
  friend class CgroupPlaces;

  Controller memory_{};
  Controller pids_{};
  Controller cpu_{};
  bool unified_memory_ = false;  ///< `unified` counts it, whether or not there is a limit
  bool unified_pids_ = false;
  std::vector<std::pair<Controller RunCgroups::*, UniqueFd>> joins_{};
};

/// Where this process may make cgroups, in every hierarchy; found out once.
class CgroupPlaces {
 public:
  CgroupPlaces();
  /// None, because of this.
  explicit CgroupPlaces(std::string reason) : unified_(std::move(reason)) {}

  /// Of version 2: what can be used to kill.
  bool usable() const { return unified_.usable(); }
  std::string description() const { return unified_.description(); }

  /// Fills `cgroups` with empty ones with those limits set that a cgroup can hold. As far as that goes:
  /// whatever is missing is missing.
  void make(RunCgroups& cgroups, const Limits& limits) const;

 private:
  bool make_named(RunCgroups& cgroups, const Limits& limits, const std::string& name) const;

  CgroupPlace unified_;
  CgroupV1Place memory_{};
  CgroupV1Place pids_{};
  CgroupV1Place cpuacct_{};
};

}  // namespace proctor::supervise
