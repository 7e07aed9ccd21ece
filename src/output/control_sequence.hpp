// How long the control sequences are that stand at the beginning of a text.
//
// The limits are those of ControlFilter, which goes on byte by byte where a sequence isn't there as a whole.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::output {

/// Of parameters; real sequences have a few bytes. What is lost with a longer one is digits and punctuation.
inline constexpr std::size_t kLongestSequence = 64;
/// Of what a control string holds.
inline constexpr std::size_t kLongestString = 4096;
/// The text ends before the sequence does.
inline constexpr std::size_t kSequenceGoesOn = std::string_view::npos;

/// How many bytes of `text`, which begins with ESC, are a sequence and show nothing; kSequenceGoesOn if that
/// can't be told yet. Of a control string without an end only the introducer is: what it holds is text.
std::size_t escape_sequence(std::string_view text);

/// The same for what follows the C1 control U+00XX (its `code`), without the control itself.
std::size_t behind_c1(unsigned code, std::string_view text);

}  // namespace proctor::output
