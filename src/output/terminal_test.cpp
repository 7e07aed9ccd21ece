#include "output/terminal.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/text.hpp"
#include "output/columns.hpp"
#include "report/hang.hpp"
#include "report/judge.hpp"

namespace proctor::output {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const TerminalStyle kPlain{.color = false, .width = 80, .verbose = false};
const TerminalStyle kColor{.color = true, .width = 80, .verbose = false};
const TerminalStyle kVerbose{.color = false, .width = 80, .verbose = true};

Case passed(std::string name, double duration_ms = 1) {
  Case test{std::move(name), Status::pass};
  test.duration_ms = duration_ms;
  return test;
}

Case failed(std::string name, std::string reason) {
  Case test{std::move(name), Status::fail, std::move(reason)};
  test.location = Location{"test/A.t.sol", 21};
  return test;
}

Report report_of(std::vector<Case> cases, int exit_code) {
  Report report;
  report.suites = {{"test/A.t.sol", "ATest", 6.7, std::move(cases)}};
  report.termination = Termination{Termination::Kind::exited, exit_code, ""};
  report.framework = {"forge", "1.7.1"};
  report.run.usage.wall = milliseconds(412);
  report.run.log = "/state/output.log";
  return report;
}

Answer judged_answer(Report report, const ReportState& state = {.found = true}) {
  auto error = judge(report, state);
  return {std::move(report), std::move(error)};
}

std::size_t times(std::string_view text, std::string_view part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

TEST(Terminal, SaysAPassInTwoLines) {
  EXPECT_EQ(to_terminal(judged_answer(report_of({passed("testA()"), passed("testB()")}, 0)), kPlain),
            "✓ ATest  2 passed  6.7 ms  test/A.t.sol\n"
            "\n"
            "✓ PASS  2 passed  ·  412 ms  ·  forge 1.7.1\n");
}

TEST(Terminal, TellsFailuresFirstAndTheVerdictLast) {
  Case failure = failed("testB(uint256)", "should be 2: 1 != 2");
  failure.counterexample = "args=[1]";
  failure.runs = 12;
  failure.logs = {"before", "after"};
  Report report = report_of({passed("testA()"), failure}, 1);
  report.rerun = "proctor test --rerun-failed";
  EXPECT_EQ(to_terminal(judged_answer(report), kPlain),
            "✗ ATest › testB(uint256)  test/A.t.sol:21\n"
            "    should be 2: 1 != 2\n"
            "    counterexample, after 12 runs\n"
            "      args=[1]\n"
            "    logs\n"
            "      before\n"
            "      after\n"
            "\n"
            "✗ ATest  1 failed, 1 passed  6.7 ms  test/A.t.sol\n"
            "\n"
            "✗ FAIL  1 test failed.\n"
            "  tests   1 failed, 1 passed  ·  412 ms  ·  forge 1.7.1\n"
            "  log     /state/output.log\n"
            "  rerun   proctor test --rerun-failed\n");
}

TEST(Terminal, IndentsReasonsOfSeveralLinesAndWrapsLongOnes) {
  const std::string text = to_terminal(
      judged_answer(report_of({failed("testA()", "first\nsecond " + std::string(100, 'x'))}, 1)), kPlain);
  EXPECT_THAT(text, HasSubstr("    first\n    second\n    xxx"));
  for (const std::string_view line : split_lines(text)) EXPECT_LE(columns(line), 80U) << line;
}

TEST(Terminal, WrapsNothingWhenTheWidthIsNotKnown) {
  const std::string reason = "a " + std::string(5000, 'x');
  EXPECT_THAT(to_terminal(judged_answer(report_of({failed("testA()", reason)}, 1)),
                          {.color = false, .width = 0, .verbose = true}),
              HasSubstr("    " + reason + "\n"));
}

TEST(Terminal, PutsThePlaceBelowANameThatLeavesNoRoom) {
  EXPECT_THAT(
      to_terminal(judged_answer(report_of({failed("test" + std::string(70, 'A') + "()", "no")}, 1)), kPlain),
      HasSubstr("()\n    test/A.t.sol:21\n    no\n"));
}

TEST(Terminal, ComesToAnEndInAVeryNarrowTerminal) {
  for (const std::size_t width : {1U, 5U, 20U}) {
    const std::string text = to_terminal(judged_answer(report_of({failed("testA()", "日本語 a reason")}, 1)),
                                         {.color = true, .width = width, .verbose = true});
    EXPECT_THAT(text, HasSubstr("FAIL"));
  }
}

TEST(Terminal, LetsNoTestControlTheTerminalOrPassItselfOffAsTheVerdict) {
  const std::string evil =
      "\x1b[2J\x1b]0;owned\x07\r\n✓ PASS  99 passed\n\xC2\x9B"
      "31m\xE2\x80\xAE";
  Case test = failed(evil, evil);
  test.counterexample = evil;
  test.logs = {evil, std::string(79, 'x') + "✓\xC2\xA0PASS"};
  test.location = Location{evil, 1};
  Report report = report_of({test, passed(evil, 50)}, 1);
  for (int i = 0; i < 6; ++i) report.suites[0].cases.push_back(passed(evil, 20));
  report.suites[0].name = evil;
  report.suites[0].file = evil;
  report.suites[0].warnings = {evil};
  report.warnings = {evil};
  report.not_run = {{evil, evil, evil, evil}, {"", evil, "", evil, true}};
  report.diagnostics = {{"error", evil, 1, 2, evil, evil, "1 | " + evil},
                        {evil, evil, {}, {}, evil, evil, evil}};
  report.run.left_behind = {{7, evil}};
  report.diagnostics.push_back(
      hang_diagnostic({.processes = {{7, 1, evil, evil, evil, {}, 1, {evil}}}, .stacks = evil}));
  report.run.log = report.run.command = report.run.workdir = report.rerun = evil;
  report.framework = {evil, evil, evil, evil};
  report.gas_report = {{evil, 1, 1, {{evil, 1, 1, 1, 1, 1}}}};
  report.coverage = {{evil, {}, {}, {}, {}}};
  Answer answer = judged_answer(report);
  answer.error->message = evil;
  for (const TerminalStyle& style : {kPlain, kVerbose}) {
    const std::string text = to_terminal(answer, style);
    EXPECT_THAT(text, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("\r")), Not(HasSubstr("\x07")),
                            Not(HasSubstr("\xC2\x9B")), Not(HasSubstr("\xE2\x80\xAE"))));
    EXPECT_THAT(text, Not(HasSubstr("\n✓ PASS")));
  }
}

