// The course of one run: start, watch, end, account. The states are few:
//
//   watching   the root is alive and nothing has happened
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
#include "supervise/limit_watch.hpp"
#include "supervise/live_runs.hpp"
#include "supervise/output_pump.hpp"
#include "supervise/run_cgroups.hpp"
#include "supervise/supervise.hpp"

namespace proctor::supervise {

/// What all runs of a Supervisor have in common.
struct Common {
  CgroupPlaces cgroups;
  LiveRuns live{};
  UniqueFd null{};           ///< /dev/null
  std::string outer_mark{};  ///< our own PROCTOR_RUN, if we are supervised ourselves
  std::string kill_scope{};  ///< of runs that aren't in a cgroup
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
  void begin_stop(Termination::Kind kind, std::string evidence, bool at_once = false);
  void stop_when_time_is_up(Time now);
  void struck(const Strike& strike);
  Termination with_end_of_root(const Strike& strike) const;
  std::optional<Time> deadline() const;
  void ask_the_rest_to_end();
  void kill_everybody();
  void hold_everybody();
  void kill_round(bool first);
  static bool signal_each(const std::vector<Member>& members, int signal);
  void name_left_behind(const Process& process);
  void account();

  Common& common_;
  const Command& command_;
  const Limits& limits_;
  const Setting& setting_;

  Outcome outcome_{};
  RunCgroups cgroups_{};
  Cgroup& cgroup_ = cgroups_.unified;
  LiveRun live_{};
  LimitWatch watch_;
  UniqueFd pidfd_{};
  std::optional<OutputPump> pump_{};

  pid_t root_ = 0;           ///< its number, kept after it was reaped
  bool root_gone_ = false;   ///< reaped
  bool decided_ = false;     ///< the termination is known
  bool stopping_ = false;    ///< the group has got SIGTERM
  bool rest_asked_ = false;  ///< so has everybody else
  bool stop_seen_ = false;
  bool killed_at_once_ = false;  ///< nobody was asked to end
  bool settled_ = false;      ///< nobody is left, or all was tried
  bool more_output_ = false;  ///< the last look didn't reach the end of what is there
  int quiet_looks_ = 0;       ///< looks for leftovers so far
  Time begin_{};
  Time root_end_{};
  Time next_tick_{};
  Time last_output_{};
  std::uint64_t output_seen_ = 0;
  Time ask_at_{};   ///< when those who are left get SIGTERM
  Time kill_at_{};  ///< when everybody gets SIGKILL
  std::uint64_t own_peak_bytes_ = 0;
  ReapedUsage root_usage_{};
  std::set<std::pair<pid_t, std::uint64_t>> named_{};
};

}  // namespace proctor::supervise
