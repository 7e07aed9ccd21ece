// The id of a message that is too long or too deep to be taken apart, found while the message passes by.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "service/mcp/jsonrpc.hpp"

namespace proctor::mcp {

/// A document without what stands deep inside of it: lists and objects there are empty ones, so that the
/// depth of the whole is bounded.
class Shallow {
 public:
  /// What is left of the next bytes. Valid until the next call.
  std::string_view feed(std::string_view bytes);

 private:
  std::string left_{};
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;  // the next byte stands behind a backslash
};

/// Uses a bounded amount of memory, however long and deep the message is.
class IdFinder {
 public:
  IdFinder();
  ~IdFinder();
  IdFinder(IdFinder&&) noexcept;
  IdFinder& operator=(IdFinder&&) noexcept;

  void feed(std::string_view bytes);

  /// To be called once, at the end of the message. Null unless it was a well-formed request with an id; of
  /// what stands deep inside of it only the brackets are looked at.
  Id finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace proctor::mcp
