// How everybody in a run is brought to an end: asked first, then held and killed.
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <utility>

#include "supervise/one_run.hpp"

namespace proctor::supervise {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kKillTime{10'000};  // what SIGKILL doesn't end in this time hangs in the kernel
constexpr milliseconds kLeastKillTime{500};
constexpr milliseconds kHoldTime{3'000};  // who still runs then is in an uninterruptible call
constexpr std::size_t kMostNamed = 100;

}  // namespace

void OneRun::ask_group_to_end() {
  kill_at_ = Clock::now() + limits_.grace;
  if (ended_) return;
  group_asked_ = true;
  if (box_) {
    ask_box_to_end();
    return;
  }
  // The root isn't reaped, so the number of its group is still its own. SIGCONT: who is stopped can't end.
  kill(-root_, SIGTERM);
  kill(-root_, SIGCONT);
}

void OneRun::ask_the_rest_to_end() {
  rest_asked_ = true;
  for (const Member& member : common_.live.members(live_)) {
    const Process& process = member.process;
    const bool asked = group_asked_ && process.group == group_;
    if (!process.alive() || is_machinery(process) || asked) continue;
    if (member.certain) name_left_behind(process);
    signal_process(process, SIGTERM);
    signal_process(process, SIGCONT);
  }
}

void OneRun::name_left_behind(const Process& process) {
  if (killed_at_once_ || outcome_.left_behind.size() >= kMostNamed) return;
  if (box_ && !box_->ready()) return;  // whoever is there prepares the sandbox: there is no command yet
  if (named_.contains({process.pid, process.start})) return;
  std::string command = command_line(process.pid);
  const auto now = read_process(process.pid);  // was it still the same one while its command was read?
  if (!now || now->start != process.start || !now->alive()) return;
  named_.emplace(process.pid, process.start);
  outcome_.left_behind.push_back({process.pid, std::move(command)});
}

// Who is stopped can neither fork nor hide, and unlike the dead still takes the place of a process where
// their number is limited. So in a few rounds nobody is left who runs, however quickly they multiply.
void OneRun::hold_everybody() {
  const Time limit = Clock::now() + kHoldTime;
  bool found = true;
  for (int pause_ms = 0; found && Clock::now() < limit; pause_ms = std::min(pause_ms + 1, 5)) {
    poll(nullptr, 0, pause_ms);  // they stop when they come to run
    std::vector<Member> running;
    for (const Member& member : common_.live.members(live_)) {
      const Process& process = member.process;
      if (process.alive() && process.state != 'T') running.push_back(member);
    }
    found = signal_each(running, SIGSTOP);
  }
}

void OneRun::kill_everybody() {
  precedence_.take();
  // Of those in a sandbox nobody runs any more when its first process was killed. To give back the memory
  // that a program has asked for may take seconds, and who has little patience isn't to wait for it.
  const Time limit =
      Clock::now() + (box_ ? std::clamp(2 * limits_.grace, kLeastKillTime, kKillTime) : kKillTime);
  int pause_ms = 1;
  for (bool first = true;; first = false) {
    kill_round(first);
    drain();
    if (!root_gone_) reap_root();
    if (root_gone_ && !common_.live.anyone_left(live_)) return;
    if (Clock::now() >= limit) return;
    pollfd root{root_gone_ ? -1 : pidfd_.get(), POLLIN, 0};
    poll(&root, 1, pause_ms);
    pause_ms = std::min(pause_ms * 2, 10);
  }
}

void OneRun::kill_round(bool first) {
  // Who is in a sandbox dies with it. To look for all of a bomb first takes a time in which it grows.
  if (first && box_ && killed_at_once_ && !root_gone_) kill(-root_, SIGKILL);
  if (first) {
    // Hold them first: while hundreds of them run and fork, even to read the process table takes seconds.
    if (live_.cgroup != nullptr) cgroup_.freeze();
    if (!root_gone_) kill(-root_, SIGSTOP);
    if (live_.cgroup == nullptr && !box_) hold_everybody();
  }
  const std::vector<Member> members = common_.live.members(live_);
  for (const Member& member : members) {
    const bool is_command = !ended_ && member.process.pid == group_;
    if (member.certain && member.process.alive() && !is_machinery(member.process) && !is_command)
      name_left_behind(member.process);
  }
  if (live_.cgroup != nullptr) cgroup_.kill();
  if (!root_gone_ && first) kill(-root_, SIGKILL);
  signal_each(members, SIGKILL);
  for (int i = 0; i < 20 && common_.live.kill_adopted(live_); ++i) {
  }
}

// Whether anybody was there. One by one, for those without a cgroup or outside of it. With each its process
// group, at one stroke: whoever has forked since the table was read is most likely in it. All members of such
// a group descend from the leader of its session, which was made inside the run; only our own group could be
// an exception.
bool OneRun::signal_each(const std::vector<Member>& members, int signal) {
  std::set<pid_t> groups{0, getpgrp()};
  for (const Member& member : members) {
    if (!signal_process(member.process, signal)) continue;
    if (groups.insert(member.process.group).second) kill(-member.process.group, signal);
  }
  return groups.size() > 2;
}

}  // namespace proctor::supervise
