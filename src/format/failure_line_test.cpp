#include "format/failure_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "format/evidence_start.hpp"
#include "format/failure_line_testing.hpp"
#include "format/output_evidence_testing.hpp"

namespace proctor::format {
namespace {

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
          line.substr(0, 1) + "\x1b[31m" + line.substr(1), "50%\r" + line, "\x1b(B\x1b[m" + line}) {
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
           "not ok",
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
           "UVM_ERROR :    0",
           "UVM_ERROR @ 10: it is to be so",
           "Failed files:      0 (0.0%)",
           "Testing complete. Ran 3 tests: passed: 3",
           "Testing complete. Ran 3 tests: passed: 3, failed: 0",
           "Failed Assertions: 0",
           "scenarios:    3 | passed:     3 | failed: 0",
           "Specifications:\t2 executed\t2 passed\t0 failed\t0 skipped",
           "\xE2\x94\x82              assertions \xE2\x94\x82                 3 \xE2\x94\x82                "
           "0 \xE2\x94\x82",
           "\xE2\x94\x82                requests \xE2\x94\x82                 3 \xE2\x94\x82                "
           "1 \xE2\x94\x82",
           "##teamcity[testFinished name='a']",
           "<test-run id=\"2\" total=\"2\" passed=\"2\" failed=\"0\">",
           "<test-run-list failed=\"1\">",
           "<assembly name=\"a.dll\" total=\"2\" failed=\"0\" errors=\"0\">",
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
           "test cases: 3 | 1 passed | 2 failed as expected",
           "assertions: 3 | 3 passed",
           "1/2 Test #1: a ................................   Passed    0.00 sec",
           "not ok 2 - later # TODO see issue # 12",
           "not ok 2 - later #TODO",
           "not ok 2 - issue #12 # TODO",
           "not ok 2 - later # TODO x # time=5ms",
           "      1 fail",
           "    4 failing",
           "1 error in 3s",
           "Fail: 3",
           "FAIL\tnames",
           "Executed 3 statements, with 1 failure tolerated",
           "//x:y    FLAKY, FAILED in 1 out of 2 in 0.1s",
           "FAIL see src/sum.js",
           "test_a.py ..s                                                            [100%]",
           "...s                                                                     [100%]",
           "FINISHED                                                                 [100%]",
           "........... 50%",
           "test_a.py::test_b PASSED                                                 [ 66%]",
           "test_a.py::test_b XFAIL                                                  [ 66%]",
           "test_a (ut.T.test_a) ... ok",
           "<testsuites name=\"x\" tests=\"3\" failures=\"0\" errors=\"0\">",
           "<?xml version=\"1.0\"?><testsuites><testsuite errors=\"0\" failures=\"0\"/>",
           "<?xml version=\"1.0\"?><report failures=\"2\"/>",
           "2024/11/22 12:00:00 Test failed",
           "\xE2\x84\xB9 cancelled 0",
           "# cancelled 0",
           "\xE2\x9C\x96 td (0.31738ms) # TODO",
           "\xE2\x9C\x96 failing tests:",
           "\xE2\x9C\x96 3 problems (3 errors, 0 warnings)",
           "!!!!! KeyboardInterrupt is caught",
           "Fatal Python error handling is tested",
           "ERROR: not found: /missing",
           "ERROR: usage: frob FILE",
           "ERROR: test connection lost (retrying)",
           "ERROR: test_x (retrying)",
           "ERROR: test_x (mod.Class) lost",
           "ERROR: file or directory not found: settings.ini",
           "=== 1 passed, 1 quarantined in 0.01s ===",
           "=== 1 error, see above in 0.01s ===",
           "2/2 Test #2: off ..............................***Not Run (Disabled)   0.00 sec",
           "     Errors  no errors",
           "  1 error",
           "error: Recipe `build` failed on line 3 with exit code 1",
           "error: could not compile the regex",
           "Timeout:            0",
           "Timeout: 30",
           "Unexpected Pass:    0",
           "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.1:compile "
           "(default-compile)",
           "     Summary [   0.012s] 2 tests run: 2 passed (1 slow), 0 skipped",
           "*** 0 SUITES ABORTED ***",
           "0 features passed, 0 failed, 0 errors, 0 skipped",
           "# XPASS: 0",
           "BUILD FAILED",
           "Failed:    nothing",
           "Bailing out",
           "rspec ./spec/a_spec.rb",
           "INTERNALERROR",
           "\t<!-- fail 0 -->",
           "ERROR: \"lint\" exited with 1.",
           "# { total: 2, pass: 2 }",
           "Asserts:  2 pass  0 fail  2 of 2 complete",
           "Pass: 2, fail: 0, skip: 0.",
           "# of unexpected failures\t0",
           "2/2 passed (0 failed)",
           "OK: 3 passed",
           "Total tests run: 3, Passes: 3, Failures: 0, Skips: 0",
           "1 tests, 1 assertions, 0 failures.",
           "==== the optional step FAILED",
           "Ran 2 tests, 2 results as expected, 0 unexpected (2024-11-23 08:35:49+0000, 0.1 sec)",
           "Tests Passed: 3, Failed: 0, Skipped: 0 NotRun: 0",
           "# Ran 3 tests, 1 skipped, 0 failed.",
           " - Failed: 0",
           "- Failed: 1 of the mirrors",
           "  \"numFailedTests\": 0,",
           "    \"failures\": 1,",
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
