// Lines out of bytes that come in pieces of any size, each line bounded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace proctor::format {

class LineSplitter {
 public:
  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  /// Calls `line(text)` for each line that has ended, without its line feed. A line that is too long is
  /// passed over, and counted.
  template <typename Line>
  void feed(std::string_view bytes, Line&& line) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view part = bytes.substr(0, end);
      if (!skipping_ && pending_.size() + part.size() > longest_) {
        skipping_ = true;
        ++too_long_;
        pending_.clear();
      }
      if (end == std::string_view::npos) {
        if (!skipping_) pending_ += part;
        return;
      }
      if (!skipping_ && pending_.empty()) {
        line(part);
      } else if (!skipping_) {
        pending_ += part;
        line(std::string_view(pending_));
      }
      pending_.clear();
      skipping_ = false;
      bytes.remove_prefix(end + 1);
    }
  }

  /// What stands behind the last line feed.
  std::string take_rest() { return std::exchange(pending_, {}); }
  std::size_t too_long() const { return too_long_; }

 private:
  std::size_t longest_;
  std::string pending_{};
  std::size_t too_long_ = 0;
  bool skipping_ = false;
};

}  // namespace proctor::format
