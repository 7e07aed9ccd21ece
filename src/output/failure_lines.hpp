// Which lines of output report a failure. A list of words, not an understanding: docs/output.md has it.
#pragma once

#include <string_view>

namespace proctor::output {

/// Whether a line (without its newline) says that something failed.
bool reports_failure(std::string_view line);

/// Whether a line right after such a one says more about it: indented, and "expected", "actual", "got", …
bool explains_failure(std::string_view line);

}  // namespace proctor::output
