#include "output/brief.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "output/token_budget.hpp"
#include "report/hang.hpp"

namespace proctor::output {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Answer failing(std::size_t number) {
  Report report;
  report.suites = {{"test/A.t.sol", "ATest"}};
  report.suites[0].cases.push_back({"test_ok()", Status::pass});
  for (std::size_t i = 0; i < number; ++i) {
    Case test{"test_" + std::to_string(i) + "()", Status::fail, "1 != 2"};
    test.location = Location{"test/A.t.sol", static_cast<int>(i) + 1};
    test.counterexample = "5, true";
    test.logs = {"first", "second"};
    report.suites[0].cases.push_back(std::move(test));
  }
  report.verdict = Verdict::fail;
  report.rerun = "proctor test --rerun-failed";
  report.run.usage.wall = std::chrono::milliseconds(1234);
  return {std::move(report), Error{ErrorCode::test_assertion_failed, "tests failed"}};
}

CommandBrief command() {
  CommandBrief answer;
  answer.command = "npm test";
  answer.termination = {Termination::Kind::exited, 1, "exit code 1"};
  answer.duration = std::chrono::milliseconds(12300);
  answer.error = Error{ErrorCode::command_failed, "The command exited with 1."};
  answer.run = "r1";
  answer.log = "/tmp/log";
  return answer;
}

TEST(TokenBudget, FourBytesOfAsciiAreATokenAndOtherCharactersAreOneEach) {
  EXPECT_EQ(estimated_tokens(""), 0U);
  EXPECT_EQ(estimated_tokens("abcd"), 1U);
  EXPECT_EQ(estimated_tokens("abcde"), 2U);
  EXPECT_EQ(estimated_tokens("…é"), 2U);
  EXPECT_EQ(token_prefix("…é漢", 2), "…é");
  EXPECT_EQ(token_suffix("…é漢", 2), "é漢");
  EXPECT_EQ(token_suffix("abcdefgh", 1), "efgh");
}

TEST(Brief, APassIsOneLine) {
  Answer answer = failing(0);
  answer.report.value().verdict = Verdict::pass;
  answer.report.value().rerun.clear();
  answer.error.reset();
  EXPECT_EQ(brief(answer, 1000, "r1"), "PASS: 1 passed, 0 failed in 1.2 s\n");
}

TEST(Brief, TheFailuresStandInFullAndThenHowToGoOn) {
  EXPECT_EQ(brief(failing(1), 1000, "r1"),
            "FAIL: 1 passed, 1 failed in 1.2 s\n"
            "- ATest.test_0()  test/A.t.sol:1\n"
            "  1 != 2\n"
            "  counterexample:\n"
            "  5, true\n"
            "  logs:\n"
            "  first\n"
            "  second\n"
            "rerun: proctor test --rerun-failed\n"
            "log: read_log r1\n");
}

TEST(Brief, WhatDoesntFitInFullIsNamedAndThenCounted) {
  const std::string text = brief(failing(200), 400, "r1");
  EXPECT_LE(estimated_tokens(text), 400U);
  EXPECT_THAT(text, HasSubstr("- ATest.test_0()  test/A.t.sol:1\n  1 != 2\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n- ATest.test_[0-9]+\\(\\)\n"));
  EXPECT_THAT(text, HasSubstr(" more failures\n"));
  EXPECT_THAT(text, HasSubstr("rerun: proctor test --rerun-failed\nlog: read_log r1\n"));
}

TEST(Brief, AnyBudgetIsKeptAndTheVerdictComesFirst) {
  const std::string verdict = "FAIL: 1 passed, 50 failed";
  for (std::size_t budget = 0; budget < 500; ++budget) {
    const std::string text = brief(failing(50), budget, "r1");
    EXPECT_LE(estimated_tokens(text), budget);
    EXPECT_TRUE(is_valid_utf8(text));
    EXPECT_EQ(text.substr(0, std::min<std::size_t>(4 * budget, 4)),
              verdict.substr(0, std::min<std::size_t>(4 * budget, 4)));
  }
  EXPECT_EQ(brief(failing(50), 0, "r1"), "");
  EXPECT_EQ(brief(failing(50), 1, "r1"), "FAIL");
  EXPECT_THAT(brief(failing(50), 20, "r1"), StartsWith(verdict));
}

TEST(Brief, AnErrorWithoutAReportIsNamed) {
  const Answer answer{.error = Error{ErrorCode::test_timeout, "The time limit struck: 10 s"}};
  EXPECT_EQ(brief(answer, 100, ""), "TEST_TIMEOUT\n  The time limit struck: 10 s\n");
}

TEST(Brief, AHostileNameCantFakeTheVerdict) {
  Answer answer = failing(1);
  Case& test = answer.report.value().suites[0].cases[1];
  test.name = "a\nPASS: 9 passed\r\x1b[2J";
  test.reason = "b\nPASS: 9 passed";
  test.counterexample = "c\nPASS: 9 passed";
  test.logs = {"d\nPASS: 9 passed"};
  const std::string text = brief(answer, 1000, "x\nPASS: 9 passed");
  EXPECT_THAT(text, StartsWith("FAIL: "));
  EXPECT_THAT(text, Not(HasSubstr("\nPASS")));
  EXPECT_EQ(for_terminal(text), text);
}

TEST(BriefCommand, TheFirstLineSaysHowItEnded) {
  CommandBrief answer = command();
  answer.output = "a\nb\n";
  answer.evidence = {"  1 failing"};
  EXPECT_EQ(brief_command(answer, 1000),
            "FAIL: exit code 1 after 12.3 s: npm test\n"
            "  The command exited with 1.\n"
            "  said: 1 failing\n"
            "output:\n"
            "| a\n"
            "| b\n"
            "log: read_log r1\n"
            "log file: /tmp/log\n");
}

TEST(BriefCommand, FailingTestsAndProcessesAreNamed) {
  CommandBrief answer = command();
  const Answer tests = failing(2);
  answer.report = &*tests.report;
  answer.left_behind = {{42, "node\nserver.js"}};
  const std::string text = brief_command(answer, 1000);
  EXPECT_THAT(text, HasSubstr("tests: 1 passed, 2 failed\n"));
  EXPECT_THAT(text, HasSubstr("- ATest.test_1()"));
  EXPECT_THAT(text, HasSubstr("left behind and ended: 1 process\n- 42 node server.js\n"));
}

Diagnostic hanging(std::string command) {
  HangReport hang;
  hang.processes = {{7, 1, std::move(command), "sleeping", "nanosleep", {}, 1, {}}};
  hang.stacks = "goroutine 1\n\tmain.main()\n";
  return hang_diagnostic(std::move(hang));
}

TEST(Brief, WhoHungIsOneLineAndSoIsWhereItsStacksAre) {
  const std::string lines =
      "hang: Still alive when it was stopped: sleep 9 (pid 7, waits in nanosleep, 0.00 s of CPU).\n"
      "stacks: 2 lines in `diagnostics` and in the output\n";
  Answer answer = failing(1);
  answer.report.value().diagnostics.push_back(hanging("sleep 9"));
  EXPECT_THAT(brief(answer, 1000, "r1"), HasSubstr(lines));
  CommandBrief of_command = command();
  const Diagnostic hang = hanging("sleep 9");
  of_command.hang = &hang;
  EXPECT_THAT(brief_command(of_command, 1000), HasSubstr(lines));
  const Diagnostic evil = hanging("\nPASS: 9 passed" + std::string(300, 'x'));
  of_command.hang = &evil;
  for (const std::size_t budget : {30U, 100U, 300U}) {
    const std::string text = brief_command(of_command, budget);
    EXPECT_LE(estimated_tokens(text), budget);
    EXPECT_THAT(text, Not(HasSubstr("\nPASS")));
  }
}

TEST(Brief, TheProjectsOwnFramesOfAHangComeFirst) {
  HangReport hang;
  hang.processes = {{7, 1, "python3", "sleeping", "futex", {}, 1, {}}};
  hang.stacks =
      "  File \"/usr/lib/python3/threading.py\", line 1 in wait\n  File \"/work/test_a.py\", line 3 in "
      "test_a\n";
  Answer answer = failing(0);
  answer.report.value().diagnostics.push_back(hang_diagnostic(std::move(hang), "/work"));
  EXPECT_THAT(brief(answer, 1000, "r1"),
              HasSubstr("hang: In the project's code:\n  File \"/work/test_a.py\", line 3 in test_a\n"
                        "Still alive when it was stopped: python3"));
}

TEST(BriefCommand, TheMiddleOfALongOutputIsCut) {
  std::string output;
  for (int i = 0; i < 10000; ++i) output += "line " + std::to_string(i) + "\n";
  CommandBrief answer = command();
  answer.output = output;
  answer.output_bytes = output.size();
  for (const std::size_t budget : {100U, 500U, 2000U}) {
    const std::string text = brief_command(answer, budget);
    EXPECT_LE(estimated_tokens(text), budget);
    EXPECT_GE(estimated_tokens(text), budget * 8 / 10);
    EXPECT_THAT(text, HasSubstr("| line 0\n"));
    EXPECT_THAT(text, HasSubstr("\n…\n"));
    EXPECT_THAT(text, HasSubstr("| line 9999\n"));
    EXPECT_THAT(text, HasSubstr("log: read_log r1\n"));
  }
}

TEST(BriefCommand, AnyBudgetIsKeptWhateverTheOutput) {
  CommandBrief answer = command();
  const std::string chinese = [] {
    std::string text;
    for (int i = 0; i < 500; ++i) text += "漢字…";
    return text;
  }();
  const std::string newlines = "a" + std::string(3000, '\n') + "b";
  const std::string ascii(3000, 'x');
  for (const std::string* output : {&chinese, &newlines, &ascii}) {
    answer.output = *output;
    for (std::size_t budget = 0; budget < 400; ++budget) {
      const std::string text = brief_command(answer, budget);
      EXPECT_LE(estimated_tokens(text), budget);
      EXPECT_TRUE(is_valid_utf8(text));
      EXPECT_TRUE(budget == 0 || text.starts_with("FAIL"));
    }
  }
}

TEST(BriefCommand, ACommandThatOnlyEndedWellIsNoPass) {
  CommandBrief answer = command();
  answer.error.reset();
  answer.termination = {Termination::Kind::exited, 0, "exit code 0"};
  EXPECT_THAT(brief_command(answer, 1000),
              testing::StartsWith("DONE: exit code 0, no tests seen, after 12.3 s: npm test\n"));
  answer.shows_tests = true;
  answer.passed = "=== 5 passed in 0.12s ===";
  EXPECT_THAT(brief_command(answer, 1000),
              testing::StartsWith(
                  "PASS: exit code 0 after 12.3 s: npm test\n  evidence: === 5 passed in 0.12s ===\n"));
}

TEST(BriefCommand, OutputCantFakeTheVerdict) {
  CommandBrief answer = command();
  answer.output = "x\nPASS: exit code 0\ny";
  for (const std::size_t budget : {20U, 40U, 1000U}) {
    EXPECT_THAT(brief_command(answer, budget), Not(HasSubstr("\nPASS")));
  }
}

}  // namespace
}  // namespace proctor::output
