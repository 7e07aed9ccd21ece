#include "report/judge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor {
namespace {

using Kind = Termination::Kind;

Report report_of(std::initializer_list<Status> statuses, std::optional<Termination> termination) {
  Report report;
  Suite suite{"test/A.t.sol", "ATest"};
  for (const Status status : statuses)
    suite.cases.push_back({"test_" + std::to_string(suite.cases.size()), status});
  report.suites.push_back(suite);
  report.termination = termination;
  return report;
}

Termination exited(int code) {
  return {Kind::exited, code};
}
ReportState whole() {
  return {.found = true};
}

std::string code_of(Report report, const ReportState& state) {
  const auto error = judge(report, state);
  EXPECT_EQ(error.has_value(), report.verdict != Verdict::pass);  // a pass and only a pass has no error
  return error ? std::string(info(error->code).name) : "pass";
}

TEST(Judge, AShardMayHaveSkippedTestsAloneIfOthersHaveMore) {
  Report report = report_of({Status::skip}, exited(0));
  report.shard = Shard{.index = 1, .count = 2, .tests = 1, .tests_total = 3};
  EXPECT_EQ(code_of(report, whole()), "pass");
  report.shard->tests_total = 1;
  EXPECT_EQ(code_of(report, whole()), "TEST_NONE_RAN");
  EXPECT_EQ(code_of(report_of({}, exited(0)), whole()), "TEST_NONE_RAN");
}

TEST(Judge, PassNeedsAWholeReportAnAgreeingExitAndATestThatRan) {
  EXPECT_EQ(code_of(report_of({Status::pass}, exited(0)), whole()), "pass");
  EXPECT_EQ(code_of(report_of({Status::pass, Status::skip}, exited(0)), whole()), "pass");
  EXPECT_EQ(code_of(report_of({Status::pass}, exited(1)), whole()), "TEST_INCONSISTENT");
  EXPECT_EQ(code_of(report_of({Status::skip}, exited(0)), whole()), "TEST_NONE_RAN");
  EXPECT_EQ(code_of(report_of({}, exited(0)), whole()), "TEST_NONE_RAN");
  EXPECT_EQ(code_of(report_of({Status::pass}, std::nullopt), whole()), "pass");
}

TEST(Judge, FailuresAreFailuresAndMustAgreeWithTheExit) {
  EXPECT_EQ(code_of(report_of({Status::pass, Status::fail}, exited(1)), whole()), "TEST_ASSERTION_FAILED");
  EXPECT_EQ(code_of(report_of({Status::pass, Status::fail}, exited(0)), whole()), "TEST_INCONSISTENT");
  Report report = report_of({Status::pass, Status::fail, Status::fail}, exited(1));
  const auto error = judge(report, whole());
  EXPECT_EQ(report.verdict, Verdict::fail);
  EXPECT_EQ(error->details, (boost::json::object{{"failed", 2}, {"passed", 1}}));
}

TEST(Judge, AnErrorIsNotAPassEvenIfTheProcessIsContent) {
  EXPECT_EQ(code_of(report_of({Status::pass, Status::error}, exited(0)), whole()), "TEST_INCONSISTENT");
}

TEST(Judge, ErrorsCountBesideFailures) {
  Report report = report_of({Status::fail, Status::error, Status::error, Status::pass}, exited(1));
  EXPECT_EQ(judge(report, whole())->message, "1 failed, 2 errors (1 passed, 1 failed, 2 with errors).");
}

TEST(Judge, TheMessageSaysWhyWhereNoTestFailed) {
  Report error = report_of({Status::pass, Status::error}, exited(0));
  error.suites[0].cases[1].reason = "setup failed:\n  no database\n";
  EXPECT_EQ(
      judge(error, whole())->message,
      "1 test gave no proper result (1 passed, 0 failed, 1 with errors): ATest.test_1 (setup failed: no "
      "database)");

  Report skipped = report_of({Status::skip}, exited(0));
  skipped.suites[0].cases[0].reason = "needs docker";
  EXPECT_EQ(judge(skipped, whole())->message,
            "No test ran: all 1 were skipped, the first of them ATest.test_0 (needs docker).");

  ReportState printed = whole();
  printed.printed = "SUMMARY: 40 byte(s) leaked";
  Report leak = report_of({Status::pass}, exited(1));
  EXPECT_EQ(judge(leak, printed)->message,
            "No test failed (1 passed, 0 failed), but the test process exited with 1.\nIt printed last:\n"
            "SUMMARY: 40 byte(s) leaked");

  Report hung = report_of({Status::pass, Status::fail}, Termination{Kind::timed_out, 0, "no end within 3 s"});
  hung.suites[0].cases[1].unfinished = true;
  EXPECT_THAT(judge(hung, whole())->message, testing::HasSubstr("Under way then: ATest.test_1."));
}

TEST(Judge, ForgeKeepsTheNameOfItsCode) {
  Report report = report_of({}, exited(1));
  report.framework.name = "forge";
  EXPECT_EQ(code_of(report, {}), "TEST_FORGE_FAILED");
  EXPECT_FALSE(info(ErrorCode::test_tool_failed).retry);
}

TEST(Judge, ATestThatDidNotRunCountsAgainstAPassUnlessItsAuthorSkippedIt) {
  Report report = report_of({Status::pass}, exited(0));
  report.not_run.push_back({"a", "b", "c", "skipped in setUp()", true});
  EXPECT_EQ(code_of(report, whole()), "pass");
  report.not_run.push_back({"a", "b", "d", "no result"});
  EXPECT_EQ(code_of(report, whole()), "TEST_INCONSISTENT");
}

TEST(Judge, ACutOrDoubtfulReportIsNeverAPass) {
  ReportState cut = whole();
  cut.truncated = true;
  EXPECT_EQ(code_of(report_of({Status::pass}, exited(0)), cut), "TEST_INCONSISTENT");
  ReportState bad = whole();
  bad.malformed = "nested too deeply";
  EXPECT_EQ(code_of(report_of({Status::pass}, exited(0)), bad), "TEST_INCONSISTENT");
  ReportState doubt = whole();
  doubt.cause = Error{ErrorCode::test_compile_failed, "x"};
  EXPECT_EQ(code_of(report_of({Status::pass}, exited(0)), doubt), "TEST_COMPILE_FAILED");
}

TEST(Judge, WithoutAReportTheCauseOrTheExitSpeaks) {
  EXPECT_EQ(code_of(report_of({}, exited(0)), {}), "TEST_NONE_RAN");
  EXPECT_EQ(code_of(report_of({}, exited(1)), {}), "TEST_TOOL_FAILED");
  EXPECT_EQ(code_of(report_of({}, exited(0)), {.instead = "a gas report"}), "TEST_INCONSISTENT");
  EXPECT_EQ(code_of(report_of({}, exited(1)), {.cause = Error{ErrorCode::test_compile_failed, "x"}}),
            "TEST_COMPILE_FAILED");
}

TEST(Judge, WhatStoppedTheRunWinsOverItsResults) {
  const auto stopped = [](Kind kind) {
    return code_of(report_of({Status::pass}, Termination{kind, 0, "seen"}), whole());
  };
  EXPECT_EQ(stopped(Kind::timed_out), "TEST_TIMEOUT");
  EXPECT_EQ(stopped(Kind::stalled), "TEST_TIMEOUT");
  EXPECT_EQ(stopped(Kind::cancelled), "TEST_CANCELLED");
  EXPECT_EQ(stopped(Kind::out_of_memory), "TEST_LIMIT_EXCEEDED");
  EXPECT_EQ(stopped(Kind::output_limit), "TEST_LIMIT_EXCEEDED");
  EXPECT_EQ(stopped(Kind::signalled), "TEST_TOOL_FAILED");
  EXPECT_EQ(stopped(Kind::not_started), "TOOL_NOT_FOUND");
}

TEST(Judge, WhatIsUsedUpAndAPlaceThatCannotBeEnteredAreNoMissingToolEither) {
  EXPECT_EQ(
      code_of(report_of({}, Termination{.kind = Kind::not_started, .evidence = "reason", .no_means = true}),
              whole()),
      "RESOURCES_EXHAUSTED");
  EXPECT_EQ(
      code_of(report_of({}, Termination{.kind = Kind::not_started, .evidence = "reason", .no_workdir = true}),
              whole()),
      "INVALID_REQUEST");
}

TEST(Judge, ASandboxThatCannotBeMadeIsNoToolThatIsNotThere) {
  const auto code = [](bool no_sandbox) {
    const Termination end{.kind = Kind::not_started, .evidence = "reason", .no_sandbox = no_sandbox};
    return code_of(report_of({}, end), whole());
  };
  EXPECT_EQ(code(true), "SANDBOX_UNAVAILABLE");
  EXPECT_EQ(code(false), "TOOL_NOT_FOUND");
}

}  // namespace
}  // namespace proctor
