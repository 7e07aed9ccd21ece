// What a sandbox holds where nothing else is said: it keeps the machine usable, and honest tests don't meet
// it.
#pragma once

#include <cstdint>

namespace proctor {

struct SandboxLimits {
  std::uint64_t memory;  ///< three quarters of the machine's, or of what cgroups leave to proctor
  std::uint64_t pids = 4096;
  std::uint64_t disk = std::uint64_t{8} << 30U;
};

SandboxLimits sandbox_limits();

}  // namespace proctor
