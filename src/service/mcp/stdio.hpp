// MCP over two file descriptors: one message a line, and nothing else.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <stop_token>
#include <string_view>

#include "service/mcp/server.hpp"

namespace proctor::mcp {

/// Writes whole lines to a descriptor. A client that doesn't read makes the writer wait, but not longer than
/// `patience` once the client has closed its side or the end was asked for.
class LineOutput {
 public:
  /// `in` is where the client's messages come from: it is how the client is seen to be gone.
  LineOutput(int out, int in, std::stop_token ending, std::chrono::milliseconds patience);

  void write(std::string_view line);
  /// Nothing more is written: the client doesn't take it.
  bool broken() const { return broken_; }

 private:
  bool write_all(std::string_view bytes);
  bool wait_for_room() const;

  int out_;
  int in_;
  std::stop_token ending_;
  std::chrono::milliseconds patience_;
  std::mutex mutex_{};
  std::atomic<bool> broken_ = false;
};

/// Serves until the client closes `in` or doesn't take what is written to `out`, or until `stop`. Returns
/// when all calls and everything that they started have ended. SIGPIPE must be ignored.
void serve_stdio(tool::Host& host, int in, int out, const std::stop_token& stop, ServerOptions options = {});

}  // namespace proctor::mcp
