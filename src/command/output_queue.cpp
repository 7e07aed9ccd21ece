#include "command/output_queue.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace proctor::command {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kIdle{250};
// Long enough to slow a flood down to what memory bears while its command is being ended.
constexpr milliseconds kMoment{10};
// For a reader that is merely slow to take the rest.
constexpr milliseconds kPatience{500};

}  // namespace

OutputQueue::OutputQueue(Worker worker, steady_clock::time_point deadline, std::stop_token stop)
    : worker_(std::move(worker)), deadline_(deadline), stop_(std::move(stop)), thread_([this] { work(); }) {}

OutputQueue::~OutputQueue() {
  close();
}

void OutputQueue::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  filled_.notify_all();
  if (!thread_.joinable()) return;
  if (!wait_until_done() && worker_.on_late) worker_.on_late();
  thread_.join();
}

// False once the worker is late.
bool OutputQueue::wait_until_done() {
  std::unique_lock lock(mutex_);
  const auto is_done = [this] { return done_; };
  if (deadline_ == steady_clock::time_point::max()) {
    if (emptied_.wait(lock, stop_, is_done)) return true;
  } else if (emptied_.wait_until(lock, stop_, deadline_ + kPatience, is_done)) {
    return true;
  }
  return stop_.stop_requested() && emptied_.wait_for(lock, kPatience, is_done);
}

void OutputQueue::finish() {
  close();
  if (failure_) std::rethrow_exception(failure_);
}

void OutputQueue::push(Stream stream, std::string_view bytes) {
  std::unique_lock lock(mutex_);
  const auto has_room = [this] { return waiting_.bytes.size() < kMostBytes; };
  if (!has_room()) {
    const bool over = stop_.stop_requested() || steady_clock::now() >= deadline_;
    if (over) {
      emptied_.wait_for(lock, kMoment, has_room);
    } else if (deadline_ == steady_clock::time_point::max()) {
      emptied_.wait(lock, stop_, has_room);
    } else {
      emptied_.wait_until(lock, stop_, deadline_, has_room);
    }
  }
  waiting_.bytes.append(bytes);
  if (!waiting_.segments.empty() && waiting_.segments.back().stream == stream &&
      !waiting_.segments.back().is_notice) {
    waiting_.segments.back().end = waiting_.bytes.size();
  } else {
    waiting_.segments.push_back({.stream = stream, .end = waiting_.bytes.size()});
  }
  lock.unlock();
  filled_.notify_one();
}

// Whether nothing follows it makes no difference, so nobody is woken.
void OutputQueue::notice() {
  const std::lock_guard lock(mutex_);
  waiting_.segments.push_back({.stream = Stream::out, .end = waiting_.bytes.size(), .is_notice = true});
}

void OutputQueue::work() {
  Batch batch;
  bool idle = false;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      const auto has_work = [this] { return closed_ || !waiting_.bytes.empty(); };
      if (idle) {
        filled_.wait(lock, has_work);
      } else if (!filled_.wait_for(lock, kIdle, has_work)) {
        idle = true;
        lock.unlock();
        try {
          if (!failure_ && worker_.on_idle) worker_.on_idle();
        } catch (...) {
          failure_ = std::current_exception();
        }
        continue;
      }
      if (waiting_.bytes.empty()) {  // closed, and all of it is done
        done_ = true;
        emptied_.notify_all();
        return;
      }
      std::swap(batch, waiting_);
    }
    emptied_.notify_one();
    idle = false;
    try {
      if (!failure_) work_on(batch);
    } catch (...) {
      failure_ = std::current_exception();
    }
    batch.bytes.clear();
    batch.segments.clear();
  }
}

void OutputQueue::work_on(const Batch& batch) {
  const std::string_view bytes = batch.bytes;
  std::size_t begin = 0;
  for (const Batch::Segment& segment : batch.segments) {
    if (segment.is_notice) {
      if (worker_.on_notice) worker_.on_notice();
    } else {
      while (begin < segment.end) {
        const std::size_t size = std::min(segment.end - begin, kMostAtOnce);
        worker_.on_bytes(segment.stream, bytes.substr(begin, size));
        begin += size;
      }
    }
  }
}

}  // namespace proctor::command
