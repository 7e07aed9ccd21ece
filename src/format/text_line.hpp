// Lines of a command's output, as programs print them for people: with colours, perhaps very long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proctor::format {

/// The line without escape sequences, without carriage returns in front of it, without blanks at its end.
std::string plain_line(std::string_view line);

/// Gathers one line that arrives in pieces. Of a line that is too long its beginning and its end are kept,
/// with … between them.
class LineBuffer {
 public:
  static constexpr std::size_t kHead = 4096;
  static constexpr std::size_t kTail = 1024;

  void append(std::string_view bytes);
  void clear();
  bool empty() const { return head_.empty(); }
  const std::string& head() const { return head_; }
  /// What was kept, through plain_line(); then it is empty again.
  std::string take();

 private:
  std::size_t size_ = 0;  // of the whole line
  std::string head_;
  std::string tail_;  // of what didn't fit in the head; up to twice its size before it is cut
};

}  // namespace proctor::format
