// The sums of test runners whose parts come in any number or order: "1 failed, 2 passed in 0.12s". Each
// function says whether the line is such a sum and at least one test failed.
#pragma once

#include <optional>
#include <string_view>

namespace proctor::format {

/// pytest: "1 failed, 2 passed in 0.12s", alone (-q) or between equals signs, perhaps with "(0:01:02)"
/// behind.
bool is_pytest_sum(std::string_view line);
/// Whether tests failed by such a sum; nothing if it isn't one.
std::optional<bool> read_pytest_sum(std::string_view line);

/// Those that begin with a number: pytest's, "3 examples, 1 failure, 2 pending", "3 scenarios (1 failed, 2
/// passed)", "50% tests passed, 1 tests failed out of 2".
bool is_sum_of_items(std::string_view line);

/// unittest: "FAILED (failures=1, errors=2)"
bool is_unittest_sum(std::string_view line);

/// unittest, above what went wrong: "FAIL: test_a (mod.Class.test_a)"
bool is_unittest_heading(std::string_view line);

/// cargo nextest: "Summary [   0.012s] 3 tests run: 1 passed (1 slow), 1 failed, 1 timed out, 0 skipped"
bool is_nextest_sum(std::string_view line);

/// JUnit, surefire: "Tests run: 3, Failures: 1, Errors: 0, Skipped: 0"
bool is_junit_sum(std::string_view line);

/// Catch2, what stands behind "test cases: ": "3 | 1 passed | 1 failed | 1 failed as expected"
bool is_catch2_sum(std::string_view columns);

}  // namespace proctor::format
