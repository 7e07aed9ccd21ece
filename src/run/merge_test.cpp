#include "run/merge.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>

namespace proctor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

AnyReport report(const std::string& name, std::vector<Case> cases,
                 std::optional<Shard> shard = std::nullopt) {
  Report one;
  one.suites.push_back({.file = "a.py", .name = "A", .cases = std::move(cases)});
  one.shard = std::move(shard);
  const Counts counts = count(one.suites);
  one.verdict = counts.failed > 0 ? Verdict::fail : Verdict::pass;
  AnyReport made{name, {}};
  if (counts.failed > 0) made.answer.error = Error{ErrorCode::test_assertion_failed, "1 test failed."};
  made.answer.report = std::move(one);
  return made;
}

Shard shard(std::size_t index, std::size_t count, const char* partition = "p") {
  return {.index = index,
          .count = count,
          .tests = 1,
          .tests_total = count,
          .by = "count",
          .partition = partition};
}

Case passed(const char* name) {
  return {.name = name, .status = Status::pass};
}

Case failed(const char* name) {
  return {.name = name, .status = Status::fail, .reason = "no"};
}

AnyReport stopped(const char* name, ErrorCode code) {
  return {name, {.report = std::nullopt, .error = Error{code, "it was stopped"}}};
}

TEST(Merge, AllShardsOfOneRunAreAPass) {
  const Answer all = merge_reports(
      {report("1.json", {passed("a")}, shard(1, 2)), report("2.json", {passed("b")}, shard(2, 2))});
  EXPECT_TRUE(all.ok());
  ASSERT_EQ(all.report.value().suites.size(), 1U);
  EXPECT_EQ(all.report.value().suites[0].cases.size(), 2U);
  EXPECT_FALSE(all.report.value().shard);
}

TEST(Merge, WhatIsNoWholeRunIsNoPass) {
  const auto one = [](std::size_t index, std::size_t count, const char* partition = "p") {
    return report(fmt::format("{}.json", index), {passed("a")}, shard(index, count, partition));
  };
  const std::pair<std::vector<AnyReport>, const char*> wrong[] = {
      {{one(1, 3), one(3, 3)}, "shard 2 of 3 is missing"},
      {{one(1, 30)}, "shards 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, … of 30 are missing"},
      {{one(1, 2), one(1, 2)}, "shard 1/2 is there twice"},
      {{one(1, 2), one(2, 3)}, "different numbers of shards"},
      {{one(1, 2), one(2, 2, "q")}, "shared other tests"},
      {{one(1, 2), one(2, 2, "")}, "doesn't say how the tests were shared"},
      {{one(3, 2)}, "shard 3/2"},
      {{one(0, 0)}, "shard 0/0"},
  };
  for (const auto& [reports, why] : wrong) {
    const Answer all = merge_reports(reports);
    ASSERT_TRUE(all.error) << why;
    EXPECT_EQ(all.error->code, ErrorCode::test_incomplete);
    EXPECT_THAT(all.error->message, HasSubstr(why));
    EXPECT_EQ(all.report.value().verdict, Verdict::error);
  }
}

TEST(Merge, TheWorstCounts) {
  const auto code = [](std::vector<AnyReport> reports) {
    const Answer all = merge_reports(std::move(reports));
    return all.error ? all.error->code : ErrorCode::internal_error;
  };
  const AnyReport pass = report("a", {passed("a")});
  const AnyReport fail = report("b", {failed("b")});
  const AnyReport error = stopped("c", ErrorCode::test_tool_failed);
  const AnyReport limit = stopped("d", ErrorCode::test_timeout);
  const AnyReport cancelled = stopped("e", ErrorCode::test_cancelled);
  EXPECT_EQ(code({pass, fail}), ErrorCode::test_assertion_failed);
  EXPECT_EQ(code({fail, error, pass}), ErrorCode::test_tool_failed);
  EXPECT_EQ(code({error, fail, limit}), ErrorCode::test_timeout);
  EXPECT_EQ(code({limit, cancelled, error}), ErrorCode::test_cancelled);
  // A shard that is missing beside tests that failed: that isn't known to be all.
  EXPECT_EQ(code({report("1", {failed("a")}, shard(1, 2))}), ErrorCode::test_incomplete);
  EXPECT_EQ(merge_reports({fail, error}).report.value().verdict, Verdict::fail);
}

TEST(Merge, OfATestThatSeveralShardsHaveTheWorstResultCounts) {
  const Answer all = merge_reports({report("1", {passed("a"), passed("new")}, shard(1, 2)),
                                    report("2", {passed("b"), failed("new")}, shard(2, 2))});
  const Counts counts = count(all.report.value().suites);
  EXPECT_EQ(counts.passed, 2U);
  EXPECT_EQ(counts.failed, 1U);
}

TEST(Merge, OfRunsThatHaveNothingToDoWithEachOtherAllResultsStay) {
  const Answer all =
      merge_reports({report("linux/junit.xml", {passed("a")}), report("mac/junit.xml", {failed("a")})});
  std::vector<std::string> names;
  for (const Suite& suite : all.report.value().suites) names.push_back(suite.name);
  EXPECT_THAT(names, ElementsAre("A", "A [mac/junit.xml]"));
  EXPECT_EQ(count(all.report.value().suites).failed, 1U);
}

TEST(Merge, OfShardsThatShareFilesTestsOfOneNameAreTwoWhereNothingElseIsKnown) {
  const auto all_of = [](const std::string& file) {
    std::vector<AnyReport> reports;
    for (std::size_t index = 1; index <= 2; ++index) {
      Shard part = shard(index, 2);
      part.by = "files";
      reports.push_back(report(std::to_string(index), {passed("a")}, part));
      reports.back().answer.report.value().suites[0].file = file;
      reports.back().answer.report.value().suites[0].name = "";
    }
    return count(merge_reports(std::move(reports)).report.value().suites).passed;
  };
  EXPECT_EQ(all_of(""), 2U);
  EXPECT_EQ(all_of("a_test.go"), 1U);
}

TEST(Merge, AnEmptyShardIsFineBesideOthersAndNothingByItself) {
  AnyReport empty = report("2", {}, shard(2, 2));
  EXPECT_TRUE(merge_reports({report("1", {passed("a")}, shard(1, 2)), empty}).ok());
  empty.answer.report.value().shard = shard(1, 1);
  EXPECT_EQ(merge_reports({empty}).error->code, ErrorCode::test_none_ran);
}

TEST(Merge, AReportThatFailsWithoutSayingSoIsNoPass) {
  AnyReport liar = report("1", {failed("a")});
  liar.answer.error.reset();
  EXPECT_EQ(merge_reports({liar}).error->code, ErrorCode::test_inconsistent);
}

TEST(Merge, SaysThatCoverageAndGasStayWithTheirRuns) {
  AnyReport first = report("1.json", {passed("a")}, shard(1, 2));
  first.answer.report->coverage.push_back({.file = "a.py", .lines = {1, 2}});
  AnyReport second = report("2.json", {passed("b")}, shard(2, 2));
  second.answer.report->gas_report.push_back({.contract = "C"});
  const Answer all = merge_reports({first, second});
  EXPECT_TRUE(all.ok());
  EXPECT_TRUE(all.report->coverage.empty());
  EXPECT_THAT(all.report->warnings, ElementsAre(HasSubstr("coverage isn't in this answer"),
                                                HasSubstr("gas report isn't in this answer")));
  EXPECT_THAT(all.report->warnings.front(), testing::EndsWith("see 1.json."));
}

}  // namespace
}  // namespace proctor
