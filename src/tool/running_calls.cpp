#include "tool/running_calls.hpp"

#include <algorithm>
#include <utility>

namespace proctor::tool {

RunningCalls::Place::~Place() {
  if (!calls_) return;
  {
    const std::lock_guard lock(calls_->mutex_);
    --calls_->running_;
  }
  calls_->changed_.notify_all();
}

RunningCalls::Place RunningCalls::enter(std::size_t most, const std::stop_token& stop,
                                        const std::function<void(std::size_t ahead)>& on_waiting) {
  std::unique_lock lock(mutex_);
  const std::uint64_t ticket = next_ticket_++;
  waiting_.push_back(ticket);
  std::size_t told = SIZE_MAX;
  while (!stop.stop_requested()) {
    const auto place = static_cast<std::size_t>(
        std::distance(waiting_.begin(), std::find(waiting_.begin(), waiting_.end(), ticket)));
    if (place == 0 && running_ < most) {
      waiting_.pop_front();
      ++running_;
      lock.unlock();
      changed_.notify_all();  // the next one has moved up
      return Place(this);
    }
    if (const std::size_t ahead = place + running_; ahead != told) {
      told = ahead;
      lock.unlock();
      if (on_waiting) on_waiting(ahead);
      lock.lock();
      continue;
    }
    // Whoever waits is ahead of nobody but those behind it: any change may be its turn.
    changed_.wait(lock, stop, [&, running = running_, first = waiting_.front()] {
      return running_ != running || waiting_.front() != first;
    });
  }
  std::erase(waiting_, ticket);
  lock.unlock();
  changed_.notify_all();
  return Place();
}

RunningCalls::Run::Run(RunningCalls& calls, std::string id, const std::stop_token& callers)
    : calls_(calls), id_(std::move(id)), follow_(callers, [this] { source_.request_stop(); }) {
  const std::lock_guard lock(calls_.mutex_);
  calls_.runs_.emplace(id_, source_);
}

RunningCalls::Run::~Run() {
  const std::lock_guard lock(calls_.mutex_);
  calls_.runs_.erase(id_);
}

std::vector<std::string> RunningCalls::ids() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> ids;
  for (const auto& [id, source] : runs_) ids.push_back(id);
  return ids;
}

bool RunningCalls::cancel(const std::string& id) {
  std::optional<std::stop_source> source;
  {
    const std::lock_guard lock(mutex_);
    const auto run = runs_.find(id);
    if (run == runs_.end()) return false;
    source = run->second;
  }
  source->request_stop();  // outside of the lock: it may call back
  return true;
}

}  // namespace proctor::tool
