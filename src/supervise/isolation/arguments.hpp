// The words that bubblewrap is told, and the descriptors that go with them.
#pragma once

#include <fcntl.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"

namespace proctor::supervise {

class Arguments {
 public:
  /// The descriptors handed over are numbered from `first_descriptor` in the child.
  explicit Arguments(int first_descriptor) : first_descriptor_(first_descriptor) {}

  void add(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) text_.append(word).push_back('\0');
  }

  /// Returns the number that the child will know it by.
  std::string hand_over(UniqueFd file) {
    // The child's own 0, 1 and 2 are put in place first.
    if (file.get() <= STDERR_FILENO) file.reset(fcntl(file.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    descriptors_.push_back(std::move(file));
    return std::to_string(first_descriptor_ + static_cast<int>(descriptors_.size()) - 1);
  }

  /// Each word with its NUL, as `--args` reads them.
  const std::string& text() const { return text_; }
  std::vector<UniqueFd> take_descriptors() { return std::move(descriptors_); }

 private:
  int first_descriptor_;
  std::string text_;
  std::vector<UniqueFd> descriptors_;
};

}  // namespace proctor::supervise
