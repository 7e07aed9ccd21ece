// What the first process in a sandbox is told to make of the machine (InitStep in init_protocol.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "supervise/isolation/init_protocol.h"

namespace proctor::supervise {

class ViewSteps {
 public:
  /// Paths are absolute and without dots.
  void add(InitStep kind, std::string_view path);
  /// A kind that has a second string.
  void add(InitStep kind, std::string_view path, std::string_view more);

  std::uint32_t count() const { return static_cast<std::uint32_t>(begins_.size()); }
  /// As they stand in the order.
  const std::string& text() const { return text_; }

  /// The directories of the machine right below its root that something is taken from, sorted: "/etc",
  /// "/usr".
  std::vector<std::string> tops() const;

  /// What the step was to do, as bubblewrap says such things: "Can't mount proc on /proc". Steps are counted
  /// from 1.
  std::string failure(std::uint32_t step) const;

 private:
  std::string text_;
  std::vector<std::size_t> begins_;  // of each step in the text
};

}  // namespace proctor::supervise
