// Cgroups whose supervisor was killed, and its guardian with it.
//
// A supervisor holds a lock (flock) on the directory of each cgroup that it made, and the lock dies with it.
// So nobody has to guess from its age whether a cgroup is still in use. The number in its name counts as
// well: a supervisor that is seen to be alive is left alone, whatever it locks.
#pragma once

#include <filesystem>

namespace proctor::supervise {

/// Locks a cgroup that was just made, for as long as the descriptor is open. False if it was taken for an
/// abandoned one meanwhile and is gone, or about to go: make another.
bool claim_cgroup(int directory, const std::filesystem::path& path);

/// Ends and removes the cgroups in `base` that are called "proctor-PID-…" and have no owner any more.
void remove_abandoned_cgroups(const std::filesystem::path& base);

}  // namespace proctor::supervise
