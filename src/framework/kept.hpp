// The builds of projects in place, which are kept from one run to the next.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace proctor::framework {

/// What the builds of all projects may come to.
struct KeptLimits {
  std::chrono::hours unused{24 * 30};            ///< a build that wasn't used for so long is removed
  std::uint64_t bytes = std::uint64_t{8} << 30;  ///< of all; those that weren't used for longest go first
};

/// The directory where the builds of the project at `root` stay, which is made if it isn't there; empty if
/// that can't be. It counts as used now. Before a new one is made, old ones are removed.
std::filesystem::path kept_build(const std::string& framework, const std::filesystem::path& root);

/// Removes builds until all of them below `builds` are within the limits, but for what was used within the
/// last hour: a run may be using it. What can't be removed stays.
void remove_old_builds(const std::filesystem::path& builds, const KeptLimits& limits = {});

}  // namespace proctor::framework
