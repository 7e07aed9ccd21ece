// What is short around a run: a limit of processes or memory that holds for more than the run, and that
// somebody else may have used up. A run that suffers from it isn't to blame.
//
// The kernel counts what a cgroup's limit refuses and kills: the counts before and after are compared. It
// doesn't count what the limit of a user's processes (RLIMIT_NPROC) refuses. So the processes are counted
// while the run goes on: a process that is refused is so while the limit is reached, and mostly for a while.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace proctor::supervise {

/// What the limits of proctor's own cgroup, and of those around it that can be seen, have done so far.
struct OuterCounts {
  std::uint64_t refused_forks = 0;
  std::uint64_t oom_kills = 0;
};
OuterCounts outer_counts();

/// The processes and threads of a user, as the kernel counts them for RLIMIT_NPROC, as far as /proc shows
/// them.
std::uint64_t tasks_of_user(unsigned user);

class Surroundings {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// To be made before the run. `raised`: the run's processes have the hard limit, not the soft one.
  explicit Surroundings(bool raised);

  /// When look() wants to be called next; Time::max() if never.
  Time next() const { return next_; }
  void look(Time now);

  /// What was used up since, and what to do about it: two sentences. Empty if nothing is known to have been.
  std::string shortage() const;

 private:
  OuterCounts before_ = outer_counts();
  std::optional<std::uint64_t> most_tasks_{};  // RLIMIT_NPROC; none: it doesn't bind this user
  bool reached_ = false;
  Time next_ = Time::max();
};

}  // namespace proctor::supervise
