// Where the cgroups of this process are.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace proctor {

/// The cgroup of this process in one hierarchy.
struct OwnCgroup {
  std::filesystem::path directory;
  std::string name;  ///< as in /proc/PID/cgroup, but empty for the root of the hierarchy
};

/// In the hierarchy of version 1 that has this controller, or in that of version 2 if `controller` is empty.
/// The error is the reason in a sentence's end: "there is no cgroup v2".
tl::expected<OwnCgroup, std::string> own_cgroup(std::string_view controller);

/// The same, from what /proc/self/mountinfo (see cgroup_namespaces(7), proc(5)) and /proc/self/cgroup say.
tl::expected<OwnCgroup, std::string> find_own_cgroup(std::string_view mounts, std::string_view cgroups,
                                                     std::string_view controller);

}  // namespace proctor
