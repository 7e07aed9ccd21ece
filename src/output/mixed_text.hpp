// Text between which much stands that isn't shown: colours, NULs, bytes that aren't UTF-8, progress bars.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "output/clean_text.hpp"

namespace proctor::output {

/// Copies what is shown into a buffer and tells it at once. What is overwritten within the buffer is never
/// told, where that makes no difference to what the lines say. For one use.
class MixedText {
 public:
  explicit MixedText(CleanText& out) : out_(out) {}
  MixedText(const MixedText&) = delete;
  MixedText& operator=(const MixedText&) = delete;

  /// Takes bytes that stand outside of sequences, until the buffer is full. Returns what is left: nothing,
  /// or the beginning of a character or sequence that goes on behind the end, or anything (then is_full()).
  std::string_view take(std::string_view bytes);
  bool is_full() const { return size_ > kRoom; }

  /// Tells what was taken. To be called once.
  void finish();

 private:
  static constexpr std::size_t kRoom = 4096;
  static constexpr std::ptrdiff_t kBlock = 64;  // bytes that are looked at together
  static constexpr std::ptrdiff_t kStep = 16;   // bytes that are copied at once
  static constexpr std::ptrdiff_t kBurst = 64;  // bytes that may become three each
  static constexpr std::size_t kSize = kRoom + kBlock + 3 * kBurst + kStep;
  static constexpr std::size_t kUnknown = std::string_view::npos;

  std::size_t special(std::string_view bytes);
  std::size_t character(std::string_view bytes);
  void append(std::string_view text);
  void overwrite();
  void find_line();
  void tell();

  CleanText& out_;
  std::array<char, kSize> text_;  // not initialised: it is written before it is read
  std::size_t size_ = 0;
  /// Where in it the part of the line begins that may be overwritten here; unknown: nowhere, for what was
  /// told before makes the line so long that it may have to be handed out in pieces.
  std::size_t line_ = out_.room() >= kSize ? 0 : kUnknown;
  bool is_whole_ = false;  ///< that part is all there is of the line
  // What comes next overwrites, see CleanText.
  bool returned_ = false;
  std::size_t backspaces_ = 0;
};

}  // namespace proctor::output
