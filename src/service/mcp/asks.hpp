// Requests from the server to the client and their answers, as sessions (2025) have them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "service/mcp/jsonrpc.hpp"

namespace proctor::mcp {

using Send = std::function<void(const json::value&)>;

class Asks {
 public:
  explicit Asks(Send send) : send_(std::move(send)) {}

  /// Sends elicitation/create and waits for its result. Null if there is none: the client answered with an
  /// error, time is up, a stop was asked for. The client is told when its answer isn't waited for any more.
  json::value ask(const json::object& params, std::chrono::milliseconds timeout, const std::stop_token& stop);

  /// A response came in. Those that nobody waits for are ignored.
  void answer(const Id& id, json::value&& result);

 private:
  Send send_;
  std::mutex mutex_{};
  std::condition_variable_any answered_{};
  std::uint64_t last_ = 0;
  std::map<std::string, std::optional<json::value>, std::less<>> waiting_{};
};

}  // namespace proctor::mcp
