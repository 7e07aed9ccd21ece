// Carries the steps of a run from the thread that watches over it to one that tells them.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "tool/tool.hpp"

namespace proctor::tool {

/// Who pushes never waits, and steps are told in order. Where very many wait, the latest takes the place of
/// the one before it: a step says how far a run is, and the results are in the answer.
class StepQueue {
 public:
  static constexpr std::size_t kMost = 10'000;

  /// `tell` is called from the queue's own thread. `on_late`: the run is over, and `tell` still holds up
  /// finish(); it should come back soon.
  StepQueue(std::function<void(const Step&)> tell, std::function<void()> on_late);
  ~StepQueue();
  StepQueue(const StepQueue&) = delete;
  StepQueue& operator=(const StepQueue&) = delete;

  void push(std::string text);
  /// Waits until all of them are told. Throws on what `tell` has thrown.
  void finish();

 private:
  void work();
  void close();

  std::function<void(const Step&)> tell_;
  std::function<void()> on_late_;
  std::mutex mutex_{};
  std::condition_variable changed_{};
  std::deque<std::string> waiting_{};
  bool closed_ = false;
  bool done_ = false;
  std::exception_ptr failure_{};
  std::thread thread_;
};

}  // namespace proctor::tool
