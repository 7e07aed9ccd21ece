#include "service/mcp/asks.hpp"

#include <fmt/format.h>

namespace proctor::mcp {

json::value Asks::ask(const json::object& params, std::chrono::milliseconds timeout,
                      const std::stop_token& stop) {
  std::string id;
  {
    const std::lock_guard lock(mutex_);
    id = fmt::format("proctor-{}", ++last_);
    waiting_.emplace(id, std::nullopt);
  }
  send_(json::object{{"jsonrpc", "2.0"}, {"id", id}, {"method", "elicitation/create"}, {"params", params}});

  std::optional<json::value> result;
  {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, stop, timeout, [&] { return waiting_[id].has_value(); });
    result = std::move(waiting_[id]);
    waiting_.erase(id);
  }
  if (result) return *std::move(result);
  send_(notification("notifications/cancelled", {{"requestId", id}, {"reason", "no longer waited for"}}));
  return {};
}

void Asks::answer(const Id& id, json::value&& result) {
  const json::string* const text = id.if_string();
  if (text == nullptr) return;
  const std::lock_guard lock(mutex_);
  const auto found = waiting_.find(view(*text));
  if (found == waiting_.end() || found->second) return;
  found->second = std::move(result);
  answered_.notify_all();
}

}  // namespace proctor::mcp
