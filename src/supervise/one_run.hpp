// The course of one run: start, watch, end, account. The states are few:
//
//   watching   the root is alive and nothing has happened
//   telling    it hangs, and runtimes were asked for their stacks: a moment (500 ms) for their answers
//   stopping   a cause to stop it was found: the group has got SIGTERM, the kill comes after the grace
//   lingering  the root has ended and somebody else has not, or holds the output open
//   done       nobody is left
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/unique_fd.hpp"
#include "supervise/cgroup.hpp"
#include "supervise/guardian.hpp"
#include "supervise/live_runs.hpp"
#include "supervise/output_pump.hpp"
#include "supervise/runtime_stacks.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// What all runs of a Supervisor have in common.
struct Common {
  CgroupPlace cgroups;
  LiveRuns live{};
  Guardian guardian{live};
  UniqueFd null{};           ///< /dev/null
  std::string outer_mark{};  ///< our own PROCTOR_RUN, if we are supervised ourselves
};

class OneRun {
 public:
  OneRun(Common& common, const Command& command, const Limits& limits, const Setting& setting);
  ~OneRun();
  OneRun(const OneRun&) = delete;
  OneRun& operator=(const OneRun&) = delete;

  Outcome go(const std::stop_token& stop);

 private:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  bool start();
  bool refuse(std::string reason);

  void watch(const std::stop_token& stop);
  void wait_for_news(int timeout_ms, const std::stop_token& stop, int stop_fd);
  int patience(Time now) const;
  void look_at_root();
  bool reap_root();
  void begin_stop(Termination::Kind kind, std::string evidence);
  void ask_group_to_end();
  void begin_hang_report();
  void end_hang_report();
  void ask_the_rest_to_end();
  void kill_everybody();
  void kill_round(bool first);
  void name_left_behind(const Process& process);
  void account();

  Common& common_;
  const Command& command_;
  const Limits& limits_;
  const Setting& setting_;

  Outcome outcome_{};
  GuardedScope guarded_{common_.guardian};  ///< before the cgroup, so that it is the last to go
  Cgroup cgroup_{};
  LiveRun live_{};
  UniqueFd pidfd_{};
  std::optional<OutputPump> pump_{};
  std::optional<StackListener> stacks_{};  ///< while runtimes have time to answer

  pid_t root_ = 0;            ///< its number, kept after it was reaped
  bool root_gone_ = false;    ///< reaped
  bool decided_ = false;      ///< the termination is known
  bool stopping_ = false;     ///< a cause to stop was found
  bool group_asked_ = false;  ///< the group has got SIGTERM
  bool rest_asked_ = false;   ///< so has everybody else
  bool stop_seen_ = false;
  bool settled_ = false;      ///< nobody is left, or all was tried
  bool more_output_ = false;  ///< the last look didn't reach the end of what is there
  int quiet_looks_ = 0;       ///< looks for leftovers so far
  Time begin_{};
  Time root_end_{};
  Time next_tick_{};
  Time ask_at_{};   ///< when those who are left get SIGTERM
  Time kill_at_{};  ///< when everybody gets SIGKILL
  std::uint64_t own_peak_bytes_ = 0;
  ReapedUsage root_usage_{};
  std::set<std::pair<pid_t, std::uint64_t>> named_{};
};

}  // namespace proctor::supervise
