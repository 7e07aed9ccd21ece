// The form of a line that a tool prints, as data.
#pragma once

#include <algorithm>
#include <string_view>

namespace proctor::format {

/// Whether all of the line has this form, in which %d is a number, %n one above 0, %_ blanks, %s the "s" of a
/// plural that may be there, %* anything, and %% a per cent sign. Takes time that grows with the square of
/// the line's length: not for lines of any length.
bool fits(std::string_view form, std::string_view line);

/// Whether it has one of these; empty ones are none.
template <typename List>
bool fits_any(const List& forms, std::string_view line) {
  return std::any_of(forms.begin(), forms.end(),
                     [line](std::string_view form) { return !form.empty() && fits(form, line); });
}

}  // namespace proctor::format
