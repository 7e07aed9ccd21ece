// The system calls that a sandboxed command is refused, as a program for the kernel.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "supervise/isolation/obstacle.hpp"

namespace proctor::supervise {

/// An array of sock_filter, as bytes. The error is a sentence for a person.
tl::expected<std::string, SandboxObstacle> seccomp_filter();

}  // namespace proctor::supervise
