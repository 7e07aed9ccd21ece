#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "base/json.hpp"
#include "base/text.hpp"
#include "writers/entries.hpp"
#include "writers/writers_testing.hpp"

namespace proctor::writers {
namespace {

using testing::Eq;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string write(std::string_view format, const Answer& answer) {
  return format_named(format).write(written(answer));
}

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++count;
  return count;
}

TEST(ReportOption, TakesAFormatAndAFile) {
  EXPECT_THAT(parse_report_option("junit")->file, Eq(""));
  const auto wanted = parse_report_option("ctrf=out/a=b.json");
  ASSERT_TRUE(wanted);
  EXPECT_EQ(wanted->format->name, "ctrf");
  EXPECT_EQ(wanted->file, "out/a=b.json");
  EXPECT_THAT(parse_report_option("junti").error().message, HasSubstr("did you mean junit?"));
  EXPECT_THAT(parse_report_option("tap=").error().message, HasSubstr("no file"));
  for (const Format& format : formats()) EXPECT_TRUE(parse_report_option(format.name)) << format.name;
}

TEST(Entries, APassHasNoneThatIsBadAndNoOtherAnswerIsWithout) {
  const auto any_bad = [](const Answer& answer) {
    const auto groups = groups_of(answer);
    return std::ranges::any_of(
        groups, [](const Group& group) { return std::ranges::any_of(group.entries, &Entry::bad); });
  };
  EXPECT_FALSE(any_bad(passed()));
  EXPECT_TRUE(any_bad(all_kinds()));
  EXPECT_TRUE(any_bad(timed_out()));
  EXPECT_TRUE(any_bad({}));
  for (const ErrorInfo& code : error_table()) {
    Answer answer = passed();
    answer.error = Error{code.code, "It went wrong."};
    EXPECT_TRUE(any_bad(answer)) << code.name;
    EXPECT_TRUE(any_bad({.error = answer.error})) << code.name;
  }
  Answer unexplained = passed();
  unexplained.report.value().verdict = Verdict::fail;
  EXPECT_TRUE(any_bad(unexplained));
}

TEST(Entries, FailedTestsAreTheWholeTrouble) {
  for (const Group& group : groups_of(all_kinds())) EXPECT_NE(group.name, kRunGroup);
}

TEST(Entries, WhatTheCompilerSaidIsToldWhereNothingRan) {
  Answer answer = passed();
  answer.report.value().suites.clear();
  answer.report.value().diagnostics = {{"error", "src/a.go", 3, 1, "", "undefined: stock"}};
  answer.error = Error{ErrorCode::test_compile_failed, "The sources don't compile."};
  EXPECT_THAT(groups_of(answer).at(0).entries.at(0).message, HasSubstr("src/a.go:3: undefined: stock"));
}

TEST(Entries, LongTextsKeepTheirHeadAndTheirTail) {
  const std::string text = "begin" + std::string(100'000, 'x') + "end";
  const std::string cut = shortened(text, 300);
  EXPECT_LT(cut.size(), 400U);
  EXPECT_THAT(cut,
              testing::AllOf(StartsWith("begin"), testing::EndsWith("end"), HasSubstr("97.4 KiB left out")));
}

TEST(Junit, TellsAnotherTryInElementsOfItsOwn) {
  const std::string text = write("junit", all_kinds());
  EXPECT_EQ(count_of(text, "<rerunFailure "), 2U);
  EXPECT_EQ(count_of(text, "<flakyFailure "), 1U);
  EXPECT_EQ(count_of(text, "<failure "), 1U);
  EXPECT_EQ(count_of(text, "<error "), 1U);
  EXPECT_THAT(text, HasSubstr(R"(tests="3" failures="1" errors="0" skipped="0" time="0.037")"));
  EXPECT_THAT(text, HasSubstr(R"(<property name="proctor.shard" value="3/10" />)"));
  EXPECT_THAT(text, Not(HasSubstr(" line=")));
}

TEST(Junit, SaysWhereATestStandsForThoseWhoShowIt) {
  const std::string text = write("junit-places", all_kinds());
  EXPECT_THAT(text, HasSubstr(R"(time="0.013" file="test/test_stock.py" line="17">)"));
  EXPECT_THAT(text, HasSubstr("<system-out>looking\n</system-out>"));
}

TEST(Junit, TwoTestsOfOneNameStayTwo) {
  Answer answer = passed();
  answer.report.value().suites[0].cases.push_back(a_case("test_a", Status::fail, "no"));
  const std::string text = write("junit", answer);
  EXPECT_THAT(text, HasSubstr(R"(name="test_a")"));
  EXPECT_THAT(text, HasSubstr("name=\"test_a (2)\""));
}

TEST(Junit, ARunThatFailedWithoutATestIsAnError) {
  const std::string text = write("junit", timed_out());
  EXPECT_THAT(text,
              HasSubstr(R"(<error message="The tests weren't done after 300 s." type="TEST_TIMEOUT">)"));
  EXPECT_THAT(text, HasSubstr(R"(<skipped message="It didn't run: the time was up" />)"));
}

TEST(Ctrf, CountsWhatItLists) {
  const json::value all = *parse_json(write("ctrf", all_kinds()));
  const json::object& results = all.at("results").as_object();
  const json::value expected = *parse_json(
      R"({"tests": 5, "passed": 2, "failed": 2, "skipped": 1, "pending": 0, "other": 0, "flaky": 1, "suites": 2,
          "start": 1800000000000, "stop": 1800000012345, "duration": 12345})");
  EXPECT_EQ(results.at("summary"), expected);
  EXPECT_EQ(results.at("tests").as_array().size(), 5U);
  const json::object& failed = results.at("tests").at(1).as_object();
  EXPECT_EQ(failed.at("retries"), 2);
  EXPECT_EQ(failed.at("retryAttempts").as_array().size(), 2U);
  EXPECT_EQ(failed.at("line"), 17);
  const json::object& flaky = results.at("tests").at(2).as_object();
  EXPECT_EQ(flaky.at("status"), "passed");
  EXPECT_EQ(flaky.at("flaky"), true);
  EXPECT_EQ(flaky.at("retryAttempts").at(0).at("message"), "it was late");
  EXPECT_EQ(results.at("environment").at("shardId"), "3/10");
}

TEST(Ctrf, TellsWhatEarlierRunsWereLike) {
  const Answer answer = passed();
  Written one = written(answer);
  one.insights = {.runs = 4,
                  .passed = 3,
                  .mean_ms = 200,
                  .p95_ms = 300,
                  .tests = {{{"a.py", "A", "test_a"}, 4, 1, 1, 10, 15}}};
  const json::value all = *parse_json(write_ctrf(one));
  EXPECT_EQ(all.at("insights").at("passRate").at("current"), 0.75);
  EXPECT_EQ(all.at("insights").at("runsAnalyzed"), 4);
  const json::value& test = all.at("results").at("tests").at(0).at("insights");
  EXPECT_EQ(test.at("flakyRate").at("current"), 0.25);
  EXPECT_EQ(test.at("executedInRuns"), 4);
}

TEST(Tap, HasSubtestsAndBlocks) {
  EXPECT_THAT(write("tap14", all_kinds()), StartsWith("TAP version 14\n# Subtest: Stock\n"));
  EXPECT_THAT(write("tap", all_kinds()), StartsWith(R"tap(TAP version 13
# Subtest: Stock
    ok 1 - test_empty
      ---
      duration_ms: 12.500
      ...
    not ok 2 - test_full \# {…}
      ---
      message: "assert 3 == 4\n\n  where 3 = size()"
      severity: fail
      at:
        file: "test/test_stock.py"
        line: 17
      attempts: 3
      flaky: false
      duration_ms: 12.500
      output: "looking\n"
      ...
)tap"));
}

TEST(Github, ShowsTenErrorsAndSaysHowManyMoreThereAre) {
  Answer answer = all_kinds();
  answer.report.value().suites.resize(1);
  answer.report.value().suites[0].cases.clear();
  for (int i = 0; i < 25; ++i)
    answer.report.value().suites[0].cases.push_back(a_case("test_" + std::to_string(i), Status::fail, "no"));
  const std::string text = write("github", answer);
  EXPECT_EQ(count_of(text, "::error "), 10U);
  EXPECT_THAT(text, HasSubstr("16 more failed"));
}

TEST(Github, NamesFilesFromTheRootOfTheRepository) {
  const Answer answer = all_kinds();
  Written one = written(answer);
  one.around.checkout = "/home/me/shop";
  EXPECT_THAT(write_github(one),
              HasSubstr("::error file=api/test/test_stock.py,line=17,title=Stock > test_full # "
                        "{::assert 3 == 4%0A%0A  where 3 = size()\n"));
}

TEST(Github, APassHasNothingToAnnotate) {
  EXPECT_EQ(write("github", passed()), "");
  EXPECT_EQ(count_of(write("github", timed_out()), "::error title=TEST_TIMEOUT::"), 1U);
}

TEST(Markdown, BeginsWithTheVerdict) {
  EXPECT_THAT(write("markdown", passed()), StartsWith("### ✅ 1 test passed: `shop`\n"));
  EXPECT_THAT(write("markdown", all_kinds()), StartsWith("### ❌ 2 of 5 tests failed: `shop`\n"));
  EXPECT_THAT(write("markdown", timed_out()), StartsWith("### ❌ TEST_TIMEOUT: `shop`\n"));
  EXPECT_THAT(write("markdown", timed_out()), HasSubstr("The tests weren't done after 300 s."));
  EXPECT_THAT(write("markdown", all_kinds()),
              HasSubstr("<summary><code>test_full # {</code> in <code>Stock</code>, "
                        "<code>test/test_stock.py:17</code>, new, 3 tries</summary>"));
}

TEST(Markdown, StaysWithinItsBoundsAndSaysWhatIsMissing) {
  Answer answer = all_kinds();
  for (int i = 0; i < 40; ++i)
    answer.report.value().suites[0].cases.push_back(
        a_case(std::string(500, 'n'), Status::fail, std::string(9'000, 'w')));
  const std::string text = write("markdown", answer);
  EXPECT_LT(text.size(), 60'000U);
  EXPECT_THAT(text, HasSubstr("more failures"));
}

TEST(AllFormats, CanTellOfAnAnswerWithoutAReport) {
  const Answer answer{.error = Error{ErrorCode::tool_not_found, "There is no pytest."}};
  for (const Format& format : formats())
    EXPECT_THAT(format.write(written(answer)), HasSubstr("There is no pytest.")) << format.name;
}

}  // namespace
}  // namespace proctor::writers
