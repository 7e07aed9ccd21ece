// Starts one process without copying the parent.
//
// fork() copies the page tables, which takes 16 ms in a parent with 1 GiB resident. Here the child borrows
// the parent's memory until it calls execve (CLONE_VM | CLONE_VFORK), as posix_spawn does it; unlike
// posix_spawn it also begins its life inside a cgroup (CLONE_INTO_CGROUP), with a pidfd, and in a session of
// its own.
//
// The child is the leader of a new session and process group without a terminal, with default signal
// dispositions, nothing blocked, and no descriptor but 0, 1, 2 and those that it is meant to get. It is
// killed when the thread that started it dies, so that a crash of the supervisor ends the command too.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <tl/expected.hpp>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

inline constexpr std::size_t kMostPassedOn = 64;

/// What the child gives itself by setrlimit, soft and hard alike.
struct ResourceLimit {
  int resource = 0;  ///< RLIMIT_…
  std::uint64_t value = 0;
};

/// Everything must be prepared beforehand: between clone and execve nothing may be allocated. The descriptors
/// must be 3 or above.
struct SpawnRequest {
  const char* program = nullptr;       ///< a path; relative: to `workdir`
  char* const* argv = nullptr;         ///< ends with nullptr
  char* const* shell_argv = nullptr;   ///< {"/bin/sh", program, argv[1]…}: for a script without "#!"
  char* const* environment = nullptr;  ///< ends with nullptr
  const char* workdir = nullptr;       ///< nullptr: the parent's
  int in = -1;
  int out = -1;
  int err = -1;
  const int* more =
      nullptr;  ///< further descriptors, which the child gets as 3, 4, 5…; at most kMostPassedOn
  std::size_t more_count = 0;
  int cgroup = -1;             ///< the cgroup's directory; -1: none
  const int* tasks = nullptr;  ///< files `tasks` of cgroups of version 1 that the child joins; at most 32
  std::size_t task_count = 0;
  const ResourceLimit* resources = nullptr;
  std::size_t resource_count = 0;
  int terminal = -1;        ///< becomes the controlling terminal of the new session; -1: it has none
  bool new_session = true;  ///< false: a process group of its own only
  bool use_clone3 = true;   ///< false: as on a kernel that doesn't have it
};

struct Spawned {
  pid_t pid = 0;
  UniqueFd pidfd{};
  bool in_cgroup = false;
  unsigned joined = 0;  ///< a bit for each of SpawnRequest::tasks that it is in
};

struct SpawnFailure {
  enum class Step { clone, session, descriptors, limits, workdir, exec };
  Step step = Step::clone;
  int error = 0;  ///< an errno value
};

/// Returns when the program runs (the child has called execve) or has failed to. Signals are blocked
/// meanwhile.
tl::expected<Spawned, SpawnFailure> spawn(const SpawnRequest& request);

}  // namespace proctor::supervise
