#include "format/failure_counts.hpp"

#include <gtest/gtest.h>

namespace proctor::format {
namespace {

TEST(FailureCounts, StandBehindAnyPrefix) {
  for (const char* line :
       {"1 failed, 1 passed in 0.03s", "    13\t1 failed, 1 passed in 0.03s", "> Tests: 1 failed, 2 total",
        "4:Failed 1/2 subtests, 1 failed", "\"50% tests passed, 1 tests failed out of 2\"", "| # fail 1",
        "FAILED (failures=1)", "FAILED (errors=12)", "  \"failures\": 2,",
        "Tests run: 2, Failures: 1, Errors: 0", "\xE2\x84\xB9 fail 1", "  1 failing", "2 tests, 1 failure",
        " Tests  1 failed | 4 passed (5)", "test result: FAILED. 1 passed; 1 failed; 0 ignored",
        "1 error in 0.05s", "1 failed,"}) {
    EXPECT_TRUE(counts_failures(line)) << line;
  }
}

TEST(FailureCounts, AreThoseOfOneTestToo) {
  for (const char* line :
       {"5: not ok 2 a", "    --- FAIL: TestA (0.00s)", "7\tFAIL\tx 0.01s", "> FAIL", "FAIL src/a.test.js"}) {
    EXPECT_TRUE(counts_failures(line)) << line;
  }
}

TEST(FailureCounts, AreNoneWhereNothingFailed) {
  for (const char* line :
       {"", "2 passed in 0.03s", "100% tests passed, 0 tests failed out of 2", "3 tests, 0 failures",
        "# fail 0", "Tests run: 2, Failures: 0, Errors: 0", "test result: ok. 1 passed; 0 failed",
        "1 failed login is retried", "ok 1 fails with error 404", "Error 404", "v1.2 failed-over",
        "test_1_failed PASSED", "10x failing", "not ok 3 later # TODO", "PASS test_a.py::test_failure_2",
        "retry 3: fail over", "failures.log 12", "the 2 errors that we wanted", "-5 errors"}) {
    EXPECT_FALSE(counts_failures(line)) << line;
  }
}

}  // namespace
}  // namespace proctor::format
