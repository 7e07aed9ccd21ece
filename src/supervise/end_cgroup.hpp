// Ends everybody in a cgroup of either version and removes it. System calls only: the guardian uses it.
#pragma once

namespace proctor::supervise {

/// `name` is taken as openat(2) takes it; cgroups that were made in it go with it. False if it is still
/// there: those who were killed take a moment to go, so it is to be called again.
bool end_cgroup(int parent, const char* name);

}  // namespace proctor::supervise
