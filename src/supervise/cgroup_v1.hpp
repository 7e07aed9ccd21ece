// Cgroups of version 1, where each controller has a hierarchy of its own. They can't be entered by clone(),
// so a run's first process joins them itself before it becomes the command (SpawnRequest::tasks).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "supervise/cgroup_files.hpp"

namespace proctor::supervise {

/// Where this process may make cgroups in the hierarchy of one controller; found out once.
class CgroupV1Place {
 public:
  CgroupV1Place() = default;
  /// Looks for the own cgroup in the hierarchy and tries to make one in it.
  explicit CgroupV1Place(std::string_view controller);

  bool usable() const { return usable_; }
  /// An empty one of this name (new_cgroup_name()). The error is an errno value.
  tl::expected<CgroupDirectory, int> make(const std::string& name) const {
    return CgroupDirectory::make(base_ / name);
  }

 private:
  std::filesystem::path base_{};
  bool usable_ = false;
};

/// Sets the limit of a cgroup in the hierarchy `memory`; swap is counted too where the kernel does that.
bool limit_memory_v1(int cgroup, std::uint64_t bytes);
/// Sets the limit of a cgroup in the hierarchy `pids`.
bool limit_processes_v1(int cgroup, std::uint64_t count);

}  // namespace proctor::supervise
