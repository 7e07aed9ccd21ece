// Which lines of output report a failure. A list of words, not an understanding: docs/output.md has it.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::output {

/// Whether a line (without its newline) says that something failed.
bool reports_failure(std::string_view line);

/// Where the first line of the text that reports a failure may stand: a place in it or at the end of the line
/// before it. npos if there is none.
std::size_t find_failure(std::string_view text);

/// Whether a line right after such a one says more about it: indented, and "expected", "actual", "got", …
bool explains_failure(std::string_view line);

}  // namespace proctor::output
