// Lines by which well-known tools say that tests failed: the sums of test runners above all.
//
// Only whole lines in exactly a tool's own form are taken, so that prose ("0 failed", "FAILED to load the
// plugin, retrying") isn't.
#pragma once

#include <string_view>

namespace proctor::format {

/// Whether the line says that at least one test failed. `line` as plain_line() leaves it. The beginning of
/// each form that it knows stands in evidence_start.cpp, too.
bool says_tests_failed(std::string_view line);

/// Whether Python says so that it crashed, or shows its stacks: that tests failed only if it ran some.
bool is_python_crash(std::string_view line);

/// Whether it is the event of a failed test or package in the output of `go test -json`.
bool is_go_failure_event(std::string_view line);

/// Whether it is the report of a failed run that `jest --json` or `vitest --reporter=json` prints as one
/// line, perhaps without its middle.
bool is_failed_jest_report(std::string_view line);

/// Whether it is the report of a failed run that `rspec --format json` prints as one line, perhaps without
/// its middle.
bool is_failed_rspec_report(std::string_view line);

/// Whether it is the report of a failed run that pytest-json-report writes as one line, perhaps without its
/// middle.
bool is_failed_pytest_report(std::string_view line);

}  // namespace proctor::format
