// How many tests failed, as any line may say it: behind any prefix, in any framework's words.
#pragma once

#include <string_view>

namespace proctor::format {

/// Whether a line speaks of failed tests by a number above 0 ("   12\t1 failed, 2 passed", "> # fail 1",
/// "Failures: 1") or begins, perhaps behind a number or a quotation's sign, as that of one failed test does
/// ("5: not ok 2 a"). It takes what a program says of itself ("1 failed, will try again") for that as well:
/// good enough for doubt, not for a verdict.
bool counts_failures(std::string_view line);

}  // namespace proctor::format
