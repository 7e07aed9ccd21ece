// What all runs of a Supervisor have in common.
#pragma once

#include <memory>
#include <string>

#include "supervise/guardian.hpp"
#include "supervise/isolation/box_parts.hpp"
#include "supervise/live_runs.hpp"
#include "supervise/run_cgroups.hpp"

namespace proctor::supervise {

struct Common {
  CgroupPlaces cgroups;
  LiveRuns live{};
  Guardian guardian{live};
  std::string outer_tag{};                ///< our own PROCTOR_RUN, if we are supervised ourselves
  std::unique_ptr<BoxParts> box_parts{};  ///< made before the first run in a sandbox
  std::string kill_scope{};               ///< of runs that aren't in a cgroup
};

}  // namespace proctor::supervise
