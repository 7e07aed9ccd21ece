// Switches controllers of cgroup version 2 on for the cgroups that are made in our own one.
//
// This is only for a cgroup without processes in it (the root of all excepted): most controllers the kernel
// doesn't grant to others, and with the rest alone (pids) the cgroups below could hold threads only. If this
// process is the only one there, as in a container or a systemd scope of its own, it moves into a leaf beside
// the cgroups of the runs; if there are others, who aren't ours to move, the controllers stay off.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "supervise/cgroup_files.hpp"

namespace proctor::supervise {

class ControllerSwitch {
 public:
  ControllerSwitch() = default;
  /// Switches on those of `controllers` that are to be had in this cgroup and are off.
  ControllerSwitch(const std::filesystem::path& cgroup, const std::vector<std::string_view>& controllers);
  /// Moves back, if it had to move, which means to switch off what was switched on.
  ~ControllerSwitch();
  ControllerSwitch(const ControllerSwitch&) = delete;
  ControllerSwitch& operator=(const ControllerSwitch&) = delete;

  /// Whether `name` is the leaf that this process moved to: then its parent is where cgroups are made.
  static bool is_own_leaf(std::string_view name);

 private:
  bool write(char sign) const;
  bool move_into_leaf();

  UniqueFd cgroup_{};
  std::vector<std::string_view> switched_{};
  CgroupDirectory leaf_{};
};

}  // namespace proctor::supervise
