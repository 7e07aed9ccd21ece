// notifications/progress of one call: strictly increasing, not too often, and never silent for long, so that
// a client that waits a limited time for a sign of life goes on waiting.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "service/mcp/asks.hpp"
#include "tool/tool.hpp"

namespace proctor::mcp {

struct ProgressPace {
  std::chrono::milliseconds at_most_every{250};
  std::chrono::milliseconds at_least_every{5000};
};

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Nothing is sent after a stop was asked for: the client that asked wants to hear no more.
  Progress(Send send, json::value token, ProgressPace pace, std::stop_token stop = {});

  void on(const tool::CallEvent& event);
  /// To be called again and again: sends what is due.
  void tick();
  /// Nothing is sent any more when this returns.
  void stop();

 private:
  void say(std::string_view message);
  void add_output(std::string_view text);
  void send_if_due();

  Send send_;
  json::value token_;
  ProgressPace pace_;
  std::stop_token stop_;
  std::mutex mutex_{};
  bool stopped_ = false;
  bool news_ = false;
  std::string message_{};
  std::string line_{};  // of output, as far as it has come
  std::uint64_t sent_ = 0;
  Clock::time_point last_;
};

/// Ticks every Progress that goes on, from a thread that is started with the first.
class Ticker {
 public:
  explicit Ticker(std::chrono::milliseconds interval) : interval_(interval) {}
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

  void add(const std::shared_ptr<Progress>& progress);

 private:
  void loop(const std::stop_token& stop);

  std::chrono::milliseconds interval_;
  std::mutex mutex_{};
  std::condition_variable_any changed_{};
  std::vector<std::weak_ptr<Progress>> all_{};
  std::jthread thread_{};
};

}  // namespace proctor::mcp
