#include "report/reconcile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

namespace proctor {
namespace {

using testing::HasSubstr;
using Kind = Termination::Kind;

Termination ended_with(int code) {
  return {Kind::exited, code, "exit code"};
}

// A report of two suites; the second has `failing` failing tests.
Report some_report(std::size_t failing) {
  Report report;
  report.suites = {{"test/A.t.sol", "ATest"}, {"test/B.t.sol", "BTest"}};
  report.suites[0].cases = {{"test_a()", Status::pass}, {"test_b()", Status::pass}};
  for (std::size_t i = 0; i < failing; ++i) {
    report.suites[1].cases.push_back({"test_" + std::to_string(i) + "()", Status::fail, "1 != 2"});
  }
  return report;
}

TestEvidence evidence_of(const Report& report) {
  TestEvidence evidence;
  evidence.has_report = true;
  evidence.state.found = true;
  evidence.totals = count(report.suites);
  return evidence;
}

TEST(Reconcile, ACommandThatExitedWithZeroAndSaysNothingOfTestsIsFine) {
  Report report;
  EXPECT_FALSE(reconcile(ended_with(0), report, {}).has_value());
}

TEST(Reconcile, APassingReportAndZeroIsAPass) {
  Report report = some_report(0);
  EXPECT_FALSE(reconcile(ended_with(0), report, evidence_of(report)).has_value());
  EXPECT_EQ(report.verdict, Verdict::pass);
  EXPECT_EQ(report.termination->code, 0);
}

TEST(Reconcile, AFailingTestBehindZeroIsAFailureAndNamed) {
  Report report = some_report(1);
  const auto error = reconcile(ended_with(0), report, evidence_of(report));
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::test_inconsistent);
  EXPECT_EQ(error->message, "The command exited with 0, but 1 of 3 tests failed: BTest.test_0() (1 != 2).");
  EXPECT_EQ(boost::json::serialize(error->details),
            R"j({"exit_code":0,"failed":["BTest.test_0()"],"evidence":["BTest.test_0(): 1 != 2"]})j");
  EXPECT_EQ(report.verdict, Verdict::fail);
}

TEST(Reconcile, ALineThatSaysFailureBehindZeroIsNamed) {
  Report report;
  TestEvidence evidence;
  evidence.failure_lines = {"FAILED (failures=1)"};
  const auto error = reconcile(ended_with(0), report, evidence);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::test_inconsistent);
  EXPECT_THAT(error->message, HasSubstr("`FAILED (failures=1)`"));
  EXPECT_EQ(boost::json::serialize(error->details),
            R"j({"exit_code":0,"evidence":["FAILED (failures=1)"]})j");
  EXPECT_EQ(report.verdict, Verdict::error);
}

TEST(Reconcile, SumsCountWhereTheSuitesAreIncomplete) {
  Report report;
  TestEvidence evidence = evidence_of(report);
  evidence.complete = false;
  evidence.totals = {.passed = 7, .failed = 3};
  const auto error = reconcile(ended_with(0), report, evidence);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::test_inconsistent);
  EXPECT_THAT(error->message, HasSubstr("3 of 10 tests failed"));
  EXPECT_EQ(report.verdict, Verdict::fail);
  evidence.totals = {.failed = 1};  // of how many isn't known
  EXPECT_THAT(reconcile(ended_with(0), report, evidence)->message, HasSubstr("but 1 test failed"));
  evidence.totals = {.passed = 7};
  EXPECT_FALSE(reconcile(ended_with(0), report, evidence).has_value());
}

TEST(Reconcile, FailingTestsAndAnotherExitCodeAreACommandThatFailed) {
  Report report = some_report(5);
  const auto error = reconcile(ended_with(1), report, evidence_of(report));
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::command_failed);
  EXPECT_EQ(error->message,
            "5 of 7 tests failed: BTest.test_0() (1 != 2), BTest.test_1(), BTest.test_2(), …. The command "
            "exited with 1.");
  EXPECT_EQ(error->details.at("failed").as_array().size(), 5U);
}

TEST(Reconcile, PassingTestsDontExcuseAnotherExitCode) {
  Report report = some_report(0);
  const auto error = reconcile(ended_with(2), report, evidence_of(report));
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::command_failed);
  EXPECT_EQ(error->message, "The command exited with 2.");
  EXPECT_EQ(boost::json::serialize(error->details), R"({"exit_code":2})");
  EXPECT_EQ(report.verdict, Verdict::error);
}

TEST(Reconcile, ASignalIsNamed) {
  Report report;
  const auto error = reconcile({Kind::signalled, 11, "killed by signal 11"}, report, {});
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::command_failed);
  EXPECT_EQ(error->message, "The command was ended by SIGSEGV.");
  EXPECT_EQ(boost::json::serialize(error->details), R"({"signal":"SIGSEGV"})");
}

TEST(Reconcile, ACutOffReportProvesNothing) {
  Report report = some_report(0);
  TestEvidence evidence = evidence_of(report);
  evidence.state.truncated = true;
  const auto error = reconcile(ended_with(0), report, evidence);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::test_inconsistent);
  EXPECT_THAT(error->message, HasSubstr("cut off"));
}