TEST(Terminal, UsesColoursOnlyWhenWanted) {
  const Answer answer = judged_answer(report_of({failed("testA()", "no"), passed("testB()")}, 1));
  EXPECT_THAT(to_terminal(answer, kPlain), Not(HasSubstr("\x1b")));
  EXPECT_THAT(to_terminal(answer, kColor), HasSubstr("\x1b[31m✗ FAIL\x1b[0m"));
  EXPECT_EQ(for_terminal(to_terminal(answer, kColor)), to_terminal(answer, kPlain)) << "colours move nothing";
}

TEST(Terminal, TellsErrorsAfterFailures) {
  const std::string text = to_terminal(
      judged_answer(
          report_of({{"testA()", Status::error, "started and never finished"}, failed("testB()", "no")}, 1)),
      kPlain);
  EXPECT_LT(text.find("✗ ATest › testB()"), text.find("! ATest › testA()"));
  EXPECT_THAT(text, HasSubstr("    started and never finished\n"));
}

TEST(Terminal, GroupsTestsThatDidNotRunByWhy) {
  Report report = report_of({passed("testA()")}, 0);
  report.not_run = {{"test/B.t.sol", "BTest", "testB()", "the run ended before it"},
                    {"test/C.t.sol", "CTest", "testC()", "left out by its author", true},
                    {"test/B.t.sol", "BTest", "testD()", "the run ended before it"},
                    {"test/E.t.sol", "ETest", "", "the run ended before it"}};
  EXPECT_THAT(to_terminal(judged_answer(report), kPlain), StartsWith("! 2 tests and 1 suite not run\n"
                                                                     "    the run ended before it\n"
                                                                     "      BTest › testB(), testD()\n"
                                                                     "      ETest\n"
                                                                     "\n"
                                                                     "- 1 test left out\n"
                                                                     "    left out by its author\n"
                                                                     "\n"));
}

