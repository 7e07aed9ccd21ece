// Whether this proctor was itself started by a run that a proctor supervises.
#pragma once

#include "base/error.hpp"

namespace proctor::cli {

/// What runs under control must not widen what it may do. This keeps honest programs honest: one that takes
/// the tag out of its environment, as the same user, isn't held by it.
bool supervised();

/// APPROVAL_DENIED
Error denied_inside_a_run();

}  // namespace proctor::cli
