// The program that makes the sandbox.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "supervise/isolation/obstacle.hpp"

namespace proctor::supervise {

/// Its path. Looked for in fixed places, never in a PATH, and taken only if root alone can change it: it runs
/// outside of the sandbox.
tl::expected<std::string, SandboxObstacle> find_bubblewrap();

}  // namespace proctor::supervise
