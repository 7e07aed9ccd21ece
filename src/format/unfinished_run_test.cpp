#include "format/unfinished_run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace proctor::format {
namespace {

// The line that begins what has no end; nothing if there is none.
std::string unfinished(std::string_view output) {
  const auto found = find_unfinished_run(output, "./tests || true");
  return found ? found->line : "";
}

constexpr std::string_view kPytest =
    "============ test session starts ============\ncollected 2 items\n\na_test.py .";

TEST(UnfinishedRun, HasABeginningOfATestOrARunAndNoEnd) {
  EXPECT_EQ(unfinished(
                "[==========] Running 2 tests from 1 test suite.\n[ RUN      ] A.a\n[       OK ] A.a (0 ms)\n"
                "[ RUN      ] A.b\nSegmentation fault\n"),
            "[ RUN      ] A.b");
  EXPECT_EQ(unfinished("[ RUN      ] A.ab\n[ RUN      ] A.a\n[       OK ] A.ab (0 ms)\n"),
            "[ RUN      ] A.a");
  EXPECT_EQ(unfinished(kPytest), "============ test session starts ============");
  EXPECT_EQ(unfinished("running 2 tests\ntest a ... ok\n"), "running 2 tests");
  EXPECT_EQ(unfinished("     Running unittests src/lib.rs (target/debug/deps/a-1234)\n\nrunning 1 test\n"),
            "running 1 test");
  EXPECT_EQ(
      unfinished(
          "Test project /a/build\n    Start 1: a\n1/2 Test #1: a ...   Passed    0.01 sec\n    Start 2: b\n"),
      "Test project /a/build");
  EXPECT_EQ(unfinished("test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... "), "test_b (m.T.test_b) ...");
  EXPECT_EQ(unfinished("=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n"), "=== RUN   TestB");
  EXPECT_EQ(unfinished("1..3\nok 1 - a\nnot ok 2 - b # TODO\n"), "1..3");
  EXPECT_EQ(unfinished("1..1\nok 1\n1..2\nok 1\n"), "1..2");
  EXPECT_EQ(unfinished("TAP version 13\nok 1 - a\n"), "TAP version 13");
  EXPECT_EQ(unfinished("********* Start testing of A *********\nPASS   : A::a()\n"),
            "********* Start testing of A *********");
  EXPECT_EQ(unfinished("[INFO] Scanning for projects...\n[INFO] Running a.BTest\n"),
            "[INFO] Scanning for projects...");
}

TEST(UnfinishedRun, IsFoundBeforeAnotherThatEnds) {
  EXPECT_NE(
      unfinished(std::string(kPytest) + "\n" + std::string(kPytest) + "\n===== 2 passed in 0.01s =====\n"),
      "");
  EXPECT_EQ(unfinished("[ RUN      ] A.a\nSegmentation fault\n[ RUN      ] B.a\n[       OK ] B.a (0 ms)\n"
                       "[==========] 1 test from 1 test suite ran. (0 ms total)\n[  PASSED  ] 1 test.\n"),
            "[ RUN      ] A.a");
}

TEST(UnfinishedRun, IsntOneThatEndedOrProse) {
  for (const std::string& output : {
           std::string(kPytest) + ".   [100%]\n\n===== 2 passed in 62.12s (0:01:02) =====\n",
           std::string(kPytest) + ".\n\nResults (0.05s):\n       2 passed\n",
           // two at once
           std::string(kPytest) + "\n" + std::string(kPytest) +
               "\n==== 1 passed in 0.01s ====\n==== 1 passed in 0.01s ====\n",
           std::string("[ RUN      ] A.a\nno newline[       OK ] A.a (0 ms)\n"),
           std::string("[ RUN      ] P/A.a/0\n[  FAILED  ] P/A.a/0, where GetParam() = 3 (0 ms)\n"),
           std::string("[ RUN      ] test_a\n[  SKIPPED ] test_a\n"),
           std::string("running 2 tests\n..\ntest result: ok. 2 passed; 0 failed\n"),
           std::string("running 2 tests\nall is well\n"),  // of somebody else
           std::string("Test project /a/build\n  Test #1: a\n\nTotal Tests: 1\n"),
           std::string(
               "Test project /a/build\n    Start 1: a\n\n100% tests passed, 0 tests failed out of 1\n"),
           std::string("test_a (m.T.test_a) ... ok\n\nRan 1 test in 0.000s\n\nOK\n"),
           std::string("testing the parser (v1.2) ... ok\n"),
           std::string("=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \ta/b\t0.002s\n"),
           std::string("=== RUN the unit tests\n"),
           std::string("1..2\nok 1\nok 2\n"),
           std::string("ok 1\nok 2\n1..2\n"),
           std::string("ok 5 - e\n\n1..5\n# tests 5\n"),  // … | tail
           std::string("1..2\n1..1\nok 1\nok 1\nok 2\n"),
           std::string("1..10\n"),
           std::string("1..3\nok\nok\nok\n"),
           std::string("1..0 # SKIP no display\n"),
           std::string("TAP version 13\n1..0\n"),
           std::string("[INFO] Scanning for projects...\n[INFO] BUILD SUCCESS\n"),
           std::string(""),
       }) {
    EXPECT_EQ(unfinished(output), "") << output;
  }
}

TEST(UnfinishedRun, IsOneThatAShellSaysCrashed) {
  for (const std::string line :
       {"Segmentation fault", "Segmentation fault (core dumped)", "Illegal instruction",
        "SUMMARY: AddressSanitizer: heap-use-after-free /a/t.c:3 in main",
        "bash: line 1:  1234 Segmentation fault      (core dumped) ./tests | tail"}) {
    EXPECT_EQ(unfinished("all is well\n" + line + "\n"), line);
    EXPECT_FALSE(find_unfinished_run(line + "\n" + std::string(kPytest), "./tests | head")->may_be_cut);
  }
  EXPECT_EQ(unfinished("t: t.c:3: main: Assertion `a == b' failed.\nAborted\n"), "Aborted");
  EXPECT_EQ(unfinished("terminate called after throwing an instance of 'int'\nAborted (core dumped)\n"),
            "Aborted (core dumped)");
  for (const char* line :
       {"Aborted", "Killed", "Terminated", "Segmentation fault is handled", "caught: Bus error",
        "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior t.c:3",
        "./expects_crashes.sh: line 3: 1234 Segmentation fault      ./crash"}) {
    EXPECT_EQ(unfinished(line), "") << line;
  }
}

TEST(UnfinishedRun, ACrashOfAProgramIsNoRunOfTests) {
  for (const char* said : {"Segmentation fault", "SUMMARY: AddressSanitizer: SEGV in main",
                           "a: a.c:3: main: Assertion `n == 7' failed.\nAborted (core dumped)"}) {
    for (const char* command : {"./a | tail", "sh -c ./a; true", "./a || true"})
      EXPECT_FALSE(find_unfinished_run(said, command)) << said << command;
    EXPECT_TRUE(find_unfinished_run(said, "make check | tail")) << said;
  }
}

TEST(UnfinishedRun, MayBeCutWhereTheCommandLeavesLinesOut) {
  for (const char* command :
       {"pytest | head -20", "pytest 2>&1 |grep -v x", "pytest > log; head log", "head -5 < log",
        "pytest | LC_ALL=C sort", "find . -name log | xargs grep x", "(pytest) |\n awk 1"}) {
    EXPECT_TRUE(find_unfinished_run(kPytest, command)->may_be_cut) << command;
  }
  for (const char* command : {"pytest | tail", "pytest head", "cat tests/sort/log", "./head || true",
                              "pytest -k sort", "timeout 60 pytest | cat"}) {
    EXPECT_FALSE(find_unfinished_run(kPytest, command)->may_be_cut) << command;
  }
}

}  // namespace
}  // namespace proctor::format
