// Which lines of output report a failure. A list of words, not an understanding: docs/output.md has it.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::output {

/// Whether a line (without its newline) says that something failed.
bool reports_failure(std::string_view line);

/// Whether a line right after such a one says more about it: indented, and "expected", "actual", "got", …
bool explains_failure(std::string_view line);

/// How many bytes are looked at together.
inline constexpr std::size_t kGlanceBlock = 64;

/// How many bytes at the beginning of `text`, which begins with a line, have no hint of a failure: nothing
/// that a line that reports one must have begins in them. Many bytes are looked at together; the next
/// kGlanceBlock bytes have a hint, or are the end of the text.
std::size_t glance(std::string_view text);

}  // namespace proctor::output
