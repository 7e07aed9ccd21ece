// Which calls are going on: a bounded number runs, the others wait in the order in which they came; each can
// be cancelled by its run's id.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace proctor::tool {

class RunningCalls {
 public:
  /// A place among those that run, given back at the end. Invalid if the stop came first.
  class Place {
   public:
    explicit Place(RunningCalls* calls = nullptr) : calls_(calls) {}
    Place(Place&& other) noexcept : calls_(std::exchange(other.calls_, nullptr)) {}
    Place& operator=(Place&&) = delete;
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place();
    explicit operator bool() const { return calls_ != nullptr; }

   private:
    RunningCalls* calls_;
  };

  /// Waits until fewer than `most` calls run. `on_waiting` is told how many are ahead, each time that
  /// changes.
  Place enter(std::size_t most, const std::stop_token& stop,
              const std::function<void(std::size_t ahead)>& on_waiting);

  /// A run's own stop, which follows the caller's.
  class Run {
   public:
    Run(RunningCalls& calls, std::string id, const std::stop_token& callers);
    ~Run();
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    std::stop_token token() const { return source_.get_token(); }

   private:
    RunningCalls& calls_;
    std::string id_;
    std::stop_source source_{};
    std::stop_callback<std::function<void()>> follow_;
  };

  /// False if there is no such run.
  bool cancel(const std::string& id);

  /// The runs that are going on.
  std::vector<std::string> ids();

 private:
  std::mutex mutex_{};
  std::condition_variable_any changed_{};
  std::size_t running_ = 0;
  std::uint64_t next_ticket_ = 0;
  std::deque<std::uint64_t> waiting_{};
  std::map<std::string, std::stop_source> runs_{};
};

}  // namespace proctor::tool
