// Whose is this process? The runs that go on at the moment, and the processes that belong to each.
//
// The supervising process is the reaper of orphans: a process whose parents have died becomes its child. So
// everything that a run ever started is always a descendant of this process, and the only question is of
// which run. In this order: below the run's root; in the run's cgroup; started with the run's tag in its
// environment (PROCTOR_RUN); a descendant of one that was seen to belong to it; and if no other run is alive,
// it can only belong to this one. Whoever can't be told is left alone until the last live run ends.
//
// One child is known to be of no run: the guardian.
//
// The limit of this: a program that uses it must not start child processes by other means during a run. They
// would look like orphans. (Those that were there before are told by their age and left alone.)
#pragma once

#include <sys/resource.h>
#include <sys/types.h>

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"
#include "supervise/cgroup.hpp"
#include "supervise/process_table.hpp"

namespace proctor::supervise {

/// CPU time and memory of reaped processes.
struct ReapedUsage {
  std::int64_t user_us = 0;
  std::int64_t system_us = 0;
  std::uint64_t peak_bytes = 0;
  std::uint64_t written_bytes = 0;  ///< as for Usage::bytes_written
};
ReapedUsage usage_of(const rusage& usage);

/// A process that belongs to a run.
struct Member {
  Process process{};
  bool certain = true;  ///< false: nobody else is left who could have started it
};

/// What is known of one live run. Only its own thread changes it, through LiveRuns.
struct LiveRun {
  std::string tag;                 ///< value of PROCTOR_RUN; a supervisor inside adds to it with a dot
  std::uint64_t started = 0;       ///< Process::start of its processes is not below this
  const Cgroup* cgroup = nullptr;  ///< only if its root is in it
  pid_t root = 0;                  ///< 0 before its start and after it was reaped
  bool shared = false;             ///< another run was alive at some time of this one
  ReapedUsage reaped{};            ///< of adopted orphans
  std::uint64_t reaped_orphans = 0;
  std::uint64_t most_waiting = 0;  ///< orphans that were reaped at one time, since somebody set it to 0
  std::set<std::pair<pid_t, std::uint64_t>> seen{};
};

class LiveRuns {
 public:
  /// To be called before the root is created: from then on no other run takes unknown processes for its own.
  void enter(LiveRun& run);
  void leave(LiveRun& run);

  /// Between these two a child may exist that isn't registered yet, and nothing unknown is reaped.
  void begin_start();
  void end_start(LiveRun& run, pid_t root);
  /// The root was reaped; its number may now mean another process.
  void root_reaped(LiveRun& run);

  /// Every process of the run that exists, zombies included. Reads the whole process table; what isn't
  /// reached within `budget` is left out.
  std::vector<Member> members(LiveRun& run, const LookBudget& budget = {});

  /// SIGKILL to every adopted orphan, if no other run is alive, and whether there was one. Much quicker than
  /// members(), so that it also catches those who flee by having a child and ending.
  bool kill_adopted(LiveRun& run);

  /// Whether a process of the run still exists beside its root, which must have been reaped. Cheap in the
  /// usual case that none does.
  bool anyone_left(LiveRun& run);

  /// Reaps adopted orphans that have ended. Returns false if this process has no children any more (but the
  /// guardian), which proves that nothing is left of any run.
  bool reap_orphans(LiveRun& run, const LookBudget& budget = {});

  /// This child belongs to no run (guardian.hpp); 0: there is none.
  void set_guardian(pid_t pid);

  /// Whether others are alive beside it now.
  bool alone() const;

 private:
  bool is_known_child(pid_t pid) const;  ///< a root or the guardian
  bool reap_some_orphans(LiveRun& run, const LookBudget& budget);
  bool reap_orphan(LiveRun& run, pid_t pid);
  bool all_children_are_known() const;

  mutable std::mutex mutex_;
  std::vector<LiveRun*> runs_;
  pid_t guardian_ = 0;
  int starting_ = 0;
  std::uint64_t busy_since_ = 0;  ///< when the first of an unbroken row of runs started
};

}  // namespace proctor::supervise
