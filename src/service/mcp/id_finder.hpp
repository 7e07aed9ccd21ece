// The id of a message that is too long to be stored, found while the message passes by.
#pragma once

#include <memory>
#include <string_view>

#include "service/mcp/jsonrpc.hpp"

namespace proctor::mcp {

/// Uses a bounded amount of memory, however long the message is.
class IdFinder {
 public:
  IdFinder();
  ~IdFinder();
  IdFinder(IdFinder&&) noexcept;
  IdFinder& operator=(IdFinder&&) noexcept;

  void feed(std::string_view bytes);

  /// To be called once, at the end of the message. Null unless it was a well-formed request with an id.
  Id finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace proctor::mcp
