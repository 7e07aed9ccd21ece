#include "supervise/precedence.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cinttypes>
#include <cstdio>
#include <optional>

namespace proctor::supervise {
namespace {

constexpr std::chrono::milliseconds kInterval{25};

// "12345 678 9": nanoseconds on a processor, waiting for one, and how often.
std::optional<std::uint64_t> waited_ns(const UniqueFd& statistics) {
  std::array<char, 96> text{};
  std::uint64_t waited = 0;
  if (!statistics || pread(statistics.get(), text.data(), text.size() - 1, 0) <= 0) return std::nullopt;
  if (std::sscanf(text.data(), "%*u %" SCNu64, &waited) != 1) return std::nullopt;
  return waited;
}

}  // namespace

void Precedence::take_if_starved(Clock::time_point now) {
  if (policy_ >= 0 || now - looked_ < kInterval) return;
  const bool first = looked_ == Clock::time_point();
  if (first) statistics_.reset(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  const auto waited = waited_ns(statistics_);
  if (!waited) return;
  const std::chrono::nanoseconds passed = now - looked_;
  if (!first && std::chrono::nanoseconds(*waited - waited_ns_) > passed / 2) take();
  looked_ = now;
  waited_ns_ = *waited;
}

void Precedence::take() {
  if (policy_ >= 0) return;
  const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;  // 0: this thread
  if (policy != SCHED_OTHER && policy != SCHED_BATCH && policy != SCHED_IDLE) return;
  if (sched_getparam(0, &parameters_) != 0) return;
  const sched_param first{sched_get_priority_min(SCHED_RR)};
  if (sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &first) == 0) policy_ = policy;
}

void Precedence::give_up() {
  // Without CAP_SYS_NICE it stays reset for children, which are ordinary anyway.
  if (policy_ >= 0 && sched_setscheduler(0, policy_, &parameters_) != 0)
    sched_setscheduler(0, policy_ | SCHED_RESET_ON_FORK, &parameters_);
  policy_ = -1;
}

}  // namespace proctor::supervise
