#include "tool/step_queue.hpp"

#include <chrono>
#include <utility>

namespace proctor::tool {

StepQueue::StepQueue(std::function<void(const Step&)> tell, std::function<void()> on_late)
    : tell_(std::move(tell)), on_late_(std::move(on_late)), thread_([this] { work(); }) {}

StepQueue::~StepQueue() {
  close();
}

void StepQueue::push(std::string text) {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() == kMost) waiting_.pop_back();
  waiting_.push_back(std::move(text));
  changed_.notify_all();
}

void StepQueue::finish() {
  close();
  if (failure_) std::rethrow_exception(failure_);
}

void StepQueue::close() {
  if (!thread_.joinable()) return;
  std::unique_lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();
  const bool in_time = changed_.wait_for(lock, std::chrono::milliseconds(500), [this] { return done_; });
  lock.unlock();
  if (!in_time) on_late_();
  thread_.join();
}

void StepQueue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) break;
    const Step step{std::move(waiting_.front())};
    waiting_.pop_front();
    lock.unlock();
    std::exception_ptr failure;
    try {
      if (!failure_) tell_(step);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure) failure_ = failure;
  }
  done_ = true;
  changed_.notify_all();
}

}  // namespace proctor::tool
