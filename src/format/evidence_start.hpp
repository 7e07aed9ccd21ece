// Finds the lines of a command's output that deserve a closer look. Nearly every line is none of them, and
// its first two bytes say so.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::format {

/// Nothing that matters stands further to the right: columns of blanks.
inline constexpr std::size_t kDeepestEvidence = 12;

enum class Look {
  no,   ///< the line says nothing about tests
  yes,  ///< it may
  more  ///< too little of it is there to tell
};

/// What is still looked for.
enum class Wanted {
  all_evidence,
  results  ///< not lines by which tools say that tests failed: there are enough of them
};

/// Whether `bytes` begin with a whole line that says nothing about tests, though it may begin like one that
/// does: most of those can be told so where they stand, without being gathered. Some lines are left to others
/// (false), long ones above all.
bool is_plainly_nothing(std::string_view bytes, Wanted wanted);

/// A look at the line that begins here; `bytes` may go on behind it. What it says doesn't depend on how much
/// of the line is there, once it is enough. No says_tests_failed(), no ForgeTextReader::begins_line(), no
/// document (sniff_document()) is lost by it.
Look look_at_line(std::string_view bytes);

/// `bytes` begins inside of a line that doesn't matter. Where the first line begins for which look_at_line()
/// doesn't say no; the size of `bytes` if it would begin right behind them; npos if there is none.
std::size_t find_line_to_look_at(std::string_view bytes, Wanted wanted);

}  // namespace proctor::format
