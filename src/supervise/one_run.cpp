#include "supervise/one_run.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "base/signal_name.hpp"
#include "base/text.hpp"

namespace proctor::supervise {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{200};         // how often is looked at what nothing tells of
constexpr milliseconds kReaping{2};        // a step, in CPU time
constexpr milliseconds kDrainWindow{200};  // for `exec > >(tee log)` and the like to end by themselves

// Without accounting in the kernel the numbers are 0, which would say something else.
bool counts_written_bytes() {
  static const bool counts = access("/proc/self/io", R_OK) == 0;
  return counts;
}

}  // namespace

OneRun::~OneRun() {
  if (root_ != 0 && !settled_) {  // an exception is on its way
    try {
      pump_.reset();  // the sink isn't called again
      kill_everybody();
    } catch (...) {
      if (!root_gone_) kill(-root_, SIGKILL);
    }
  }
  common_.live.leave(live_);
}

Outcome OneRun::go(const std::stop_token& stop) {
  watch_.measure_disk(stop);
  if (stop.stop_requested()) {
    outcome_.termination = {Termination::Kind::cancelled, 0, "stop requested before the start"};
    return std::move(outcome_);
  }
  if (!start()) return std::move(outcome_);
  watch(stop);
  settled_ = true;
  if (!stopping_) {
    const auto strike = watch_.last_look();
    if (strike && strike->kind != outcome_.termination.kind) outcome_.termination = with_end_of_root(*strike);
  }
  account();
  return std::move(outcome_);
}

