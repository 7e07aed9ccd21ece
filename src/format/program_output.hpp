// What GoogleTest's and doctest's programs print, where a report has it as the output of one test (ctest,
// Bazel).
#pragma once

#include <string_view>

namespace proctor::format {

/// Whether the program ended within a test of its own, by exit(0) say: a report that knows the exit code
/// alone takes that for a pass. False of an output that ctest has cut.
bool ended_within_a_test(std::string_view output);

/// Whether the program's own words say that a test failed, whatever its exit code says.
bool tells_of_a_failure(std::string_view output);

/// What a test that failed or was skipped says of it: of GoogleTest's output what stands between the lines of
/// the last test, of any other output all of it.
std::string_view words_of_last_test(std::string_view output);

}  // namespace proctor::format