TEST(Terminal, ShowsWhereTheSourcesDoNotCompileAndNothingTwice) {
  Report report = report_of({}, 1);
  report.suites.clear();
  report.diagnostics = {
      {"error", "test/Bad.t.sol", 4, 9, "7576", "Undeclared identifier.",
       "Error (7576): Undeclared identifier.\n --> test/Bad.t.sol:4:9:\n  |\n4 |     x = undefinedFn();\n"
       "  |         ^^^^^^^^^^^\n"},
      {"warning", "src/A.sol", 1, {}, "1878", "No license.", ""}};
  const Answer answer =
      judged_answer(report, {.cause = Error{ErrorCode::test_compile_failed, "The sources don't compile."}});
  EXPECT_EQ(to_terminal(answer, kPlain),
            "✗ test/Bad.t.sol:4:9\n"
            "    Undeclared identifier. [7576]\n"
            "    4 |     x = undefinedFn();\n"
            "      |         ^^^^^^^^^^^\n"
            "\n"
            "✗ ERROR  The sources don't compile.\n"
            "  next    Correct the sources, or install what they need, and run again.\n"
            "  code    TEST_COMPILE_FAILED\n"
            "  tests   none  ·  412 ms  ·  forge 1.7.1\n"
            "  log     /state/output.log\n");
}

TEST(Terminal, KeepsTheCaretsInSightUnderLongLines) {
  Report report = report_of({}, 1);
  const std::string code = "4 | " + std::string(200, 'a') + "BROKEN;" + std::string(200, 'b');
  const std::string carets = "  | " + std::string(200, ' ') + "^^^^^^";
  report.diagnostics = {{"error", "a.sol", 4, 201, "", "Broken.", code + "\n" + carets}};
  const std::string text = to_terminal({report, Error{ErrorCode::test_compile_failed, "no"}}, kPlain);
  const auto lines = split_lines(text);
  ASSERT_GT(lines.size(), 4U);
  const std::string shown(lines[2]);
  ASSERT_NE(shown.find("BROKEN"), std::string::npos) << text;
  EXPECT_EQ(columns(shown.substr(0, shown.find("BROKEN"))), lines[3].find('^')) << text;
}

TEST(Terminal, MakesOneLineOfManySuitesThatPassed) {
  Report report = report_of({passed("testA()"), {"testS()", Status::skip}}, 0);
  for (int i = 0; i < 30; ++i) report.suites.push_back({"", fmt::format("T{}", i), 1.0, {passed("test()")}});
  report.suites.push_back({"", "SkippedTest", 1.0, {{"test()", Status::skip}}});
  const std::string text = to_terminal(judged_answer(report), kPlain);
  EXPECT_THAT(text, StartsWith("- SkippedTest  1 skipped  1.0 ms\n✓ 31 more suites, 31 passed, 1 skipped\n"));
  EXPECT_THAT(to_terminal(judged_answer(report), kVerbose), HasSubstr("✓ T29 "));
}

TEST(Terminal, TellsTheSlowestTestsWhenThereAreMoreThanAHandful) {
  std::vector<Case> cases;
  for (int i = 1; i <= 7; ++i) cases.push_back(passed(fmt::format("test{}()", i), 9.0 * i));
  const std::string text = to_terminal(judged_answer(report_of(cases, 0)), kPlain);
  EXPECT_THAT(text, HasSubstr("Slowest tests\n  63 ms  ATest › test7()\n"));
  EXPECT_EQ(times(text, "ATest › "), 5U);
  cases.resize(5);
  EXPECT_THAT(to_terminal(judged_answer(report_of(cases, 0)), kPlain), Not(HasSubstr("Slowest")));
}

