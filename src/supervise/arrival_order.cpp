#include "supervise/arrival_order.hpp"

#include <fcntl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>

namespace proctor::supervise {
namespace {

constexpr std::size_t kMostSignals = 16384;  // at once; some milliseconds to read

int announcement() {
  return SIGRTMAX - 2;
}

// SIGIO comes in place of an announcement for which there's no room (RLIMIT_SIGPENDING).
sigset_t signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, announcement());
  sigaddset(&set, SIGIO);
  return set;
}

// By default both end the process. They are blocked and taken from the queue; this is for one that is left
// there.
void make_harmless() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (const int signal : {announcement(), SIGIO}) {
      struct sigaction action {};
      if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
      action.sa_handler = [](int) {};
      action.sa_flags = SA_RESTART;
      sigaction(signal, &action, nullptr);
    }
  });
}

bool announce(int pipe) {
  const f_owner_ex owner{F_OWNER_TID, gettid()};
  return fcntl(pipe, F_SETOWN_EX, &owner) == 0 && fcntl(pipe, F_SETSIG, announcement()) == 0 &&
         fcntl(pipe, F_SETFL, O_NONBLOCK | O_ASYNC) == 0;
}

// Calls `action` with number and descriptor of each signal that waits, at most `most` of them; how many there
// were.
template <typename Action>
std::size_t take_signals(int signals, std::size_t most, const Action& action) {
  std::array<signalfd_siginfo, 64> buffer;
  std::size_t taken = 0;
  while (taken < most) {
    const ssize_t bytes = read(signals, buffer.data(), sizeof buffer);
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) break;
    const std::size_t count = static_cast<std::size_t>(bytes) / sizeof(signalfd_siginfo);
    for (std::size_t i = 0; i < count; ++i) action(buffer.at(i).ssi_signo, buffer.at(i).ssi_fd);
    taken += count;
    if (count < buffer.size()) break;
  }
  return taken;
}

}  // namespace

ArrivalOrder::ArrivalOrder(int out, int err) : pipes_{out, err} {
  make_harmless();
  const sigset_t set = signals();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
  signals_.reset(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  works_ = signals_ && announce(out) && announce(err);
  if (!works_) give_up();
}

ArrivalOrder::~ArrivalOrder() {
  forget_signals();
  sigset_t set = signals();
  for (const int signal : {announcement(), SIGIO}) {
    if (sigismember(&before_, signal) == 1) sigdelset(&set, signal);
  }
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void ArrivalOrder::collect() {
  if (!works_) return;
  bool lost = false;
  const std::size_t taken = take_signals(signals_.get(), kMostSignals, [&](std::uint32_t signal, int pipe) {
    lost = lost || signal == SIGIO;
    note(pipe);
  });
  if (lost || taken >= kMostSignals) give_up();
}

void ArrivalOrder::note(int pipe) {
  if (pipe < 0 || (pipe != pipes_[0] && pipe != pipes_[1])) return;
  const Stream stream = pipe == pipes_[0] ? Stream::out : Stream::err;
  if (std::size_t& expected = expected_.at(index(stream)); expected > 0) {
    --expected;
    return;
  }
  ++counts_.at(index(stream));
  writes_.push_back(stream);
}

void ArrivalOrder::clear() {
  writes_.clear();
  counts_ = {};
}

void ArrivalOrder::keep(Stream stream, std::size_t count) {
  counts_.at(index(stream)) += count;
  writes_.insert(writes_.end(), count, stream);
}

void ArrivalOrder::give_up() {
  works_ = false;
  for (const int pipe : pipes_) {
    if (pipe >= 0) fcntl(pipe, F_SETFL, O_NONBLOCK);
  }
  forget_signals();
  clear();
}

// None comes any more. Those that wait count among all that the user may have waiting.
void ArrivalOrder::forget_signals() {
  while (signals_ && take_signals(signals_.get(), kMostSignals, [](std::uint32_t, int) {}) > 0) {
  }
}

}  // namespace proctor::supervise
