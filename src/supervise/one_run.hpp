// The course of one run: start, watch, end, account. The states are few:
//
//   watching   the root is alive and nothing has happened
//   telling    it hangs, and runtimes were asked for their stacks: a moment (500 ms) for their answers
//   stopping   a cause to stop it was found: the group has got SIGTERM, the kill comes after the grace
//   lingering  the command has ended and somebody else has not, or holds the output open
//   done       nobody is left
//
// The root is the process that was started. It is the command itself, or in a sandbox bubblewrap, which
// outlives the command: how that ended is then told by the first process in the sandbox (isolation/box.hpp).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "base/unique_fd.hpp"
#include "supervise/channel.hpp"
#include "supervise/common.hpp"
#include "supervise/isolation/box.hpp"
#include "supervise/limit_watch.hpp"
#include "supervise/live_runs.hpp"
#include "supervise/output_pump.hpp"
#include "supervise/precedence.hpp"
#include "supervise/run_cgroups.hpp"
#include "supervise/runtime_stacks.hpp"
#include "supervise/spawn.hpp"
#include "supervise/supervise.hpp"
#include "supervise/surroundings.hpp"

namespace proctor::supervise {

class OneRun {
 public:
  OneRun(Common& common, const Command& command, const Limits& limits, const RunOptions& options);
  ~OneRun();
  OneRun(const OneRun&) = delete;
  OneRun& operator=(const OneRun&) = delete;

  Outcome go(const std::stop_token& stop);

 private:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  bool start();
  std::optional<SpawnFailure> launch(SpawnRequest& request);
  bool refuse(Refusal refusal);

  void watch(const std::stop_token& stop);
  void wait_for_news(int timeout_ms, const std::stop_token& stop, int stop_fd);
  int patience(Time now) const;
  void look_at_root();
  void look_at_output_limit();
  void reap_in_time();
  void drain();
  void read_channel();
  void reap_root();
  void command_has_ended();
  void decide(int code, int status);
  void ask_group_to_end();
  void begin_hang_report();
  void tell_of_end();
  void end_hang_report();
  void begin_stop(Termination end, bool at_once = false);
  void stop_when_time_is_up(Time now);
  void struck(const Strike& strike);
  Termination with_end_of_root(const Strike& strike);
  std::optional<Time> deadline() const;
  Time wall_deadline() const;
  std::optional<Time> step_deadline() const;
  void ask_the_rest_to_end();
  void kill_everybody();
  void hold_everybody();
  void kill_round(bool first);
  static bool signal_each(const std::vector<Member>& members, int signal);
  void name_left_behind(const Process& process);
  void account();

  // For a run in a sandbox: one_run_box.cpp.
  bool start_in_box();
  void look_at_box();
  bool refuse_for_box();
  void ask_box_to_end();
  bool is_machinery(const Process& process) const;

  Common& common_;
  const Command& command_;
  const Limits& limits_;
  const RunOptions& options_;

  Outcome outcome_{};
  GuardedScope guarded_{common_.guardian};  ///< before the cgroups, so that it is the last to go
  RunCgroups cgroups_{};
  Cgroup& cgroup_ = cgroups_.unified;
  LiveRun live_{};
  LimitWatch watch_;
  Surroundings around_;
  UniqueFd null_{};  ///< the command's standard input, mostly /dev/null
  UniqueFd pidfd_{};
  std::optional<OutputPump> pump_{};
  Channel channel_{};
  std::unique_ptr<Box> box_{};      ///< in a sandbox only
  std::optional<Process> first_{};  ///< the first process in the sandbox
  bool told_of_end_ = false;
  std::optional<StackListener> stacks_{};  ///< while runtimes have time to answer

  pid_t root_ = 0;            ///< its number, kept after it was reaped
  bool root_gone_ = false;    ///< reaped
  bool ended_ = false;        ///< the command has; without a sandbox that is the same
  pid_t group_ = 0;           ///< the command's process group; in a sandbox once it was asked to end
  bool decided_ = false;      ///< the termination is known
  bool stopping_ = false;     ///< a cause to stop was found
  bool group_asked_ = false;  ///< the group has got SIGTERM
  bool rest_asked_ = false;   ///< so has everybody else
  bool stop_seen_ = false;
  bool ipc_memory_struck_ = false;
  bool own_limit_struck_ = false;  ///< the termination is by a limit of the run's own
  bool killed_at_once_ = false;    ///< nobody was asked to end
  bool settled_ = false;           ///< nobody is left, or all was tried
  bool more_output_ = false;       ///< the last look didn't reach the end of what is there
  int quiet_looks_ = 0;            ///< looks for leftovers so far
  Time begin_{};                   ///< of the command
  Time end_{};                     ///< of the command
  Time next_tick_{};
  Time next_reap_{};
  Time last_sign_{};  // of life: output, or a word on the side channel
  std::uint64_t output_seen_ = 0;
  std::chrono::milliseconds stood_still_{0};  ///< that don't count as time of the run
  Time ask_at_{};                             ///< when those who are left get SIGTERM
  Time kill_at_{};                            ///< when everybody gets SIGKILL
  std::uint64_t own_peak_bytes_ = 0;
  ReapedUsage root_usage_{};
  bool written_known_ = false;
  std::set<std::pair<pid_t, std::uint64_t>> named_{};
  Precedence precedence_{};
};

}  // namespace proctor::supervise
