#include "format/none_ran.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "format/line_form.hpp"
#include "format/start_failure.hpp"
#include "format/text_line.hpp"

namespace proctor::format {
namespace {

// Their tools exit with another code than 0.
constexpr std::array kFailures = std::to_array<std::string_view>({
    "no tests ran in %*",  // pytest; the same and what is deselected between equals signs
    "==%*= no tests ran in %* =%*==", "%n deselected in %*", "%n deselected, %n warning%s in %*",
    "==%*= %n deselected in %* =%*==", "==%*= %n deselected, %n warning%s in %* =%*==",
    "NO TESTS RAN",                              // unittest
    "NO TESTS RAN (skipped=%n)",                 //
    "No tests found, exiting with code %n",      // jest
    "No test files found, exiting with code %n"  // vitest
});

// Their tools find nothing wrong in it.
constexpr std::array kRemarks = std::to_array<std::string_view>({
    "Ran 0 tests in %*",                         // unittest
    "No tests found, exiting with code 0",       // jest
    "No test files found, exiting with code 0",  // vitest
    "No tests were found!!!",                    // ctest
    "testing: warning: no tests to run",         // go
    "ok%_%* [no tests to run]",
    "?%_%*[no test files]",
    "running 0 tests",                                   // cargo
    "0 passing (%*)",                                    // mocha
    "0 examples, 0 failures%*",                          // RSpec
    "1..0%*",                                            // TAP
    "\xE2\x84\xB9 tests 0",                              // node
    "ok | 0 passed | 0 failed%*",                        // deno
    "No tests to run.",                                  // Maven
    "[INFO] No tests to run.",                           //
    "No tests executed!",                                // PHPUnit
    "No test matches the given %*",                      // dotnet
    "No test is available in %*",                        //
    "[==========] Running 0 tests from 0 test suites.",  // GoogleTest
    "No test cases matched '%*'",                        // Catch2
    "No tests ran",
    "Nothing to compile",  // forge
});

// In any line of a tool's, indented or not.
constexpr std::array kSigns = std::to_array<std::string_view>({
    "%*%n passed%*",
    "%*%n passing%*",
    "%*Passed:%_%n%*",
    "%*passed: %n%*",
    "%*%n pass",
    "%*%n tests%*",
    "%*%n test %*",
    "%*%n examples, %*",
    "%*%n runs, %*",
    "%*pass %n",
    "%*tests %n",
    "%*Tests run: %n%*",
    "1..%n%*",
    "ok %n%*",
    "not ok %n%*",
    "ok  %*s",
    "ok  %*s\tcoverage: %*",
    "ok  %*(cached)%*",
    "--- PASS%*",
    "PASS %*",
    "%*OK (%n %*",
    "All tests passed%*",
    "%*[  PASSED  ] %n test%*",
    "\xE2\x9C\x93 %*",
    "\xE2\x9C\x94 %*",
});

}  // namespace

std::optional<NoneRan> find_none_ran(std::string_view output, std::string_view command) {
  const std::vector<std::string_view> lines = short_lines(output);
  const auto says_failure = [command](std::string_view line) {
    return fits_any(kFailures, line) || says_tests_not_started(line, command);
  };
  std::optional<NoneRan> found;
  for (const std::string_view line : lines) {
    const bool is_failure = says_failure(line);
    if (found && !is_failure) continue;
    if (is_failure || fits_any(kRemarks, line)) found = NoneRan{std::string(line), is_failure};
    if (is_failure) break;
  }
  if (!found) return std::nullopt;
  const auto shows_tests = [&says_failure](std::string_view line) {
    return fits_any(kSigns, line) && !fits_any(kRemarks, line) && !says_failure(line);
  };
  if (std::any_of(lines.begin(), lines.end(), shows_tests)) return std::nullopt;
  return found;
}

}  // namespace proctor::format
