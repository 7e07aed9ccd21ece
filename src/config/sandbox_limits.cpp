#include "config/sandbox_limits.hpp"

#include <unistd.h>

#include <algorithm>

namespace proctor {

SandboxLimits sandbox_limits() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  return {.memory = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 4 * 3};
}

}  // namespace proctor