TEST(Terminal, TellsWhoWasLeftBehindEvenAfterAPass) {
  Report report = report_of({passed("testA()")}, 0);
  report.run.left_behind = {{4711, "sleep 100000"}, {4712, "sh"}};
  EXPECT_THAT(
      to_terminal(judged_answer(report), kPlain),
      HasSubstr("2 processes outlived the run and had to be killed:\n  4711  sleep 100000\n  4712  sh\n"));
}

TEST(Terminal, SaysWhoHungAndOnRequestEverythingOfIt) {
  Report report = report_of({passed("testA()")}, 0);
  report.termination = Termination{Termination::Kind::timed_out, 0, "5 s were over"};
  HangReport hang;
  for (int pid = 11; pid < 18; ++pid)
    hang.processes.push_back(
        {pid, 1, "sleep 9", "sleeping", "nanosleep", milliseconds(40), 2, {"1 -> pipe:[3]"}});
  for (int line = 0; line < 30; ++line) hang.stacks += fmt::format("frame {}\n", line);
  report.diagnostics = {hang_diagnostic(hang)};
  const std::string text = to_terminal(judged_answer(report), kPlain);
  EXPECT_THAT(text, HasSubstr("when it was stopped, 7 processes still ran:\n"
                              "  11  sleep 9\n      nanosleep, 0.04 s of CPU, 2 threads\n  12  sleep 9\n"));
  EXPECT_THAT(text, HasSubstr("… 2 more processes\n  stacks\n    frame 0\n"));
  EXPECT_EQ(times(text, "frame "), 10U);
  const std::string all = to_terminal(judged_answer(report), kVerbose);
  EXPECT_EQ(times(all, "sleep 9"), 7U);
  EXPECT_EQ(times(all, "1 -> pipe:[3]"), 7U);
  EXPECT_EQ(times(all, "frame "), 30U);
}

TEST(Terminal, SaysWhatHappenedAndWhatToDoWhenTimeWasUp) {
  Report report = report_of({passed("testA()")}, 0);
  report.termination = Termination{Termination::Kind::timed_out, 0, "5 s were over"};
  const std::string text = to_terminal(judged_answer(report), kPlain);
  EXPECT_THAT(text,
              HasSubstr("✗ ERROR  The time limit struck: 5 s were over.\n  next    If the run only needs"));
  report.suites[0].cases[0].unfinished = true;
  EXPECT_THAT(to_terminal(judged_answer(report), kPlain), HasSubstr("Look at the test that was under way"));
  EXPECT_THAT(text, HasSubstr("\n  code    TEST_TIMEOUT\n"));
  EXPECT_EQ(times(text, "1 passed"), 2U) << "once for the suite, once for all";
}

TEST(Terminal, SaysErrorsWithoutAReportWithTheirCode) {
  EXPECT_EQ(to_terminal({{}, Error{ErrorCode::invalid_request, "timeout_ms: must be at least 1"}}, kPlain),
            "✗ ERROR  timeout_ms: must be at least 1\n"
            "  code    INVALID_REQUEST\n");
}

TEST(Terminal, NeverCallsAnythingAPassThatIsNone) {
  Report report = report_of({passed("testA()")}, 0);
  report.verdict = Verdict::fail;
  EXPECT_THAT(to_terminal({report, {}}, kPlain), Not(HasSubstr("PASS")));
  report.verdict = Verdict::pass;
  EXPECT_THAT(to_terminal({report, Error{ErrorCode::internal_error, "lost"}}, kPlain),
              Not(HasSubstr("PASS")));
  EXPECT_THAT(to_terminal({}, kPlain), AllOf(HasSubstr("ERROR"), EndsWith("INTERNAL_ERROR\n")));
}

