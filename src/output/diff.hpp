// Which lines of a text are a diff: those that begin with "-" and "+".
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace proctor::output {

class Diff {
 public:
  enum class Side { none, good, bad };

  /// Of all lines. jest has what was expected behind "-"; elsewhere what was added is what is good.
  explicit Diff(std::span<const std::string> lines);
  Side of(std::string_view line) const;

 private:
  Side minus_ = Side::none;
  Side plus_ = Side::none;
};

}  // namespace proctor::output
