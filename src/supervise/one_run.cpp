#include "supervise/one_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "supervise/program.hpp"
#include "supervise/spawn.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{200};         // how often zombies are reaped during a run
constexpr milliseconds kDrainWindow{200};  // for `exec > >(tee log)` and the like to end by themselves
constexpr milliseconds kKillTime{10'000};  // what SIGKILL doesn't end in this time hangs in the kernel
constexpr std::size_t kMostNamed = 100;

std::string new_mark(const std::string& outer) {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) < 0) bytes.fill(0x55);  // as good as impossible
  std::string mark = outer;
  if (!mark.empty()) mark += '.';
  for (const unsigned char byte : bytes) fmt::format_to(std::back_inserter(mark), "{:02x}", byte);
  return mark;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

bool holds_nul(const Command& command) {
  const auto bad = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  return std::any_of(command.argv.begin(), command.argv.end(), bad) ||
         std::any_of(command.environment.begin(), command.environment.end(), bad) ||
         bad(command.workdir.native());
}

char* c_string(const std::string& text) {
  return const_cast<char*>(text.c_str());
}

// A pipe whose ends are above 2, because the child puts others there, and whose read end doesn't block.
bool make_pipe(UniqueFd& reader, UniqueFd& writer) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  reader.reset(ends[0]);
  writer.reset(ends[1]);
  for (UniqueFd* end : {&reader, &writer}) {
    if (end->get() <= STDERR_FILENO) end->reset(fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!*end) return false;
  }
  return fcntl(reader.get(), F_SETFL, O_NONBLOCK) == 0;
}

ReapedUsage usage_of(const rusage& usage) {
  const auto microseconds = [](const timeval& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000 + static_cast<std::int64_t>(time.tv_usec);
  };
  return {microseconds(usage.ru_utime), microseconds(usage.ru_stime),
          static_cast<std::uint64_t>(usage.ru_maxrss) * 1024U};
}

}  // namespace

OneRun::OneRun(Common& common, const Command& command, const Limits& limits, const Setting& setting)
    : common_(common), command_(command), limits_(limits), setting_(setting), begin_(Clock::now()) {
  live_.mark = new_mark(common_.outer_mark);
  live_.started = ticks_since_boot();
  outcome_.out = BoundedOutput(limits.head_bytes, limits.tail_bytes);
  outcome_.err = BoundedOutput(limits.head_bytes, limits.tail_bytes);
  common_.live.enter(live_);
}

OneRun::~OneRun() {
  if (root_ != 0 && !settled_) {  // an exception is on its way
    try {
      pump_.reset();  // the sink isn't called again
      kill_everybody();
    } catch (...) {
      kill(-root_, SIGKILL);
    }
  }
  common_.live.leave(live_);
}

Outcome OneRun::go(const std::stop_token& stop) {
  if (stop.stop_requested()) {
    outcome_.termination = {Termination::Kind::cancelled, 0, "stop requested before the start"};
    return std::move(outcome_);
  }
  if (!start()) return std::move(outcome_);
  watch(stop);
  settled_ = true;
  account();
  return std::move(outcome_);
}

bool OneRun::refuse(std::string reason) {
  outcome_.termination = {Termination::Kind::not_started, 0, std::move(reason)};
  return false;
}

bool OneRun::start() {
  if (command_.argv.empty()) return refuse("there is no command");
  if (holds_nul(command_)) return refuse("the command holds a NUL byte, which no argument can");
  const auto program = find_program(command_.argv.front(), command_.environment, command_.workdir);
  if (!program) return refuse(program.error());

  UniqueFd out_read, out_write, err_read, err_write;
  if (!make_pipe(out_read, out_write) || !make_pipe(err_read, err_write)) {
    return refuse(system_message("a pipe for the output can't be made", errno));
  }
  pump_.emplace(std::move(out_read), std::move(err_read), limits_, setting_, outcome_);

  const std::string shell = "/bin/sh";
  const std::string mark = "PROCTOR_RUN=" + live_.mark;
  std::vector<char*> shell_argv{c_string(shell), c_string(*program)};
  std::vector<char*> argv;
  for (const std::string& word : command_.argv) argv.push_back(c_string(word));
  shell_argv.insert(shell_argv.end(), argv.begin() + 1, argv.end());
  argv.push_back(nullptr);
  shell_argv.push_back(nullptr);
  std::vector<char*> environment;
  for (const std::string& entry : command_.environment) {
    if (!entry.starts_with("PROCTOR_RUN=")) environment.push_back(c_string(entry));
  }
  environment.push_back(c_string(mark));
  environment.push_back(nullptr);

  // The child's peak begins with ours, whose memory it borrows before execve; see account().
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  own_peak_bytes_ = usage_of(own).peak_bytes;

  cgroup_ = common_.cgroups.make();
  SpawnRequest request{.program = program->c_str(),
                       .argv = argv.data(),
                       .shell_argv = shell_argv.data(),
                       .environment = environment.data(),
                       .workdir = command_.workdir.empty() ? nullptr : command_.workdir.c_str(),
                       .in = common_.null.get(),
                       .out = out_write.get(),
                       .err = err_write.get(),
                       .cgroup = cgroup_.fd()};
  common_.live.begin_start();
  auto spawned = spawn(request);
  common_.live.end_start(live_, spawned ? spawned->pid : 0);
  if (!spawned) return refuse(explain(spawned.error(), *program, command_.workdir));
  root_ = spawned->pid;
  pidfd_ = std::move(spawned->pidfd);
  if (spawned->in_cgroup) live_.cgroup = &cgroup_;
  return true;
}