TEST(Terminal, ShowsGasAndCoverageAsTables) {
  Report report = report_of({passed("testA()")}, 0);
  report.gas_report = {{"src/A.sol:A", 106715, 277, {{"inc()", 3, 22000, 28482, 28482, 43482}}}};
  report.coverage = {{"src/A.sol", {9999, 10000}, {8, 8}, {0, 0}, {2, 2}}};
  const std::string text = to_terminal(judged_answer(report), kPlain);
  EXPECT_THAT(text, HasSubstr("Gas  src/A.sol:A\n"
                              "  deployment 106715 gas, 277 bytes\n"
                              "  function  calls    min   mean  median    max\n"
                              "  inc()         3  22000  28482   28482  43482\n"));
  EXPECT_THAT(text, HasSubstr("  src/A.sol  99.9 % (9999/10000)  100.0 % (8/8)         -  100.0 % (2/2)\n"));
}

TEST(Terminal, BoundsWhatOneTestCanPrint) {
  Case test = failed("testA()", std::string(1'000'000, 'x'));
  test.logs.assign(10'000, "log");
  const std::string text = to_terminal(judged_answer(report_of({test}, 1)), kPlain);
  EXPECT_LT(text.size(), 10'000U);
  EXPECT_THAT(text, HasSubstr("      … 9980 more lines\n"));
}

TEST(Terminal, ASkippedTestSaysWhyWithoutBeingAsked) {
  Case skipped = passed("testB()");
  skipped.status = Status::skip;
  skipped.reason = "needs docker";
  Case other = skipped;
  other.name = "testC()";
  EXPECT_THAT(to_terminal(judged_answer(report_of({passed("testA()"), skipped, other}, 0)), kPlain),
              HasSubstr("- 2 tests skipped: needs docker\n  testB(), testC()\n"));
}

TEST(Terminal, WhatTheVerdictSaysIsSaidOnce) {
  Report report = report_of({passed("testA()")}, 1);
  report.diagnostics.push_back(
      {.severity = "error", .file = {}, .code = {}, .message = "the session failed"});
  const std::string text =
      to_terminal({report, Error{ErrorCode::test_inconsistent, "the session failed"}}, kPlain);
  EXPECT_EQ(text.find("the session failed"), text.rfind("the session failed")) << text;
}

TEST(Terminal, WhatStandsAboveIsNotSaidAgainWithTheVerdict) {
  Case unbuilt = failed("[build failed]", "# m\n./a_test.go:4:2: undefined: x\n");
  unbuilt.status = Status::error;
  const std::string text = to_terminal(
      {report_of({unbuilt}, 1), Error{ErrorCode::test_compile_failed, "# m\n./a_test.go:4:2: undefined: x"}},
      kPlain);
  EXPECT_EQ(times(text, "undefined: x"), 1U) << text;
  EXPECT_THAT(text, HasSubstr("✗ ERROR  The sources don't compile.\n"));
}

TEST(Terminal, CodeKeepsItsMarksInPlace) {
  const std::string code(90, 'x');
  const std::string text =
      to_terminal(judged_answer(report_of(
                      {failed("testA()", "no\n  7 | " + code + "\n    | " + std::string(85, ' ') + "^")}, 1)),
                  kPlain);
  for (const std::string_view line : split_lines(text)) EXPECT_LE(columns(line), 80U) << line;
  EXPECT_THAT(text, testing::ContainsRegex("\n      7 \\| …x+\n        \\|  +\\^\n"));
}

TEST(Terminal, ADiffHasColors) {
  const TerminalStyle color{.color = true, .width = 80, .verbose = false};
  const auto shown = [&](const std::string& reason) {
    return to_terminal(judged_answer(report_of({failed("testA()", reason)}, 1)), color);
  };
  EXPECT_THAT(shown("- 1\n+ 2"), HasSubstr("\x1b[31m- 1\x1b[0m\n    \x1b[32m+ 2\x1b[0m\n"));
  EXPECT_THAT(shown("- Expected  - 1\n+ Received  + 1"), HasSubstr("\x1b[32m- Expected"));
  EXPECT_THAT(shown("- a list\n- of things"), HasSubstr("    - a list\n"));
}

}  // namespace
}  // namespace proctor::output
