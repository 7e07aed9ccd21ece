// CTest's log of its last run (Testing/Temporary/LastTest.log in the build directory), which holds what each
// test printed; ctest itself prints that with -V alone. The form: kitware/CMake,
// Source/CTest/cmCTestRunTest.cxx.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace proctor::format {

/// Where the log lies, from the build directory on.
inline constexpr std::string_view kCtestLog = "Testing/Temporary/LastTest.log";

/// The names of the tests that CTest counts as passed although their programs ended in the middle of a test
/// of GoogleTest's or doctest's (ended_within_a_test), by exit(0) say. Empty for a text that is no such log.
std::vector<std::string> ended_early_in_ctest_log(std::string_view log);

}  // namespace proctor::format