void OneRun::watch(const std::stop_token& stop) {
  UniqueFd stop_fd;
  if (stop.stop_possible()) stop_fd.reset(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const std::stop_callback on_stop(stop, [fd = stop_fd.get()] { eventfd_write(fd, 1); });

  next_tick_ = Clock::now() + kTick;
  for (;;) {
    const Time now = Clock::now();
    if (options_.stood_still) {
      const milliseconds stood = options_.stood_still();
      last_sign_ += stood - std::exchange(stood_still_, stood);
    }
    if (stacks_ && now >= stacks_->until()) end_hang_report();
    if (ended_) {
      if (root_gone_ && !pump_->open() && !common_.live.anyone_left(live_)) return;
      ++quiet_looks_;
      if (!rest_asked_ && now >= ask_at_) ask_the_rest_to_end();
    } else if (!stopping_) {
      stop_when_time_is_up(now);
    }
    if (const auto strike = watch_.look(now)) struck(*strike);
    around_.look(now);
    if ((ended_ || stopping_) && now >= kill_at_) break;
    wait_for_news(patience(now), stop, stop_fd.get());
    // Not in a flood, of which each piece keeps a processor busy.
    if (more_output_) {
      precedence_.give_up();
    } else {
      precedence_.take_if_starved(Clock::now());
    }
  }
  kill_everybody();
}

// How long to wait at most before something is due.
int OneRun::patience(Time now) const {
  if (more_output_) return 0;
  Time until = now + kTick;
  if (ended_) {
    // Nothing tells when the last of several strangers ends, so look often at first and then less.
    until = now + milliseconds(std::min(1 << std::min(quiet_looks_ - 1, 5), 20));
    if (!rest_asked_) until = std::min(until, ask_at_);
  }
  if (stacks_) until = std::min(until, stacks_->until());
  if (ended_ || stopping_) {
    until = std::min(until, kill_at_);
  } else {
    until = std::min(until, deadline().value_or(until));
  }
  until = std::min({until, watch_.next(), around_.next(), root_gone_ ? Time::max() : next_reap_});
  return static_cast<int>(std::max<std::int64_t>(0, std::chrono::ceil<milliseconds>(until - now).count()));
}

void OneRun::wait_for_news(int timeout_ms, const std::stop_token& stop, int stop_fd) {
  std::array<pollfd, 6> news{{{root_gone_ ? -1 : pidfd_.get(), POLLIN, 0},
                              {pump_->out_fd(), POLLIN, 0},
                              {pump_->err_fd(), POLLIN, 0},
                              {stop_seen_ ? -1 : stop_fd, POLLIN, 0},
                              {box_ ? box_->status_fd() : -1, POLLIN, 0},
                              {channel_.fd(), POLLIN, 0}}};
  const int count = poll(news.data(), news.size(), timeout_ms);
  const auto ready = [&](std::size_t i) { return count > 0 && news.at(i).revents != 0; };

  more_output_ = (ready(1) || ready(2)) && pump_->pump();
  if (ready(5)) {
    read_channel();
    last_sign_ = Clock::now();
  }
  if (ready(4)) look_at_box();
  const std::uint64_t output = outcome_.out.total_bytes() + outcome_.err.total_bytes();
  if (std::exchange(output_seen_, output) != output) last_sign_ = Clock::now();
  if (ready(0)) look_at_root();
  // After the root, because what it printed before its end counts as its own, whoever is looked at first.
  look_at_output_limit();
  if (!stop_seen_ && stop.stop_requested()) {
    stop_seen_ = true;
    if (!decided_)
      begin_stop({.kind = Termination::Kind::cancelled, .evidence = "stop requested"});
    else if (stacks_)
      end_hang_report();
    if (!stacks_) ask_at_ = Clock::now();  // whoever lingers has had time enough
  }
  if (!root_gone_ && Clock::now() >= next_reap_) reap_in_time();
  if (!root_gone_ && Clock::now() >= next_tick_) {
    next_tick_ = Clock::now() + kTick;
    if (deadline()) watch_.sample_cpu(Clock::now(), *deadline());
    // Beside other runs and without a cgroup, descendants must be seen while their parents still live.
    if (live_.cgroup == nullptr && !common_.live.alone()) common_.live.members(live_);
  }
}

// It's up to us to reap orphans, and until then they take places of the limit: where there is one they are
// reaped all at once, and their number is counted. Otherwise in steps: a bomb leaves thousands, and the time
// limit must not wait for them.
void OneRun::reap_in_time() {
  constexpr milliseconds kWhileTheyCome{1};
  const auto interval = watch_.reap_interval();
  const LookBudget budget = interval ? LookBudget() : LookBudget(kReaping);
  const std::uint64_t before = live_.reaped_orphans;
  common_.live.reap_orphans(live_, budget);
  const bool more = interval ? live_.reaped_orphans > before : budget.spent();
  next_reap_ = Clock::now() + (more ? kWhileTheyCome : interval.value_or(kTick));
}

void OneRun::look_at_output_limit() {
  if (!pump_ || !pump_->over_limit() || decided_) return;
  begin_stop({.kind = Termination::Kind::output_limit,
              .evidence = "more output than " + format_size(limits_.output_bytes.value_or(0))});
}

std::optional<OneRun::Time> OneRun::step_deadline() const {
  return options_.step_deadline ? options_.step_deadline() : std::nullopt;
}

OneRun::Time OneRun::wall_deadline() const {
  return begin_ + limits_.wall.value_or(milliseconds(0)) + stood_still_;
}

// When there will have been no end, or no output, for too long.
std::optional<OneRun::Time> OneRun::deadline() const {
  std::optional<Time> time;
  if (limits_.wall) time = wall_deadline();
  if (limits_.stall && (!time || last_sign_ + *limits_.stall < *time)) time = last_sign_ + *limits_.stall;
  if (const auto step = step_deadline(); step && (!time || *step < *time)) time = step;
  return time;
}

void OneRun::stop_when_time_is_up(Time now) {
  const auto time = deadline();
  if (!time || now < *time) return;
  const Activity activity = watch_.activity(begin_, now);
  Termination end{.busy = activity.busy};
  // Both may have passed since the last look: the one that was first.
  if (limits_.wall && *time == wall_deadline()) {
    end.kind = Termination::Kind::timed_out;
    end.evidence =
        fmt::format("no end within {}", format_duration(limits_.asked_wall.value_or(*limits_.wall)));
  } else {
    end.kind = Termination::Kind::stalled;
    end.silent = step_deadline() != time;
    end.evidence = end.silent ? fmt::format("no output for {}", format_duration(*limits_.stall))
                              : "one step took too long";
  }
  end.evidence += "; " + activity.words;
  begin_stop(std::move(end));
}

// The limits are those of the whole tree, so they hold after the command itself has ended, too: a fork bomb's
// first process ends at once.
void OneRun::struck(const Strike& strike) {
  // Those who were seen are held first: to look for all of a bomb takes a time in which it grows.
  if (strike.at_once && live_.cgroup == nullptr && !box_) signal_each(strike.members, SIGSTOP);
  if (!stopping_) {
    killed_at_once_ = strike.at_once && !root_gone_;
    begin_stop(with_end_of_root(strike), strike.at_once);
  } else if (strike.at_once) {
    kill_at_ = std::min(kill_at_, Clock::now());  // no cause any more, but it can't go on
  }
}

// A limit's strike as the termination; what is known of the command's own end isn't lost by it. Of two limits
// the first is the cause.
Termination OneRun::with_end_of_root(const Strike& strike) {
  using Kind = Termination::Kind;
  const Termination& end = outcome_.termination;
  if (ended_ && end.kind != Kind::exited && end.kind != Kind::signalled && end.kind != Kind::not_started)
    return end;
  own_limit_struck_ = !strike.around;
  if (strike.around)
    outcome_.shortage =
        "A limit around proctor struck: raise it, or let less run at once (" + strike.evidence + ").";
  std::string evidence = strike.evidence;
  if (ended_ && !end.evidence.empty()) evidence += "; the command itself had ended: " + end.evidence;
  return {strike.kind, 0, std::move(evidence)};
}

void OneRun::begin_stop(Termination end, bool at_once) {
  const Termination::Kind kind = end.kind;
  outcome_.termination = std::move(end);
  outcome_.stopped_at = Clock::now();
  decided_ = true;
  stopping_ = true;
  if (at_once) {
    kill_at_ = Clock::now();
    return;
  }
  // Whoever types Ctrl-C, too, wants to know what it was that went on.
  if (kind == Termination::Kind::timed_out || kind == Termination::Kind::stalled ||
      kind == Termination::Kind::cancelled)
    begin_hang_report();
  tell_of_end();
  if (!stacks_) ask_group_to_end();
}

// Whoever wrote there had printed something before: that is told first.
void OneRun::read_channel() {
  channel_.read([this](int client, std::string_view bytes) {
    if (pump_) pump_->take_present();
    return options_.channel ? options_.channel(client, bytes) : std::string();
  });
}

void OneRun::drain() {
  if (!pump_) return;  // an exception is on its way
  pump_->drain();
  read_channel();
}

// The root is about to be reaped: everything that it printed is in the pipes by now.
void OneRun::look_at_root() {
  drain();
  if (pump_->over_limit() && !decided_) return;  // the limit was passed first; come again after the stop
  reap_root();
}

// From now on nothing of the command is waited for but those whom it left behind.
void OneRun::command_has_ended() {
  if (std::exchange(ended_, true)) return;
  end_ = Clock::now();
  if (!stopping_) kill_at_ = end_ + limits_.grace;
  ask_at_ = std::min(end_ + kDrainWindow, kill_at_);
}

void OneRun::reap_root() {
  if (box_) look_at_box();  // what was told before the end
  siginfo_t info{};
  rusage usage{};
  const long result = syscall(SYS_waitid, P_PIDFD, pidfd_.get(), &info, WEXITED | WNOHANG, &usage);
  if (result == 0 && info.si_pid == 0) return;
  if (result != 0 && errno == EINTR) return;
  root_gone_ = true;
  common_.live.root_reaped(live_);
  root_usage_ = usage_of(usage);
  // Who is killed with a sandbox is waited for by nobody, and the first process in it ends with 0 otherwise.
  written_known_ =
      counts_written_bytes() && result == 0 && (!box_ || (info.si_code == CLD_EXITED && info.si_status == 0));
  watch_.root_reaped(root_usage_);
  command_has_ended();
  if (std::exchange(decided_, true)) return;
  if (box_ && refuse_for_box()) return;
  if (box_ && !box_->ended()) {
    // bubblewrap's exit code isn't the command's.
    decide(CLD_KILLED, SIGKILL);
    if (outcome_.termination.kind == Termination::Kind::signalled)
      outcome_.termination.evidence +=
          ": the sandbox's first process has ended before the command, and all with it";
  } else if (result != 0) {
    outcome_.termination = {Termination::Kind::exited, -1,
                            "the exit code is lost: something else in this program reaped the process"};
  } else {
    decide(info.si_code, info.si_status);
  }
}

// The words of waitid: CLD_EXITED, CLD_KILLED or CLD_DUMPED, with the exit code or signal.
void OneRun::decide(int code, int status) {
  using Kind = Termination::Kind;
  decided_ = true;
  if (code == CLD_EXITED) {
    outcome_.termination = {Kind::exited, status, fmt::format("exit code {} (waitid)", status)};
  } else {
    const char* core = code == CLD_DUMPED ? " (core dumped)" : "";
    outcome_.termination = {Kind::signalled, status, signal_name(status) + core};
  }
  if (const auto strike = watch_.root_ended()) outcome_.termination = with_end_of_root(*strike);
}

void OneRun::account() {
  if (stacks_) end_hang_report();
  pump_->finish();
  Usage& usage = outcome_.usage;
  const Time end = ended_ ? end_ : Clock::now();
  usage.wall = std::chrono::duration_cast<milliseconds>(end - begin_);
  if (live_.cgroup == nullptr || !cgroup_.read_cpu(usage)) {
    usage.user_cpu = milliseconds((root_usage_.user_us + live_.reaped.user_us) / 1000);
    usage.system_cpu = milliseconds((root_usage_.system_us + live_.reaped.system_us) / 1000);
  }
  // Until execve the child was in our memory, and the kernel counts that as its own. So a number that isn't
  // clearly above ours says nothing of the child. Clearly, because both are sums of counters that lag behind.
  const std::uint64_t peak = std::max(root_usage_.peak_bytes, live_.reaped.peak_bytes);
  const std::uint64_t own = own_peak_bytes_ + own_peak_bytes_ / 16 + (1U << 20U);
  watch_.account(usage, peak > own ? std::optional(peak) : std::nullopt);
  if (written_known_) usage.bytes_written = root_usage_.written_bytes + live_.reaped.written_bytes;
  if (!own_limit_struck_ && outcome_.shortage.empty()) outcome_.shortage = around_.shortage();
  outcome_.isolation.limits = watch_.enforced();
  outcome_.isolation.kill_scope = box_                      ? "PID namespace of its own (bubblewrap)"
                                  : live_.cgroup != nullptr ? common_.cgroups.description()
                                                            : common_.kill_scope;
}

}  // namespace proctor::supervise