TEST(Reconcile, AMalformedReportProvesNothing) {
  Report report = some_report(0);
  TestEvidence evidence = evidence_of(report);
  evidence.state.malformed = "a suite has more results than forge counts";
  EXPECT_EQ(reconcile(ended_with(0), report, evidence)->code, ErrorCode::test_inconsistent);
}

TEST(Reconcile, SourcesThatDontCompileBehindZeroAreNoPass) {
  Report report;
  TestEvidence evidence;
  evidence.has_report = true;
  evidence.state.cause = Error{ErrorCode::test_compile_failed, "The sources don't compile: A.sol:1: bad."};
  const auto error = reconcile(ended_with(0), report, evidence);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::test_inconsistent);
  EXPECT_EQ(error->message, "The command exited with 0, but the sources don't compile: A.sol:1: bad.");
}

TEST(Reconcile, ARunThatBrokeOffBehindZeroIsNoPass) {
  Report report;
  TestEvidence evidence;
  evidence.unfinished = "[ RUN      ] A.b";
  const auto error = reconcile(ended_with(0), report, evidence);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::test_inconsistent);
  EXPECT_THAT(error->message, HasSubstr("a run of tests broke off, as its output shows: `[ RUN      ] A.b`"));
  EXPECT_EQ(boost::json::serialize(error->details), R"j({"exit_code":0,"evidence":["[ RUN      ] A.b"]})j");
}

TEST(Reconcile, ARunnerWithoutItsClosingSumBehindZeroIsNoPass) {
  Report report;
  TestEvidence evidence;
  evidence.unclosed = "python3 -m unittest";
  const auto error = reconcile(ended_with(0), report, evidence);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->code, ErrorCode::test_inconsistent);
  EXPECT_THAT(error->message, HasSubstr("`python3 -m unittest` printed no closing sum"));
}

TEST(Reconcile, NoTestOrOnlySkippedOnesIsNoPass) {
  Report report;
  TestEvidence evidence;
  evidence.has_report = true;
  evidence.state.none_reason = "No tests found in project!";
  const auto none = reconcile(ended_with(0), report, evidence);
  ASSERT_TRUE(none.has_value());
  EXPECT_EQ(none->code, ErrorCode::test_none_ran);
  EXPECT_EQ(none->message, "No tests found in project!");

  Report skipped;
  skipped.suites = {{"test/A.t.sol", "ATest"}};
  skipped.suites[0].cases = {{"test_a()", Status::skip}};
  EXPECT_EQ(reconcile(ended_with(0), skipped, evidence_of(skipped))->code, ErrorCode::test_none_ran);
}

TEST(Reconcile, AToolThatFailsForWantOfATestSaysSo) {
  Report report;
  TestEvidence evidence;
  evidence.none_ran = "Error: no test specified";
  const auto none = reconcile(ended_with(1), report, evidence);
  ASSERT_TRUE(none.has_value());
  EXPECT_EQ(none->code, ErrorCode::test_none_ran);
  EXPECT_EQ(none->message,
            "No test ran, and the command exited with 1: the output says `Error: no test specified`.");
  evidence.failure_lines = {"FAIL a.test.js"};
  EXPECT_EQ(reconcile(ended_with(1), report, evidence)->code, ErrorCode::command_failed);
}

TEST(Reconcile, HowItWasStoppedComesFirst) {
  const std::pair<Kind, ErrorCode> all[] = {{Kind::timed_out, ErrorCode::test_timeout},
                                            {Kind::stalled, ErrorCode::test_timeout},
                                            {Kind::cancelled, ErrorCode::test_cancelled},
                                            {Kind::out_of_memory, ErrorCode::test_limit_exceeded},
                                            {Kind::output_limit, ErrorCode::test_limit_exceeded},
                                            {Kind::not_started, ErrorCode::tool_not_found}};
  for (const auto& [kind, code] : all) {
    Report passing = some_report(0);
    const auto error = reconcile({kind, 0, "because"}, passing, evidence_of(passing));
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->code, code);
    EXPECT_THAT(error->message, HasSubstr("because"));
    EXPECT_NE(passing.verdict, Verdict::pass);
  }
  Report failing = some_report(1);
  const auto error = reconcile({Kind::timed_out, 0, "10 s"}, failing, evidence_of(failing));
  EXPECT_THAT(error->message, HasSubstr("Known so far: 1 of 3 tests failed: BTest.test_0()"));
  EXPECT_EQ(failing.verdict, Verdict::fail);
}

TEST(Reconcile, NamesFromOutsideAreMadeHarmless) {
  Report report = some_report(1);
  report.suites[1].cases[0].name = "test\nPASS\x1b[2J";
  const auto error = reconcile(ended_with(1), report, evidence_of(report));
  EXPECT_EQ(error->message.find('\n'), std::string::npos);
  EXPECT_EQ(error->message.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace proctor
