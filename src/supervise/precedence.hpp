// Processor time for who supervises a run, however many there are in it.
//
// The kernel shares time out by sessions: a bomb whose processes each make a session of their own leaves
// others a two-hundredth of a processor. A time limit is noticed seconds late then, and to end everybody
// takes as long.
#pragma once

#include <sched.h>

#include <chrono>
#include <cstdint>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

/// Lets the calling thread run before all ordinary ones (SCHED_RR, sched(7)), but no child of it. Nothing
/// changes where that isn't allowed: it takes CAP_SYS_NICE or a limit of RLIMIT_RTPRIO. Who has it must pause
/// now and then, for others need time to die. All calls are from one thread.
class Precedence {
 public:
  using Clock = std::chrono::steady_clock;

  Precedence() = default;
  ~Precedence() { give_up(); }
  Precedence(const Precedence&) = delete;
  Precedence& operator=(const Precedence&) = delete;

  /// Takes it if this thread has mostly waited for a processor since the last look. To be called often; most
  /// calls do nothing.
  void take_if_starved(Clock::time_point now);
  void take();
  void give_up();

 private:
  UniqueFd statistics_{};
  Clock::time_point looked_{};
  std::uint64_t waited_ns_ = 0;
  int policy_ = -1;  // before; -1: there is nothing to give up
  sched_param parameters_{};
};

}  // namespace proctor::supervise
