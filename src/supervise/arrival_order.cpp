#include "supervise/arrival_order.hpp"

#include <fcntl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>

namespace proctor::supervise {
namespace {

constexpr std::size_t kMostSignals = 1024;  // who never stops must not keep us

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

ArrivalOrder::ArrivalOrder(int out, int err) {
  make_harmless();
  const sigset_t set = signals();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
  signals_.reset(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_) return;
  places_[0].pipe = out;
  places_[1].pipe = err;
  for (Place& place : places_) {
    const int bytes = fcntl(place.pipe, F_GETPIPE_SZ);
    place.capacity = static_cast<std::size_t>(std::max(bytes / static_cast<int>(sysconf(_SC_PAGESIZE)), 1));
    if (bytes > 0 && announce(place.pipe)) continue;
    signals_.reset();
    return;
  }
}

ArrivalOrder::~ArrivalOrder() {
  while (take_signals(signals_.get(), kMostSignals, [](std::uint32_t, int) {}) > 0) {
  }
  sigset_t set = signals();
  for (const int signal : {announcement(), SIGIO}) {
    if (sigismember(&before_, signal) == 1) sigdelset(&set, signal);
  }
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void ArrivalOrder::collect() {
  if (!works()) return;
  for (Place& place : places_) place.full = false;
  take_signals(signals_.get(), kMostSignals, [this](std::uint32_t signal, int pipe) { note(signal, pipe); });
}

void ArrivalOrder::note(std::uint32_t signal, int pipe) {
  if (signal == SIGIO) {
    nothing_is_on_its_way();  // some are lost
    return;
  }
  if (pipe != places_[0].pipe && pipe != places_[1].pipe) return;  // somebody else's idea
  const Stream stream = pipe == places_[0].pipe ? Stream::out : Stream::err;
  Place& place = places_.at(index(stream));
  if (place.on_their_way > 0) {
    --place.on_their_way;
    return;
  }
  // Whoever finds the pipe full announces that, too. Nothing is read meanwhile, so this one isn't in it.
  place.full = place.unread == place.capacity;
  if (place.full) return;
  ++place.unread;
  order_.push_back(stream);
}

bool ArrivalOrder::behind() const {
  return std::any_of(places_.begin(), places_.end(),
                     [](const Place& place) { return place.unread > place.capacity / 8; });
}

void ArrivalOrder::was_read(Stream stream) {
  Place& place = places_.at(index(stream));
  if (place.unread > 0) {
    --place.unread;
  } else {
    ++place.on_their_way;
    order_.push_back(stream);
  }
}

void ArrivalOrder::left_unread(Stream stream) {
  Place& place = places_.at(index(stream));
  if (place.unread == 0) return;
  --place.unread;
  --place.on_their_way;
}

void ArrivalOrder::nothing_is_on_its_way() {
  for (Place& place : places_) place.on_their_way = 0;
}

std::optional<Stream> ArrivalOrder::next() {
  if (order_.empty()) return std::nullopt;
  const Stream stream = order_.front();
  order_.pop_front();
  return stream;
}

}  // namespace proctor::supervise
