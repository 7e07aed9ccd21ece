// The form of a line that a tool prints, as data.
#pragma once

#include <string_view>

namespace proctor::format {

/// Whether all of the line has this form, in which %d is a number, %n one above 0, %_ blanks, %s the "s" of a
/// plural that may be there, %* anything, and %% a per cent sign. Takes time that grows with the square of
/// the line's length: not for lines of any length.
bool fits(std::string_view form, std::string_view line);

}  // namespace proctor::format
