// Cgroups whose supervisor was killed, and its guardian with it.
//
// A supervisor holds a lock (flock) on the directory of each cgroup that it made, and the lock dies with it.
// So nobody has to guess from its age whether a cgroup is still in use. The number in its name says nothing:
// another process may have it by now, or the owner may live in a PID namespace of its own.
#pragma once

#include <filesystem>

namespace proctor::supervise {

/// Locks a cgroup that was just made, for as long as the descriptor is open. False if it was taken for an
/// abandoned one meanwhile and is gone, or about to go: make another.
bool claim_cgroup(int directory, const std::filesystem::path& path);

/// Ends and removes the cgroups in `base` that are called "proctor-PID-…" and that nobody has locked.
void remove_abandoned_cgroups(const std::filesystem::path& base);

}  // namespace proctor::supervise
