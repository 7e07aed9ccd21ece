// Takes out of a stream of bytes what a terminal would act on or what hides text, and makes it valid UTF-8.
// It knows bytes and characters; what lines are is known by sanitize.hpp. docs/output.md lists what goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/clean_text.hpp"

namespace proctor::output {

/// One per stream. What it tells doesn't depend on how the bytes are cut into pieces. It holds at most an
/// unfinished character and the text of one unfinished control string (4 KiB).
class ControlFilter {
 public:
  void feed(std::string_view bytes, CleanText& out);

  /// Nothing more comes: an unfinished control string is shown, other unfinished sequences are dropped.
  void finish(CleanText& out);

 private:
  enum class State : std::uint8_t {
    ground,
    escape,         ///< after ESC
    intermediate,   ///< after ESC and a byte that asks for more
    control,        ///< within a control sequence (CSI)
    string,         ///< within OSC, DCS, SOS, PM, APC
    string_escape,  ///< after an ESC within those
  };

  std::string_view ground(std::string_view bytes, CleanText& out);
  std::size_t replace(std::string_view bytes);
  std::string_view act(std::string_view bytes, CleanText& out);
  std::string_view unfinished_character(std::string_view bytes, CleanText& out);
  bool sequence_byte(unsigned char byte, CleanText& out);
  bool string_byte(unsigned char byte, CleanText& out);
  void introduce(unsigned control);
  void give_up_string(CleanText& out);
  void end_text(CleanText& out);

  State state_ = State::ground;
  std::size_t sequence_length_ = 0;
  std::string character_{};  ///< the first bytes of an unfinished character
  std::string shown_{};      ///< of the piece, before it is told
  std::string string_{};     ///< what an unfinished control string holds, in case it must be shown
};

}  // namespace proctor::output
