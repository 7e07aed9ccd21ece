// Sees to the limits of one run, each by the best that is to be had: a cgroup's counters, the kernel's limits
// of single processes, or looks at the tree and the disk. It says when one is passed and what shows it;
// whoever asks ends the run.
//
// It's passive: next() tells when it wants to look again. A run without limits never looks.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "supervise/disk_watch.hpp"
#include "supervise/held_files.hpp"
#include "supervise/live_runs.hpp"
#include "supervise/run_cgroups.hpp"
#include "supervise/spawn.hpp"
#include "supervise/supervise.hpp"
#include "supervise/tree_usage.hpp"

namespace proctor::supervise {

/// A limit that was passed.
struct Strike {
  Termination::Kind kind = Termination::Kind::exited;
  std::string evidence{};
  /// Without SIGTERM and grace. Whoever takes memory, processes or disk without end uses a grace to take
  /// more of it, and to react it would need just what it has used up.
  bool at_once = false;
  bool around = false;            ///< it's a limit around proctor, such as a container's, not the run's own
  std::vector<Member> members{};  ///< those who were seen just now, if anybody was looked for
};

/// Those of a run with these limits, as far as it's held to them at that level of isolation.
void make_cgroups(RunCgroups& cgroups, const CgroupPlaces& places, IsolationLevel level,
                  const Limits& limits);

/// Whether it computes or waits.
struct Activity {
  bool busy = false;
  std::string words{};  ///< "it used 1.98 s of CPU: it is busy"
};

class LimitWatch {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  /// All references must outlive it.
  LimitWatch(const Limits& limits, const RunOptions& options, RunCgroups& cgroups, LiveRuns& runs,
             LiveRun& run);

  /// Before all else: measures the disk, as long as nobody wants it to stop.
  void measure_disk(const std::stop_token& stop);
  /// Before the start, and when the cgroups are made: what the command has to be given.
  std::vector<ResourceLimit> resources() const;
  /// After it.
  void started(const Spawned& spawned, Time now);

  Time next() const { return next_; }
  /// The first limit that is found to be passed. Does nothing before next().
  std::optional<Strike> look(Time now);
  /// How often orphans have to be reaped, so that they don't use up the places of a cgroup. Nothing: somebody
  /// else does it, or nothing counts them.
  std::optional<std::chrono::milliseconds> reap_interval() const;
  /// What the root and those whom it has waited for used, once it was reaped.
  void root_reaped(const ReapedUsage& usage) {
    root_usage_ = usage;
    ending_ = true;
  }
  /// When the root has ended by itself, and when everybody has: what struck between two looks. How the root
  /// ended is no evidence: whoever likes sends itself the signals of a limit, or sets lower ones.
  std::optional<Strike> root_ended();
  std::optional<Strike> last_look();

  /// To be called now and then: shortly before the deadline it notes the CPU time, for activity().
  void sample_cpu(Time now, Time deadline);
  /// Of a run that began at `begin`.
  Activity activity(Time begin, Time now);

  /// Peaks, as far as they are known here: a cgroup's, which are better than any other number, or those that
  /// the watch has seen, which looks at the tree now and then even if no limit asks for it. `rusage_peak` is
  /// that of the largest single process.
  void account(Usage& usage, std::optional<std::uint64_t> rusage_peak) const;
  /// Who sees to which limit, in the order of the documentation.
  std::vector<EnforcedLimit> enforced() const;

 private:
  std::uint64_t machinery() const;
  std::optional<Strike> look_at_counters();
  std::optional<Strike> look_at_cpu(std::chrono::microseconds used, Time now);
  std::optional<Strike> look_at_tree(Time now);
  std::optional<Strike> look_at_memory(const std::vector<Member>& members);
  /// Who can hide nothing, and lets nobody look.
  std::vector<Member> without_machinery(std::vector<Member> members) const;
  LookBudget longest_look() const;
  /// Notes its peaks, and the CPU time if `whole`: nobody is left out.
  TreeUsage tree_of(const std::vector<Member>& members, bool whole);
  bool looks_at_processes() const;
  std::chrono::microseconds reaped_cpu() const;
  std::chrono::microseconds cpu_used();
  std::chrono::microseconds cpu_of(const TreeUsage& tree);
  std::string cpu_source() const;
  static std::string seconds(std::chrono::microseconds time);
  bool tree_needed() const;

  const Limits limits_;  ///< those that hold at the level of isolation
  const RunOptions& options_;
  RunCgroups& cgroups_;
  LiveRuns& runs_;
  LiveRun& run_;

  std::optional<DiskWatch> disk_{};
  HeldFiles files_in_memory_ = files_in_memory();
  HeldFiles hidden_files_ = hidden_files();
  Time next_ = Time::max();
  Time counters_due_ = Time::max();
  Time cpu_due_ = Time::max();
  Time tree_due_ = Time::max();
  Time hint_due_ = Time::max();
  Time peaks_due_ = Time::max();
  Time tree_earliest_{};
  std::uint64_t other_tasks_ = 0;  ///< on the machine, beside the tree
  ReapedUsage root_usage_{};
  std::chrono::microseconds cpu_seen_{};     ///< the most that the tree came to
  std::chrono::microseconds cpu_lost_{};     ///< of processes that nobody waited for
  std::chrono::microseconds cpu_counted_{};  ///< by the last look at all
  bool ending_ = false;                      ///< who dies and who has waited for it may both count it
  std::uint64_t excused_ = 0;                ///< refused processes, for whom zombies had left no place
  Time sampled_at_{};
  std::chrono::microseconds sample_{};
  std::uint64_t least_shared_by_all_ = shared_memory_of_machine();
  std::uint64_t peak_resident_ = 0;
  std::uint64_t peak_processes_ = 0;
};

}  // namespace proctor::supervise
