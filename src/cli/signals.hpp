// Ctrl-C and SIGTERM become a request to stop: the run's whole tree is ended, what is known is printed, once.
#pragma once

#include <stop_token>
#include <thread>

namespace proctor::cli {

/// While it exists, SIGINT, SIGQUIT, SIGTERM and SIGHUP request a stop instead of ending the process, unless
/// a process that this one has started sends them. To be made before any other thread, so that all inherit
/// the signal mask.
class StopOnSignals {
 public:
  StopOnSignals();
  ~StopOnSignals();
  StopOnSignals(const StopOnSignals&) = delete;
  StopOnSignals& operator=(const StopOnSignals&) = delete;

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_{};
  std::thread waiter_{};
};

}  // namespace proctor::cli
