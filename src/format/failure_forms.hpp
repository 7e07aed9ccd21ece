// The closing lines of test runners that have one fixed form each, as data; failure_line.cpp knows the
// others, whose parts come in any number or order.
#pragma once

#include <string_view>
#include <vector>

namespace proctor::format {

/// Whether the line has one of these forms, and with it says that at least one test failed. `text` is without
/// the blanks that it begins with; `indented`: there are some.
bool has_failure_form(std::string_view text, bool indented);

/// What the forms begin with, as far as it is always the same: nothing for those that begin with a number.
const std::vector<std::string_view>& failure_form_starts(bool indented);

}  // namespace proctor::format
