// Whether somebody in a run may write without waiting for room (O_NONBLOCK).
//
// That can't be seen before it has happened. But programs that do so and have much to say (node, bun, deno)
// run several threads from early in their start on, which takes them tens of milliseconds before they print.
// Shells and most others have one.
#pragma once

#include <sys/types.h>

#include "supervise/cgroup.hpp"

namespace proctor::supervise {

/// Whether `root`, all below it, and whoever this process has adopted are few and have one thread each; of a
/// run that is in a cgroup (not null), whether all in that are. Cheap, so that it can be asked a hundred
/// times a second; false where it can't be told.
bool all_have_one_thread(pid_t root, const Cgroup* cgroup);

}  // namespace proctor::supervise
