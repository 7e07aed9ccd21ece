// Progress bars go back to the beginning of a line by a carriage return or by a move to the first column.
// Here the second becomes the first.
#pragma once

#include <string>
#include <string_view>

namespace proctor::format {

class CursorReturns {
 public:
  /// The bytes with a carriage return in the place of each such move. Valid until the next call; the
  /// beginning of a move at their end is held back.
  std::string_view feed(std::string_view bytes);
  /// What is held back when the input ends.
  std::string_view held() const { return held_; }

 private:
  std::string held_{};
  std::string joined_{};
  std::string out_{};
};

}  // namespace proctor::format
