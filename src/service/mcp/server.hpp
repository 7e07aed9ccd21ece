// The MCP server: messages in, messages out. It knows nothing of where they come from and go to.
//
// It speaks both eras at once. A request whose `_meta` names a protocol version is answered statelessly
// (2026-07-28); any other belongs to the session that `initialize` begins (2025-11-25, 2025-06-18).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "service/mcp/jsonrpc.hpp"
#include "tool/host.hpp"

namespace proctor::mcp {

struct ServerOptions {
  std::chrono::milliseconds ask_timeout = std::chrono::minutes(5);
  std::chrono::milliseconds progress_at_most_every{250};
  std::chrono::milliseconds progress_at_least_every{5000};
  std::size_t max_calls = 64;   ///< going on at once, those that wait for their turn included
  std::size_t max_batch = 100;  ///< messages in one batch
};

class Server {
 public:
  /// Takes one message as a line of JSON without its newline. Called from several threads, one at a time.
  using Write = std::function<void(std::string_view)>;

  /// The host must outlive the server.
  Server(tool::Host& host, Write write, ServerOptions options = {});
  /// As stop().
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Longer lines are to be told with too_long().
  std::size_t line_limit() const;

  /// One line of input. Returns at once: calls go on in threads of their own.
  void receive(std::string_view line);
  void too_long(const Id& id);

  /// Cancels all calls and returns when they and everything that they started have ended.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace proctor::mcp
