#include "format/none_ran.hpp"

#include <array>

#include "base/text.hpp"
#include "format/line_form.hpp"
#include "format/runner_command.hpp"
#include "format/start_failure.hpp"

namespace proctor::format {
namespace {

// Their tools exit with another code than 0.
constexpr std::array kFailures = std::to_array<std::string_view>({
    "no tests ran in %*",  // pytest; the same and what is deselected between equals signs
    "==%*= no tests ran in %* =%*==", "%n deselected in %*", "%n deselected, %n warning%s in %*",
    "==%*= %n deselected in %* =%*==", "==%*= %n deselected, %n warning%s in %* =%*==",
    "no tests collected in %*", "no tests collected (%*) in %*",  // pytest --collect-only
    "==%*= no tests collected in %* =%*==", "==%*= no tests collected (%*) in %* =%*==",
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
    "Tests:%_%n skipped, %n total",              // jest, of tests that a filter left out, too
    "Tests%_%n skipped (%n)",                    // vitest
    "%n skipped in %*",                          // pytest
    "==%*= %n skipped in %* =%*==",              //
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
    "lerna success run No packages found with the lifecycle script '%*test%*'",
    "None of the selected packages has a \"%*test%*\" script",
    "No projects matched the filters in %*",        // pnpm
    "No tasks were executed as part of this run.",  // turbo
    "NX   No tasks were run",
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

constexpr std::string_view kNothingOfGo = "testing: warning: no tests to run";
constexpr std::size_t kLongestSaid = 300;       // a tool's own words are no longer
constexpr std::size_t kMostLookedAt = 4 << 20;  // many forms are tried for each line

}  // namespace

NoneRanWatch::NoneRanWatch(std::string_view command)
    : command_(command), names_tests_(names_tests(command)) {}

void NoneRanWatch::line(std::string_view line) {
  static const FormSet failures(kFailures);
  static const FormSet remarks(kRemarks);
  static const FormSet signs(kSigns);
  line = trim(line);
  if (decided_ || line.empty() || line.size() > kLongestSaid) return;
  looked_at_ += line.size();
  const bool died = says_program_died(line, command_) || says_python_died(before_, line, command_);
  if (died && !names_tests_ && crash_.empty()) crash_ = line;
  const bool is_failure =
      failures.fits(line) || says_tests_not_started(line, command_) || (died && names_tests_);
  before_ = line;
  const bool is_remark = !is_failure && remarks.fits(line);
  // Where it ran nothing, go goes on with "PASS" and "ok  a  0.007s".
  const bool of_go = lines_of_go_ > 0 && (line == "PASS" || line.starts_with("ok  "));
  lines_of_go_ = line == kNothingOfGo ? 2 : of_go ? lines_of_go_ - 1 : 0;
  saw_tests_ = !is_failure && !is_remark && !of_go && signs.fits(line);
  decided_ = looked_at_ > kMostLookedAt || saw_tests_;
  const bool says_more = !found_ || (is_failure && !found_->is_failure);
  if (says_more && (is_failure || is_remark)) found_ = NoneRan{std::string(line), is_failure};
}

std::optional<NoneRan> NoneRanWatch::found() const {
  return decided_ ? std::nullopt : found_;
}

std::optional<NoneRan> find_none_ran(std::string_view output, std::string_view command) {
  NoneRanWatch watch(command);
  for (const std::string_view line : split_lines(output)) watch.line(line);
  return watch.found();
}

}  // namespace proctor::format
