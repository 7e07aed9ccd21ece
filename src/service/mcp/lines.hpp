// Bytes to lines. A line above the limit is passed by without being stored.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "service/mcp/id_finder.hpp"

namespace proctor::mcp {

class Lines {
 public:
  struct Sink {
    std::function<void(std::string_view)> line;  ///< without its newline; never blank
    std::function<void(const Id&)> too_long;     ///< null where no id could be found
  };

  Lines(std::size_t limit, Sink sink) : limit_(limit), sink_(std::move(sink)) {}

  void feed(std::string_view bytes);
  /// At the end of the input: what came after the last newline is a line as well.
  void finish();

 private:
  void add(std::string_view bytes);
  void end_line();

  std::size_t limit_;
  Sink sink_;
  std::string line_{};
  std::optional<IdFinder> passing_{};  // while a line is too long
};

}  // namespace proctor::mcp