void OneRun::watch(const std::stop_token& stop) {
  UniqueFd stop_fd;
  if (stop.stop_possible()) stop_fd.reset(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  const std::stop_callback on_stop(stop, [fd = stop_fd.get()] { eventfd_write(fd, 1); });

  for (;;) {
    const Time now = Clock::now();
    if (root_gone_) {
      if (!pump_->open() && !common_.live.anyone_left(live_)) return;
      ++quiet_looks_;
      if (!rest_asked_ && now >= ask_at_) ask_the_rest_to_end();
    } else if (!stopping_ && limits_.wall && now >= begin_ + *limits_.wall) {
      begin_stop(Termination::Kind::timed_out, "no end within " + format_duration(*limits_.wall));
    }
    if ((root_gone_ || stopping_) && now >= kill_at_) break;
    wait_for_news(patience(now), stop, stop_fd.get());
  }
  kill_everybody();
}

// How long to wait at most before something is due.
int OneRun::patience(Time now) const {
  if (more_output_) return 0;
  Time until = now + kTick;
  if (root_gone_) {
    // Nothing tells when the last of several strangers ends, so look often at first and then less.
    until = now + milliseconds(std::min(1 << std::min(quiet_looks_ - 1, 5), 20));
    if (!rest_asked_) until = std::min(until, ask_at_);
  }
  if (root_gone_ || stopping_) {
    until = std::min(until, kill_at_);
  } else if (limits_.wall) {
    until = std::min(until, begin_ + *limits_.wall);
  }
  return static_cast<int>(std::max<std::int64_t>(0, std::chrono::ceil<milliseconds>(until - now).count()));
}

void OneRun::wait_for_news(int timeout_ms, const std::stop_token& stop, int stop_fd) {
  std::array<pollfd, 4> news{{{root_gone_ ? -1 : pidfd_.get(), POLLIN, 0},
                              {pump_->out_fd(), POLLIN, 0},
                              {pump_->err_fd(), POLLIN, 0},
                              {stop_seen_ ? -1 : stop_fd, POLLIN, 0}}};
  const int count = poll(news.data(), news.size(), timeout_ms);
  const auto ready = [&](std::size_t i) { return count > 0 && news.at(i).revents != 0; };

  more_output_ = pump_->pump(ready(1), ready(2));
  if (ready(0)) look_at_root();
  // After the root, because what it printed before its end counts as its own, whoever is looked at first.
  if (pump_->over_limit() && !decided_) {
    begin_stop(Termination::Kind::output_limit,
               "more output than " + format_size(limits_.output_bytes.value_or(0)));
  }
  if (!stop_seen_ && stop.stop_requested()) {
    stop_seen_ = true;
    if (!decided_) begin_stop(Termination::Kind::cancelled, "stop requested");
    ask_at_ = Clock::now();  // whoever lingers has had time enough
  }
  if (count == 0 && !root_gone_) {
    common_.live.reap_orphans(live_);
    // Beside other runs and without a cgroup, descendants must be seen while their parents still live.
    if (live_.cgroup == nullptr && !common_.live.alone()) common_.live.members(live_);
  }
}

void OneRun::begin_stop(Termination::Kind kind, std::string evidence) {
  outcome_.termination = {kind, 0, std::move(evidence)};
  decided_ = true;
  stopping_ = true;
  kill_at_ = Clock::now() + limits_.grace;
  if (root_gone_) return;
  // The root isn't reaped, so the number of its group is still its own. SIGCONT: who is stopped can't end.
  kill(-root_, SIGTERM);
  kill(-root_, SIGCONT);
}

// The root is about to be reaped: everything that it printed is in the pipes by now.
void OneRun::look_at_root() {
  pump_->drain();
  if (pump_->over_limit() && !decided_) return;  // the limit was passed first; come again after the stop
  if (!reap_root()) return;
  if (!stopping_) kill_at_ = root_end_ + limits_.grace;
  ask_at_ = std::min(root_end_ + kDrainWindow, kill_at_);
}

bool OneRun::reap_root() {
  siginfo_t info{};
  rusage usage{};
  const long result = syscall(SYS_waitid, P_PIDFD, pidfd_.get(), &info, WEXITED | WNOHANG, &usage);
  if (result == 0 && info.si_pid == 0) return false;
  if (result != 0 && errno == EINTR) return false;
  root_gone_ = true;
  root_end_ = Clock::now();
  common_.live.root_reaped(live_);
  root_usage_ = usage_of(usage);
  if (std::exchange(decided_, true)) return true;

  using Kind = Termination::Kind;
  Termination& termination = outcome_.termination;
  if (result != 0) {
    termination = {Kind::exited, -1,
                   "the exit code is lost: something else in this program reaped the process"};
  } else if (info.si_code == CLD_EXITED) {
    termination = {Kind::exited, info.si_status, fmt::format("exit code {} (waitid)", info.si_status)};
  } else if (info.si_status == SIGKILL && live_.cgroup != nullptr && cgroup_.out_of_memory()) {
    termination = {Kind::out_of_memory, 0, "SIGKILL, and oom_kill in the cgroup's memory.events"};
  } else {
    const char* core = info.si_code == CLD_DUMPED ? " (core dumped)" : "";
    termination = {Kind::signalled, info.si_status, signal_name(info.si_status) + core};
  }
  return true;
}

void OneRun::ask_the_rest_to_end() {
  rest_asked_ = true;
  for (const Member& member : common_.live.members(live_)) {
    const Process& process = member.process;
    const bool asked = stopping_ && process.group == root_;
    if (!process.alive() || process.pid == root_ || asked) continue;
    if (member.certain) name_left_behind(process);
    signal_process(process, SIGTERM);
    signal_process(process, SIGCONT);
  }
}

void OneRun::name_left_behind(const Process& process) {
  if (outcome_.left_behind.size() >= kMostNamed) return;
  if (named_.contains({process.pid, process.start})) return;
  std::string command = command_line(process.pid);
  const auto now = read_process(process.pid);  // was it still the same one while its command was read?
  if (!now || now->start != process.start || !now->alive()) return;
  named_.emplace(process.pid, process.start);
  outcome_.left_behind.push_back({process.pid, std::move(command)});
}

void OneRun::kill_everybody() {
  const Time limit = Clock::now() + kKillTime;
  int pause_ms = 1;
  for (bool first = true;; first = false) {
    kill_round(first);
    if (pump_) pump_->drain();
    if (!root_gone_) reap_root();
    if (root_gone_ && !common_.live.anyone_left(live_)) return;
    if (Clock::now() >= limit) return;
    pollfd root{root_gone_ ? -1 : pidfd_.get(), POLLIN, 0};
    poll(&root, 1, pause_ms);
    pause_ms = std::min(pause_ms * 2, 10);
  }
}

void OneRun::kill_round(bool first) {
  const std::vector<Member> members = common_.live.members(live_);
  for (const Member& member : members) {
    if (member.certain && member.process.alive() && member.process.pid != root_)
      name_left_behind(member.process);
  }
  if (live_.cgroup != nullptr) cgroup_.kill();
  if (!root_gone_ && first) kill(-root_, SIGKILL);
  // Then one by one, for those without a cgroup or outside of it. With each its process group, at one stroke:
  // whoever has forked since the table was read is most likely in it. All members of such a group descend
  // from the leader of its session, which was made inside the run; only our own group could be an exception.
  std::set<pid_t> groups{0, getpgrp()};
  for (const Member& member : members) {
    if (!signal_process(member.process, SIGKILL)) continue;
    if (groups.insert(member.process.group).second) kill(-member.process.group, SIGKILL);
  }
  for (int i = 0; i < 20; ++i) common_.live.kill_adopted(live_);
}

void OneRun::account() {
  pump_->finish();
  Usage& usage = outcome_.usage;
  const Time end = root_gone_ ? root_end_ : Clock::now();
  usage.wall = std::chrono::duration_cast<milliseconds>(end - begin_);
  if (live_.cgroup == nullptr || !cgroup_.read_cpu(usage)) {
    usage.user_cpu = milliseconds((root_usage_.user_us + live_.reaped.user_us) / 1000);
    usage.system_cpu = milliseconds((root_usage_.system_us + live_.reaped.system_us) / 1000);
  }
  if (live_.cgroup != nullptr) usage.peak_memory_bytes = cgroup_.peak_memory();
  // Until execve the child was in our memory, and the kernel counts that as its own. So a number that isn't
  // above ours says nothing of the child.
  const std::uint64_t peak = std::max(root_usage_.peak_bytes, live_.reaped.peak_bytes);
  if (!usage.peak_memory_bytes && peak > own_peak_bytes_) usage.peak_memory_bytes = peak;
}

}  // namespace proctor::supervise
