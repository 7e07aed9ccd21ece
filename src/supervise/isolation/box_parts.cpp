#include "supervise/isolation/box_parts.hpp"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/error.hpp"
#include "supervise/isolation/bubblewrap.hpp"
#include "supervise/isolation/init_image.hpp"
#include "supervise/isolation/memory_file.hpp"
#include "supervise/isolation/seccomp_filter.hpp"

namespace proctor::supervise {

tl::expected<std::unique_ptr<BoxParts>, SandboxObstacle> BoxParts::make() {
  if (access("/proc/self/fd", X_OK) != 0) {
    if (errno != ENOENT) return tl::unexpected(obstacle_of(system_message("/proc/self/fd", errno), errno));
    return tl::unexpected(SandboxObstacle{SandboxObstacle::Kind::lasting, "/proc isn't mounted"});
  }
  auto bubblewrap = find_bubblewrap();
  if (!bubblewrap) return tl::unexpected(std::move(bubblewrap.error()));
  auto filter = seccomp_filter();
  if (!filter) return tl::unexpected(std::move(filter.error()));
  auto parts = std::make_unique<BoxParts>();
  parts->bubblewrap = std::move(*bubblewrap);
  parts->init = memory_file("init", init_image());
  if (parts->init) parts->filter = memory_file("seccomp", *filter);
  if (!parts->filter)
    return tl::unexpected(obstacle_of(system_message("a memory file can't be made", errno), errno));
  return parts;
}

}  // namespace proctor::supervise
