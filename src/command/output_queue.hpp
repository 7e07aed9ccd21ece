// Carries what a command prints from the thread that reads its pipes to one that works on it.
//
// The queue is bounded. When it is full, the reader waits, and so does the command, for its pipe fills up;
// pieces that wait are joined; nothing is dropped. A run's limits hold all the same: once the deadline has
// passed or a stop is asked for, the reader waits only for moments, so that it gets to end the command.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "report/event.hpp"

namespace proctor::command {

class OutputQueue {
 public:
  struct Worker {
    std::function<void(Stream, std::string_view)> on_bytes{};
    std::function<void()> on_notice{};  ///< all that was pushed before notice() has been worked on
    std::function<void()> on_idle{};  ///< nothing came for a quarter of a second; told once until more comes
    /// From another thread than the others: half a second after the deadline, or a stop, on_bytes or on_idle
    /// still hold up finish(), which goes on waiting for them. They should come back soon.
    std::function<void()> on_late{};
  };

  /// The worker's functions are called from the queue's own thread. Should one throw, what comes after is
  /// thrown away, and finish() throws it on.
  OutputQueue(Worker worker, std::chrono::steady_clock::time_point deadline, std::stop_token stop);
  ~OutputQueue();
  OutputQueue(const OutputQueue&) = delete;
  OutputQueue& operator=(const OutputQueue&) = delete;

  void push(Stream stream, std::string_view bytes);
  /// Between what was pushed before and what is pushed afterwards.
  void notice();
  /// Waits until all of it has been worked on. Nothing may be pushed afterwards.
  void finish();

 private:
  struct Batch {
    struct Segment {
      Stream stream;
      std::size_t end;
      bool is_notice = false;  // without bytes
    };
    std::string bytes{};
    std::vector<Segment> segments{};
  };

  void work();
  bool wait_until_done();
  void work_on(const Batch& batch);
  void close();

  static constexpr std::size_t kMostBytes = 1U << 20U;
  // What is worked on is looked at several times: so much of it stays in a processor's own cache.
  static constexpr std::size_t kMostAtOnce = 256U << 10U;

  Worker worker_;
  std::chrono::steady_clock::time_point deadline_;
  std::stop_token stop_;
  std::mutex mutex_{};
  std::condition_variable_any filled_{};
  std::condition_variable_any emptied_{};
  Batch waiting_{};
  bool closed_ = false;
  bool done_ = false;
  std::exception_ptr failure_{};
  std::thread thread_;
};

}  // namespace proctor::command
