// What is the same for all sandboxes of a process; made when the first one is asked for.
#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "base/unique_fd.hpp"
#include "supervise/isolation/obstacle.hpp"
#include "supervise/isolation/system_view.hpp"

namespace proctor::supervise {

struct BoxParts {
  std::string bubblewrap;  ///< its path
  SystemView system{};
  UniqueFd init{};    ///< a memory file: the first process of a sandbox
  UniqueFd filter{};  ///< a memory file: the system call filter

  static tl::expected<std::unique_ptr<BoxParts>, SandboxObstacle> make();
};

}  // namespace proctor::supervise
