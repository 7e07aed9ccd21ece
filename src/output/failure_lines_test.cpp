#include "output/failure_lines.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace proctor::output {
namespace {

const std::string_view kFailures[] = {"FAIL",
                                      "FAIL: test_x (a.b)",
                                      "FAILED tests/x.py::test_y",
                                      "--- FAIL: TestX (0.00s)",
                                      "[  FAILED  ] A.B",
                                      "***Failed",
                                      "Tests run: 1 <<< FAILURE!",
                                      "  1) Failure:",
                                      "not ok 3 - adds",
                                      "    not ok 4",
                                      "  \u2717 adds",
                                      "  \u2715 adds",
                                      "\u2718 adds",
                                      " \u2716 adds",
                                      "\u274C adds",
                                      "a.c:3:1: error: expected ';'",
                                      "TypeError: no",
                                      "error: cannot",
                                      "error[E0308]: mismatched types",
                                      "Error: no",
                                      "ERROR: test_x",
                                      "[ERROR] no",
                                      "thread 'main' panicked at src/main.rs:2",
                                      "panic: runtime error",
                                      "a.out: a.c:3: Assertion `0' failed.",
                                      "AssertionError",
                                      "E       assert 1 == 2",
                                      "assertion failed: x",
                                      "Traceback (most recent call last):",
                                      "Exception in thread \"main\"",
                                      "java.lang.NullPointerException",
                                      "fatal: not a git repository",
                                      "Segmentation fault (core dumped)",
                                      "a.o: undefined reference to `x'"};

TEST(FailureLines, AreKnownByTheirWords) {
  for (const std::string_view line : kFailures) EXPECT_TRUE(reports_failure(line)) << line;
}

TEST(FailureLines, AreNotWhatSoundsLikeThem) {
  for (const std::string_view line :
       {"", "ok 1 - adds", "test a ... ok", "0 errors, 0 failures", "XFAIL test_x", "src/error.cpp",
        "it is not ok 1", "\u2713 adds", "assert_eq.js passed", "panicking isn't needed", "DEFAULT", "TERROR",
        "failover works"}) {
    EXPECT_FALSE(reports_failure(line)) << line;
  }
}

TEST(FailureLines, AreExplainedByTheLinesAfterThem) {
  for (const std::string_view line :
       {"    expected: 1", "\tactual: 2", "  Expected 1", "  left: 1", "Expected: 3",
        "      at Object.<anonymous> (a.js:3:4)", "    x_test.go:7: got 1, want 2"}) {
    EXPECT_TRUE(explains_failure(line)) << line;
  }
  for (const std::string_view line : {"", "all is well", "  indented", "got it"}) {
    EXPECT_FALSE(explains_failure(line)) << line;
  }
}

}  // namespace
}  // namespace proctor::output
