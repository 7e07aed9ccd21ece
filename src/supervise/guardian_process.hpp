// The guardian's own half: what runs in the process that outlives its supervisor (guardian.hpp).
//
// It is a copy of a program that may have had many threads, so that locks may be held which nobody will ever
// let go. From its first instruction on it therefore calls nothing that allocates or locks: system calls and
// functions that only touch memory. All of its memory is one mapping, and every size is bounded.
#pragma once

#include <cstddef>
#include <cstdint>

namespace proctor::supervise {

/// A message: this, then strings that each begin with a letter that says what they are and end with a NUL:
/// 't' the tag, 'c' a cgroup's directory, 'd' GuardedRun::private_directories. Without any: the run is over.
struct GuardianMessage {
  std::uint64_t run = 0;
};
constexpr std::size_t kGuardianMessageBytes = 8U << 10U;
constexpr std::size_t kGuardedRuns = 256;  ///< at once; those above aren't guarded

/// Found out beforehand.
struct GuardianOptions {
  int socket = -1;
  bool may_search = false;  ///< /proc shows our own numbers
  /// Where the command line and the environment lie, which are overwritten: the copy is not another proctor.
  std::uintptr_t words_begin = 0, words_end = 0, variables_begin = 0, variables_end = 0;
};

/// Never returns.
[[noreturn]] void run_guardian(const GuardianOptions& options);

}  // namespace proctor::supervise
