#include "format/failure_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/evidence_start.hpp"
#include "format/output_evidence_testing.hpp"

namespace proctor::format {
namespace {

const std::vector<std::string> kFailures{
    "=================== 1 failed, 2 passed in 0.12s ===================",
    "========= 1 failed, 2 passed, 1 warning in 62.12s (0:01:02) =========",
    "==== 1 error in 0.05s ====",
    "1 failed, 2 passed in 0.12s",
    "FAILED tests/test_a.py::test_b - assert 1 == 2",
    "ERROR tests/test_a.py::test_b - ImportError",
    "!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!",
    "FAILED (failures=1)",
    "FAILED (errors=2, skipped=1)",
    "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
    "test tests::it_works ... FAILED",
    "    --- FAIL: TestX/part (0.00s)",
    "error: test failed, to rerun pass `--lib`",
    "     Summary [   0.012s] 3 tests run: 2 passed, 1 failed, 0 skipped",
    "--- FAIL: TestX (0.00s)",
    "FAIL\texample.com/x\t0.005s",
    "FAIL\texample.com/x [build failed]",
    "FAIL",
    "DONE 3 tests, 1 failure in 0.1s",
    "Tests:       1 failed, 2 passed, 3 total",
    "Test Suites: 1 failed, 1 total",
    " Test Files  1 failed | 2 passed (3)",
    "      Tests  1 failed (1)",
    "FAIL src/sum.test.js",
    " FAIL  src/sum.test.ts > adds",
    "  1 failing",
    " 1 fail",
    "  1 failed",
    "  1 test failed",
    "not ok 1 - x",
    "not ok",
    "not ok 12",
    "# fail 1",
    "# FAIL:  2",
    "# Looks like you failed 1 test of 3.",
    "Result: FAIL",
    "\xE2\x84\xB9 fail 1",
    "50% tests passed, 1 tests failed out of 2",
    "The following tests FAILED:",
    "[  FAILED  ] 1 test, listed below:",
    "[  FAILED  ] Suite.Name (0 ms)",
    " 2 FAILED TESTS",
    "test cases: 3 | 2 passed | 1 failed",
    "[doctest] Status: FAILURE!",
    "*** 1 failure is detected in the test module \"x\"",
    "3 examples, 1 failure",
    "0 examples, 0 failures, 1 error occurred outside of examples",
    "1 runs, 1 assertions, 1 failures, 0 errors, 0 skips",
    "1 doctest, 2 tests, 1 failure",
    "3 tests, 1 failure in 2 seconds",
    "3 scenarios (1 failed, 2 passed)",
    "0 features passed, 1 failed, 0 skipped",
    "Tests run: 3, Failures: 1, Errors: 0, Skipped: 0",
    "Tests run: 3,  Failures: 1",
    "[ERROR] Tests run: 3, Failures: 0, Errors: 1, Skipped: 0",
    "[ERROR] There are test failures.",
    "[         1 tests failed          ]",
    "> Task :app:testDebugUnitTest FAILED",
    "> There were failing tests. See the report at: file:///x",
    "4 tests completed, 1 failed",
    "FAILURES!",
    "ERRORS!",
    "Tests: 3, Assertions: 3, Failures: 1.",
    "Tests: 3, Assertions: 3, Errors: 1, Failures: 0.",
    "Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3",
    "Test Run Failed.",
    "Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.0s",
    "Executed 3 tests, with 1 failure (0 unexpected) in 0.1 (0.2) seconds",
    "FAILED | 2 passed | 1 failed (12ms)",
    "Fail:               1",
    "[error] Failed: Total 3, Failed 1, Errors 0, Passed 2",
    "make: *** [Makefile:3: test] Error 1",
    "npm ERR! Test failed.  See above for more details.",
    "Suite result: FAILED. 1 passed; 1 failed; 0 skipped; finished in 1ms",
    "Ran 3 test suites in 1ms (2ms CPU time): 14 tests passed, 1 failed, 1 skipped (16 total tests)",
    "Encountered a total of 1 failing tests, 14 tests succeeded",
    "\xE2\x9C\x97 FAIL  1 test failed",
    "3 specs, 1 failure",
    "3 specs, 1 failure, 1 pending spec",
    "Chrome Headless 120.0.0.0 (Linux x86_64): Executed 3 of 3 (1 FAILED) (0.008 secs / 0.002 secs)",
    "HeadlessChrome 73.0.3683 (Linux 0.0.0): Executed 2 of 3 (1 FAILED) (skipped 1) (0.008 secs / 0.002 "
    "secs)",
    "Firefox 115.0 (Linux x86_64): Executed 3 of 3 (1 FAILED) (0.02 secs / 0 secs)",
    "TOTAL: 1 FAILED, 2 SUCCESS",
    "Spec Files:      1 passed, 1 failed, 2 total (100% completed) in 00:00:02",
    "1 of 3 tests failed",
    "66%: Checks: 3, Failures: 1, Errors: 0",
    "66%: Checks: 3, Failures: 0, Errors: 1",
    "3 Tests 1 Failures 0 Ignored",
    "[====] Synthesis: Tested: 3 | Passing: 2 | Failing: 1 | Crashing: 0",
    "[====] Synthesis: Tested: 3 | Passing: 2 | Failing: 0 | Crashing: 1",
    "Run:  3   Failures: 1   Errors: 0",
    "Errors (1 failures, 3 tests, 3 ran, 4 checks, 0 ignored, 0 filtered out, 1 ms)",
    "*** 1 TEST FAILED ***",
    "*** 12 TESTS FAILED ***",
    "Tests: succeeded 2, failed 1, canceled 0, ignored 0, pending 0",
    "[info] *** 1 TEST FAILED ***",
    "[info] Tests: succeeded 2, failed 1, canceled 0, ignored 0, pending 0",
    "[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful",
    "\xE2\x9C\x98 Test run with 3 tests failed after 0.001 seconds with 1 issue.",
    "\xE2\x9C\x98 Test run with 3 tests in 1 suite failed after 0.001 seconds with 1 issue.",
    "** TEST FAILED **",
    "ERROR: Some tests did not pass: 2 passed, 1 failed, 0 errored, 0 broken.",
    "ERROR: LoadError: Some tests did not pass: 2 passed, 0 failed, 1 errored, 0 broken.",
    "ERROR: Package Example errored during testing",
    "[ FAIL 1 | WARN 0 | SKIP 0 | PASS 2 ]",
    "1 passed; 0 skipped; 1 failed.",
    "Build Summary: 1/3 steps succeeded; 1 failed; 1/2 tests passed; 1 failed",
    "Build Summary: 1/3 steps succeeded; 1 failed; 1/3 tests passed; 1 skipped; 10 failed",
    "00:01 +2 -1: Some tests failed.",
    "00:01 +2 ~1 -1: Some tests failed.",
    "2 successes / 1 failure / 0 errors / 0 pending : 0.001 seconds",
    "1 success / 0 failures / 1 error / 0 pending : 0.001 seconds",
    "Ran 3 tests in 0.000 seconds, 2 successes, 1 failure",
    "1 failures, 0 errors.",
    "0 failures, 2 errors.",
    "Failed 1 tests. Passed 2 tests.",
    "1 out of 3 tests failed (0.00s)",
    "Cases: 3  Tried: 3  Errors: 0  Failures: 1",
    "Test suite example-test: FAIL",
    "1 failure! in 0.001s. 3 tests run.",
    "FAILED: Cases: 3 Tried: 3 Errors: 0 Failures: 1 Skip:  0 Todo: 0 Timeouts: 0.",
    "TEST RUN FAILED",
    "3 examples (2 passed, 1 failed)",
    "2 scenarios (1 passed, 1 failed)",
    "FAIL! -- 2 Passed | 1 Failed | 0 Pending | 0 Skipped",
    "***Test Failed*** 1 failures.",
    "Tests:      2 passed, 1 failed, 3 total",
    "Test result: FAILED. Total tests: 3; passed: 2; failed: 1",
    "Symbolic test result: 1 passed; 1 failed; time: 0.10s",
    "Failure! 2 passed, 1 failed.",
    "FAIL: 1/3",
    "Tests finished: Pass 2. Fail 1. Fatal 0. Skip 0. Build failure 0",
    "  Failed: 1.  Skipped: 0.  Passed: 2.",
    "    \xE2\x9C\x96  1 of 2 failed (50%)                     00:05        2        1        1",
    "  Overall result: Failed",
};

TEST(FailureLine, TheSumsOfWellKnownToolsAreRecognised) {
  for (const std::string& line : kFailures) {
    EXPECT_TRUE(says_tests_failed(line)) << line;
    // What it takes must not be lost before it comes here, in whatever colours.
    for (const std::string& raw :
         {line, "\x1b[1m\x1b[31m" + line, line.substr(0, 1) + "\x1b[31m" + line.substr(1)}) {
      EXPECT_EQ(look_at_line(raw + "\n"), Look::yes) << raw;
    }
  }
}

// Where lines are judged in place, as where they are gathered.
TEST(FailureLine, IsFoundInTheMiddleOfMuchOutput) {
  std::string before;
  for (int i = 0; i < 10; ++i)
    before += "test reader::reads ... ok\nRunning the suite\n\x1b[32mok\x1b[0m\nprose\n";
  for (const std::string& line : kFailures) {
    for (const std::string& raw :
         {line, "\x1b[31m" + line + "\x1b[0m", line + " \t\r", "\x1b[1m\x1b[31m" + line,
          line.substr(0, 1) + "\x1b[31m" + line.substr(1), "50%\r" + line}) {
      const std::string text = before + raw + "\n" + before;
      const Evidence whole = watch(text);
      EXPECT_TRUE(whole.shows_failure()) << raw;
      EXPECT_EQ(describe(whole), describe(watch(text, 1))) << raw;
    }
  }
}

TEST(FailureLine, PassingSumsAndProseAreNot) {
  for (const char* line : {
           "",
           "0 failed",
           "1 failed",
           "FAILED to load plugin, retrying",
           "trying the mirror ... FAILED",
           "FAILED",
           "FAIL: see below",
           "FAILURE",
           "==== 3 passed in 0.12s ====",
           "==== 0 failed, 3 passed in 0.12s ====",
           "==== 1 failed ====",
           "3 passed, 1 xfailed in 0.1s",
           "1 failed, then it worked in 3s",
           "FAILED (expected failures=1)",
           "FAILED (see the log)",
           "test result: ok. 1 passed; 0 failed; 0 ignored",
           "--- PASS: TestX (0.00s)",
           "    --- FAIL is what go prints",
           "Tests:       3 passed, 3 total",
           "Tests: 0 failed",
           "Tests  2 passed (2)",
           "  0 failing",
           "  1 failing test is too many",
           "not ok 1 - x # TODO later",
           "not ok 1 - x # skip here",
           "not okay, but fine",
           "not ok at all",
           "# fail 0",
           "# fail",
           "# FAIL:  0",
           "ok 1 - x",
           "100% tests passed, 0 tests failed out of 2",
           "3 examples, 0 failures",
           "1 runs, 1 assertions, 0 failures, 0 errors, 0 skips",
           "3 apples, 1 failure",
           "Tests run: 3, Failures: 0, Errors: 0, Skipped: 0",
           "[INFO] Tests run: 3, Failures: 0, Errors: 0",
           "[ERROR] something else",
           "> Task :compileJava FAILED",
           "> Task :test",
           "Passed!  - Failed:     0, Passed:     2",
           "Executed 3 tests, with 0 failures (0 unexpected)",
           "make: *** [Makefile:3: build] Error 1",
           "make: [Makefile:3: test] Error 1 (ignored)",
           "Suite result: ok. 1 passed; 0 failed; 0 skipped; finished in 1ms",
           "Result: PASS",
           "2 FAILED TESTS",
           "The tests FAILED.",
           "                          1 failing",
           "3 specs, 0 failures",
           "Chrome Headless 120.0.0.0 (Linux x86_64): Executed 3 of 3 SUCCESS (0.008 secs / 0.002 secs)",
           "TOTAL: 3 SUCCESS",
           "100%: Checks: 3, Failures: 0, Errors: 0",
           "3 Tests 0 Failures 0 Ignored",
           "[====] Synthesis: Tested: 3 | Passing: 3 | Failing: 0 | Crashing: 0",
           "Errors (ran nothing, 3 tests, 0 ran, 0 checks, 0 ignored, 3 filtered out, 0 ms)",
           "*** 0 TESTS FAILED ***",
           "Tests: succeeded 3, failed 0, canceled 0, ignored 0, pending 0",
           "\xE2\x9C\x94 Test run with 3 tests passed after 0.001 seconds.",
           "ERROR: Some tests did not pass: 2 passed, 0 failed, 0 errored, 1 broken.",
           "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 2 ]",
           "2 passed; 0 skipped; 0 failed.",
           "Build Summary: 3/3 steps succeeded; 2/2 tests passed",
           "Build Summary: 1/3 steps succeeded; 1 failed",
           "00:01 +3: All tests passed!",
           "00:01 +3 -1: adds numbers",
           "12:34:56 +0100: Some tests failed.",
           "2 successes / 0 failures / 0 errors / 0 pending : 0.001 seconds",
           "Ran 3 tests in 0.000 seconds, 3 successes, 0 failures",
           "Ran 3 tests in 0.001s",
           "0 failures, 0 errors.",
           "Failed 0 tests. Passed 2 tests.",
           "Cases: 3  Tried: 3  Errors: 0  Failures: 0",
           "Test suite example-test: PASS",
           "3 examples (3 passed)",
           "2 scenarios (2 passed, 0 failed)",
           "Tests:      3 passed, 0 failed, 3 total",
           "Success! 3 passed, 0 failed.",
           "FAIL: 0/3",
           "  Failed: 0.  Skipped: 0.  Passed: 2.",
       }) {
    EXPECT_FALSE(says_tests_failed(line)) << line;
  }
}

TEST(FailureLine, OrdinaryLinesDontEvenGetALook) {
  for (const char* line :
       {"Compiling proctor v0.1.0", "2024-01-01T00:00:00 INFO started", "    return 0;", "x",
        "{\"level\":\"info\",\"msg\":\"started\"}", "12345", "The end", "  12 | int x;", ""}) {
    EXPECT_EQ(look_at_line(std::string(line) + "\n"), Look::no) << line;
  }
}

TEST(FailureLine, GoEventsOfFailedTestsAreRecognised) {
  EXPECT_TRUE(is_go_failure_event(R"({"Time":"2024","Action":"fail","Package":"x","Test":"TestA"})"));
  EXPECT_FALSE(is_go_failure_event(R"({"Time":"2024","Action":"pass","Package":"x","Test":"TestA"})"));
}

}  // namespace
}  // namespace proctor::format
