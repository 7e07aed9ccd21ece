// Requests that are being worked on, each in a thread of its own.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "service/mcp/jsonrpc.hpp"

namespace proctor::mcp {

class Flights {
 public:
  /// Makes the response; must not throw.
  using Work = std::function<json::object(const std::stop_token&)>;
  /// Takes the response, or nothing if the request was cancelled.
  using Done = std::function<void(std::optional<json::object>)>;

  explicit Flights(std::size_t limit) : limit_(limit) {}
  ~Flights() { stop(); }
  Flights(const Flights&) = delete;
  Flights& operator=(const Flights&) = delete;

  enum class Start { started, too_many, ending };
  /// What is `brief` has some places of its own: where all others are taken it's the way to end one of them.
  Start start(const std::string& key, Work work, Done done, bool brief = false);

  bool contains(const std::string& key) const;

  /// The client wants no response any more. Unknown keys are ignored.
  void cancel(const std::string& key);

  /// Asks all to stop and waits for them. Responses are still given.
  void stop();

 private:
  struct Flight {
    std::stop_source stop{};
    bool cancelled = false;
    std::atomic<bool> over = false;
    std::thread thread{};
  };

  void join_those_over();

  std::size_t limit_;
  mutable std::mutex mutex_{};
  bool ending_ = false;
  std::map<std::string, std::shared_ptr<Flight>> open_{};  // by id of the request
  std::vector<std::shared_ptr<Flight>> all_{};             // until their threads are joined
};

}  // namespace proctor::mcp
