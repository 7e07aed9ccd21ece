// What is left of a stream of bytes when everything is taken out that a terminal would act on.
#pragma once

#include <string_view>

namespace proctor::output {

/// Is told what is left, in order.
class CleanText {
 public:
  virtual ~CleanText() = default;
  /// Harmless text: valid UTF-8 of whole characters, with newlines and tabs.
  virtual void text(std::string_view run) = 0;
  /// The text that comes next overwrites the line, unless it is a newline.
  virtual void carriage_return() = 0;
  /// The text that comes next overwrites one more character of the line, unless it is a newline. Says nothing
  /// right after a carriage return.
  virtual void backspace() = 0;
};

}  // namespace proctor::output
