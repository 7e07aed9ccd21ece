// Calls that run something, each in a thread of its own: the request that began one may be answered before it
// has ended (`still_running`), and another request waits on (wait_run, tasks/result).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "service/mcp/progress.hpp"

namespace proctor::mcp {

/// One call that goes on, or has ended.
class LongCall {
 public:
  using Clock = std::chrono::steady_clock;

  /// `ticket`: a name that nobody can guess, for as long as there is no run.
  explicit LongCall(std::string ticket) : ticket_(std::move(ticket)) {}

  /// The result of the call; nothing: it goes on after `up_to` (none: no limit), or `stop` was requested. The
  /// time in which a person is asked doesn't count.
  std::optional<json::object> wait(std::optional<std::chrono::milliseconds> up_to,
                                   const std::shared_ptr<Progress>& listener, const std::stop_token& stop);
  void cancel() { stop_.request_stop(); }

  /// Of its run, or the ticket.
  std::string id() const;
  const std::string& ticket() const { return ticket_; }
  bool has_run() const;
  bool is_called(const std::string& id) const;
  bool ended() const;
  bool asking() const;

  using Date = std::chrono::system_clock::time_point;
  Date created() const { return created_; }
  Date updated() const;
  /// Nothing as long as it goes on, and where it failed for a reason of the server's own.
  std::optional<json::object> result() const;

  /// What is known of a run that goes on.
  struct Known {
    std::chrono::milliseconds time{};
    std::string last{};                 ///< step or line
    std::vector<std::string> failed{};  ///< the first tests that failed
  };
  Known known() const;

  /// `wait` listens as well; from the call's very beginning this does.
  void listen(const std::shared_ptr<Progress>& listener);

  // For the thread that makes the call.
  std::stop_token stop() const { return stop_.get_token(); }
  void on(const tool::CallEvent& event);
  void begin_asking();
  void end_asking();
  void finish(json::object result);
  void fail(std::exception_ptr why);

 private:
  std::string ticket_;
  std::stop_source stop_{};
  const Clock::time_point begun_ = Clock::now();
  const Date created_ = std::chrono::system_clock::now();
  mutable std::mutex mutex_{};
  std::condition_variable_any changed_{};
  std::vector<std::weak_ptr<Progress>> listeners_{};
  std::string run_{};
  std::string last_{};
  std::vector<std::string> failed_{};
  bool asking_ = false;
  Clock::time_point asked_until_ = begun_;
  Date updated_ = created_;
  std::optional<json::object> result_{};
  std::exception_ptr failure_{};
};

/// All that go on, and the latest of those that ended after their request was answered.
class LongCalls {
 public:
  /// Makes the call, in its thread.
  using Work = std::function<void(LongCall&)>;

  ~LongCalls() { stop(); }

  /// Nothing: `most` go on already, or the server ends.
  std::shared_ptr<LongCall> start(const Work& work, std::size_t most,
                                  const std::shared_ptr<Progress>& listener);
  /// Its request is answered: the result is kept for who waits.
  void keep(const std::shared_ptr<LongCall>& call);
  /// By the id of its run or its ticket; nothing: nobody knows it (any more).
  std::shared_ptr<LongCall> find(const std::string& id);

  /// Cancels all and waits until they have ended.
  void stop();

 private:
  struct Thread {
    std::shared_ptr<LongCall> call{};
    std::thread thread{};
  };

  std::mutex mutex_{};
  bool ending_ = false;
  std::vector<Thread> threads_{};
  std::deque<std::shared_ptr<LongCall>> kept_{};  // latest first
};

}  // namespace proctor::mcp
