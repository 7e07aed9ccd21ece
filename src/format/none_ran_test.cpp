#include "format/none_ran.hpp"

#include <gmock/gmock.h>

#include <string>

#include "base/text.hpp"

namespace proctor::format {
namespace {

using ::testing::AllOf;
using ::testing::Field;
using ::testing::Optional;

std::optional<NoneRan> none_ran_in(std::string_view output) {
  return find_none_ran(output, "make test");
}
auto failure(const std::string& line) {
  return Optional(AllOf(Field(&NoneRan::line, line), Field(&NoneRan::is_failure, true)));
}
auto remark(const std::string& line) {
  return Optional(AllOf(Field(&NoneRan::line, line), Field(&NoneRan::is_failure, false)));
}

TEST(NoneRan, IsAFailureToSomeTools) {
  EXPECT_THAT(none_ran_in("\n5 deselected in 0.01s\n"), failure("5 deselected in 0.01s"));
  EXPECT_THAT(none_ran_in("no tests ran in 0.00s"), failure("no tests ran in 0.00s"));
  EXPECT_THAT(none_ran_in("\nno tests collected (2 deselected) in 0.01s"),
              failure("no tests collected (2 deselected) in 0.01s"));
  EXPECT_THAT(
      none_ran_in("collected 2 items / 2 deselected / 0 selected\n"
                  "\n"
                  "============================ 2 deselected in 0.01s ============================\n"),
      failure("============================ 2 deselected in 0.01s ============================"));
  EXPECT_THAT(none_ran_in("\n---------------\nRan 0 tests in 0.000s\n\nNO TESTS RAN\n"),
              failure("NO TESTS RAN"));
  EXPECT_THAT(none_ran_in("No tests found, exiting with code 1\nRun with `--passWithNoTests`\n"),
              failure("No tests found, exiting with code 1"));
}

TEST(NoneRan, IsARemarkToOthers) {
  EXPECT_THAT(none_ran_in("testing: warning: no tests to run\nPASS\nok  \ta/b\t0.002s [no tests to run]\n"),
              remark("testing: warning: no tests to run"));
  EXPECT_THAT(none_ran_in("testing: warning: no tests to run\nPASS\nok  \ta/b\t0.002s\n"),
              remark("testing: warning: no tests to run"));
  EXPECT_THAT(none_ran_in("Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\n"),
              remark("Tests:       3 skipped, 3 total"));
  EXPECT_THAT(none_ran_in("1 skipped in 0.01s\n"), remark("1 skipped in 0.01s"));
  EXPECT_THAT(none_ran_in("?   \ta/b\t[no test files]\n"), remark("?   \ta/b\t[no test files]"));
  EXPECT_THAT(none_ran_in("Test project /a/b\nNo tests were found!!!\n"), remark("No tests were found!!!"));
  EXPECT_THAT(none_ran_in("running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; "
                          "12 filtered out; finished in 0.00s\n"),
              remark("running 0 tests"));
  EXPECT_THAT(none_ran_in("\n\n  0 passing (1ms)\n\n"), remark("0 passing (1ms)"));
}

TEST(NoneRan, IsNotSaidWhereAnyTestRan) {
  EXPECT_EQ(none_ran_in(""), std::nullopt);
  EXPECT_EQ(none_ran_in("done\n"), std::nullopt);
  EXPECT_EQ(none_ran_in("3 passed, 5 deselected in 0.01s\n"), std::nullopt);
  EXPECT_EQ(none_ran_in("running 2 tests\ntest a ... ok\ntest result: ok. 2 passed; 0 failed; 0 ignored\n\n"
                        "   Doc-tests a\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed\n"),
            std::nullopt);
  EXPECT_EQ(none_ran_in("?   \ta/b\t[no test files]\nok  \ta/c\t0.003s\n"), std::nullopt);
  EXPECT_EQ(none_ran_in("testing: warning: no tests to run\nPASS\nok  \ta/b\t0.002s\nok  \ta/c\t0.003s\n"),
            std::nullopt);
  EXPECT_EQ(none_ran_in("Tests:       1 skipped, 2 passed, 3 total\nTests:       3 skipped, 3 total\n"),
            std::nullopt);
  EXPECT_EQ(none_ran_in("?   \ta/b\t[no test files]\nok  \ta/c\t(cached)\n"), std::nullopt);
  EXPECT_EQ(none_ran_in("no tests ran in 0.00s\n1..2\nok 1 - a\nok 2 - b\n"), std::nullopt);
  EXPECT_EQ(none_ran_in("All tests passed!\n1..0 # skipped: no display\n"), std::nullopt);
  EXPECT_EQ(none_ran_in("Tests run: 3, Failures: 0\nNo tests to run.\n"), std::nullopt);
}

TEST(NoneRan, IsAFailureWhereAProgramOfPythonsDied) {
  constexpr std::string_view kDied =
      "Traceback (most recent call last):\n  File \"/a/check.py\", line 3, in <module>\n    assert 1 == 2\n"
      "AssertionError\nchecked a\n";
  const auto line = failure("File \"/a/check.py\", line 3, in <module>");
  EXPECT_THAT(find_none_ran(kDied, "python3 check.py 2>&1 | tail"), line);
  EXPECT_THAT(find_none_ran(kDied, "cd a; python3 check.py; true"), line);
  EXPECT_EQ(find_none_ran(kDied, "cd a && python3 check.py"), std::nullopt) << "its exit code is known";
  EXPECT_EQ(find_none_ran(std::string(kDied) + "2 passed in 0.01s\n", "./all.sh | tail"), std::nullopt);
  EXPECT_EQ(find_none_ran("File \"/a/check.py\", line 3, in <module>\n", "./all.sh | tail"), std::nullopt);
}

// Each by a language's runtime or a shell, in the output of a command that names no tests.
constexpr std::string_view kDeaths[] = {
    "Exception in thread \"main\" java.lang.IllegalStateException: no\n\tat Main.main(Main.java:1)\n",
    "Traceback (most recent call last):\n  File \"/a/s.py\", line 2, in <module>\n    f()\nValueError: no\n",
    "/a/x.js:1\nError: no\n    at f (/a/x.js:1:22)\n\nNode.js v20.20.2\n",
    "panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/g.go:3 +0x88\n",
    "thread 'main' panicked at src/main.rs:1:54:\nindex out of bounds: the len is 0 but the index is 1\n",
    "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no\n",
    "r.rb:1:in `<main>': no (RuntimeError)\n",
    "PHP Fatal error:  Uncaught Exception: no in /a/p.php:1\n",
    "Unhandled exception. System.Exception: no\n"};

TEST(NoneRan, ACrashAloneIsNoWordOnTests) {
  for (const std::string_view died : kDeaths) {
    for (const char* command : {"run | tail", "java Main; true", "node x.js || true", "cargo run 2>&1 | tail",
                                "docker run app:latest | cat"}) {
      NoneRanWatch watch(command);
      for (const std::string_view line : split_lines(died)) watch.line(line);
      EXPECT_EQ(watch.found(), std::nullopt) << died << command;
      EXPECT_NE(watch.crash(), "") << died << command;
    }
    EXPECT_TRUE(find_none_ran(died, "./run_tests | tail")) << died;
  }
}

TEST(NoneRan, IsAFailureWhereTheTestsWerentStarted) {
  EXPECT_THAT(find_none_ran("/bin/sh: 1: pytest: not found\n\n", "cd a && pytest -q | tail"),
              failure("/bin/sh: 1: pytest: not found"));
  constexpr std::string_view kOther =
      "\u2718 Based on your configuration, 6 test files were found, but did not match the filters:";
  EXPECT_THAT(find_none_ran(kOther, "npx ava x.js | tail"),
              failure(std::string(kOther)));  // 6 that it didn't run
  EXPECT_EQ(find_none_ran("/bin/sh: 1: pytest: not found\nok 1 - a\n", "pytest; ./tap"), std::nullopt);
}

// Words in a sentence are no tool's line.
TEST(NoneRan, IsOnlyAWholeLine) {
  EXPECT_EQ(none_ran_in("it says: no tests ran in 0.00s\n"), std::nullopt);
  EXPECT_EQ(none_ran_in("running 0 tests at a time\n"), std::nullopt);
}

}  // namespace
}  // namespace proctor::format
