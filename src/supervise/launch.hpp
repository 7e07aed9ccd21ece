// How the first process of a run comes into being: known to everybody who has to end it, before it exists.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "supervise/common.hpp"
#include "supervise/spawn.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// The value of a run's PROCTOR_RUN; `wanted` may be empty.
std::string new_mark(const std::string& outer, const std::string& wanted);

struct Launched {
  Spawned spawned{};
  std::uint64_t own_peak_bytes =
      0;  ///< the child's peak begins with ours, whose memory it has borrowed until now
};

/// Spawns it in those cgroups. The guardian knows of the run, and `live` was entered.
tl::expected<Launched, SpawnFailure> launch(Common& common, LiveRun& live, const RunCgroups& cgroups,
                                            SpawnRequest& request);

/// A sandbox that was started and waits for its command, with all that it was started in.
struct StartedBox {
  explicit StartedBox(Guardian& guardian) : guarded(guardian) {}

  static tl::expected<std::unique_ptr<StartedBox>, SpawnFailure> start(Common& common, LiveRun& live,
                                                                       const Limits& limits,
                                                                       const Sandbox& sandbox,
                                                                       const std::vector<std::string>& tops);

  GuardedScope guarded;  ///< before the cgroups, so that it is the last to go
  RunCgroups cgroups{};
  std::optional<EmptyBox> box{};  ///< until it gets its command
  Launched launched{};
};

}  // namespace proctor::supervise
