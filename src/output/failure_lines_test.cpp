#include "output/failure_lines.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "output/glance.hpp"

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

// The fast look must never pass over what the slow one would find, wherever it stands.
TEST(FailureLines, AreFoundAtAGlance) {
  for (const std::string_view line : kFailures) {
    for (std::size_t before = 0; before < 2 * kGlanceBlock + 2; ++before) {
      const std::string beginning = before == 0 ? "" : std::string(before - 1, 'x') + "\n";
      const std::string text = beginning + std::string(line) + "\n" + std::string(300, 'x');
      EXPECT_LE(glance(text), beginning.size() + line.size()) << line << " after " << before;
    }
  }
}

// Also between other words that look alike.
TEST(FailureLines, AreFoundAtAGlanceAmongOthersThatAreAlike) {
  const std::vector<std::string> parts{"F",
                                       "error:",
                                       "Error:",
                                       "error[",
                                       "err",
                                       "\n",
                                       "\n",
                                       " ",
                                       "FAIL",
                                       "Failed",
                                       "X",
                                       "ERROR",
                                       "ERR",
                                       "s",
                                       "x",
                                       "n",
                                       "\u2717",
                                       "\u2715x",
                                       "not ok",
                                       "panic",
                                       "panic:",
                                       "fatal:",
                                       "p",
                                       "a",
                                       "f",
                                       "exception:",
                                       "assert failed",
                                       std::string(61, '.')};
  std::minstd_rand random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (std::size_t i = 0; i < 40; ++i) text += parts[random() % parts.size()];
    text += '\n' + std::string(100, '.') + '\n';
    const std::string_view seen = std::string_view(text).substr(0, glance(text));
    for (const std::string_view line : split_lines(seen.substr(0, seen.rfind('\n') + 1))) {
      ASSERT_FALSE(reports_failure(line)) << text;
    }
  }
}

TEST(FailureLines, AGlancePassesOverOrdinaryText) {
  const std::string text(1000, 'x');
  EXPECT_GT(glance(text), 900U);
  EXPECT_EQ(glance("short"), 0U);
  std::string tests;
  while (tests.size() < 10'000) tests += "test reader::reads_all_of_it ... ok\n";
  EXPECT_GT(glance(tests), 9'800U);
  std::string alike;
  while (alike.size() < 10'000)
    alike += "Failing mirrors: a terror, an Erroneous XFAIL; a preface (12 passed)\n";
  EXPECT_GT(glance(alike), 9'800U);
}

}  // namespace
}  // namespace proctor::output
