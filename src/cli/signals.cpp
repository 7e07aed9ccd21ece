#include "cli/signals.hpp"

#include <pthread.h>

#include <csignal>

namespace proctor::cli {
namespace {

// Ends the waiting thread. Blocked with the others, so it never does anything else.
constexpr int kEndOfWaiting = SIGUSR2;

sigset_t awaited() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, kEndOfWaiting}) sigaddset(&set, number);
  return set;
}

}  // namespace

StopOnSignals::StopOnSignals() {
  const sigset_t set = awaited();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::thread([this, set] {
    int number = 0;
    while (sigwait(&set, &number) == 0 && number != kEndOfWaiting) source_.request_stop();
  });
}

StopOnSignals::~StopOnSignals() {
  pthread_kill(waiter_.native_handle(), kEndOfWaiting);
  waiter_.join();
}

}  // namespace proctor::cli
