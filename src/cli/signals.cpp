#include "cli/signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <vector>

#include "supervise/process_table.hpp"

namespace proctor::cli {
namespace {

// Ends the waiting thread. Blocked with the others, so it never does anything else.
constexpr int kEndOfWaiting = SIGUSR2;

constexpr int kMostGenerations = 10'000;

sigset_t awaited() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, kEndOfWaiting}) sigaddset(&set, number);
  return set;
}

// Tested code may have the right to signal us, where there is no sandbox. It isn't for it to say that the run
// is over. (As the reaper of orphans we are above all that it starts.) Children that were there `before` are
// others': a shell that has become this program may have started a watchdog over it.
bool comes_from_below(const siginfo_t& info, const std::vector<pid_t>& before) {
  if (info.si_code > 0) return false;  // the kernel: a terminal's Ctrl-C
  auto process = supervise::read_process(info.si_pid);
  for (int generations = 0; process && generations < kMostGenerations; ++generations) {
    if (process->parent == getpid())
      return std::find(before.begin(), before.end(), process->pid) == before.end();
    if (process->parent <= 1) return false;
    process = supervise::read_process(process->parent);
  }
  return false;
}

}  // namespace

StopOnSignals::StopOnSignals() {
  const sigset_t set = awaited();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::thread([this, set, before = supervise::own_children().value_or(std::vector<pid_t>())] {
    // It waits for these alone: all others are for threads that know what to do about them.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    for (;;) {
      siginfo_t info{};
      const int number = sigwaitinfo(&set, &info);
      if (number == kEndOfWaiting && info.si_pid == getpid()) return;
      if (number > 0 && number != kEndOfWaiting && !comes_from_below(info, before)) source_.request_stop();
    }
  });
}

StopOnSignals::~StopOnSignals() {
  pthread_kill(waiter_.native_handle(), kEndOfWaiting);
  waiter_.join();
}

}  // namespace proctor::cli
