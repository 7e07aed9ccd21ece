#include "exercism/golden.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.hpp"
#include "exercism/golden_text.hpp"
#include "exercism/made_up_testing.hpp"

namespace proctor::exercism {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kPass =
    R"({"version":3,"status":"pass","tests":[{"name":"adds","status":"pass","test_code":"pass"}]})";

class Golden : public MadeUpTrack {
 protected:
  void add_case(const std::string& name, const std::string& solution, const std::string& expected) {
    write("cases/" + name + "/solution", solution);
    write("cases/" + name + "/" + fs::path(name).filename().string() + ".made", "def adds():\n    pass\n");
    write("cases/" + name + "/expected_results.json", expected);
  }
  std::vector<GoldenResult> run(GoldenOptions options = {}) {
    const auto cases = find_golden_cases({top_ / "cases"});
    EXPECT_TRUE(cases);
    supervise::Supervisor supervisor;
    return run_golden(*cases, options, {config_, definitions_, supervisor}, {});
  }
  std::string expected_of(const std::string& name) {
    return read_file(top_ / "cases" / name / "expected_results.json").value_or("");
  }
};

TEST_F(Golden, CasesAreAllDirectoriesWithAnExpectationEachOnce) {
  add_case("b", "", "");
  add_case("a/deep/c", "", "");
  write("cases/no/solution", "");
  write("cases/no/expected_results.json/file", "");
  std::error_code error;
  fs::create_directory_symlink(top_ / "cases", top_ / "cases/loop", error);
  const auto cases = find_golden_cases({top_ / "cases", top_ / "cases/b/"});
  ASSERT_TRUE(cases) << cases.error().message;
  std::vector<std::string> slugs;
  for (const GoldenCase& one : *cases) slugs.push_back(one.slug);
  EXPECT_THAT(slugs, ElementsAre("c", "b"));
  const auto itself = find_golden_cases({top_ / "cases/b/."});
  ASSERT_TRUE(itself);
  EXPECT_EQ(itself->front().slug, "b");
}

TEST_F(Golden, NoCaseAndNoDirectoryAreErrorsThatSaySo) {
  fs::create_directory(top_ / "empty");
  const auto none = find_golden_cases({top_ / "empty"});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(none.error().message, HasSubstr("no case found"));
  EXPECT_FALSE(find_golden_cases({top_ / "gone"}));
}

TEST_F(Golden, EachCaseIsJudgedByItself) {
  add_case("as-expected", "adds", kPass);
  add_case("otherwise", "wrong", kPass);
  add_case("broken", "adds", "{");
  const auto results = run({.jobs = 3});
  ASSERT_EQ(results.size(), 3U);
  EXPECT_TRUE(results[0].passed()) << results[0].problem;
  EXPECT_FALSE(results[0].exact);
  EXPECT_FALSE(results[1].passed());
  EXPECT_THAT(results[1].problem, HasSubstr("expected_results.json: not valid JSON"));
  EXPECT_FALSE(results[2].passed());
  std::vector<std::string> fields;
  for (const Difference& one : results[2].comparison.failing) fields.push_back(one.field);
  EXPECT_THAT(fields, ElementsAre("status", "status", "message"));
  EXPECT_THAT(golden_summary(results, 3), HasSubstr("3 cases: 1 passes, 2 fail"));
}

TEST_F(Golden, AWrongTrackIsAFailureOfTheCase) {
  add_case("a", "adds", kPass);
  const auto results = run({.track = "klingon"});
  ASSERT_EQ(results.size(), 1U);
  EXPECT_FALSE(results[0].passed());
  EXPECT_THAT(results[0].problem, HasSubstr("klingon"));
}

TEST_F(Golden, BlessWritesWhatIsGotAndThenAllIsEqual) {
  add_case("a", "adds", "");
  add_case("b", "wrong", kPass);
  auto results = run({.bless = true});
  for (const GoldenResult& one : results) EXPECT_TRUE(one.passed() && one.blessed) << one.problem;
  EXPECT_THAT(expected_of("b"), HasSubstr("\"message\": \"wrong"));
  results = run();
  for (const GoldenResult& one : results) EXPECT_TRUE(one.passed() && one.exact);
  results = run({.bless = true});
  for (const GoldenResult& one : results) EXPECT_FALSE(one.blessed);
}

TEST_F(Golden, NothingIsWrittenIntoACase) {
  add_case("a", "adds", kPass);
  run();
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(top_ / "cases/a")) names.push_back(entry.path().filename());
  EXPECT_EQ(names.size(), 3U);
  EXPECT_THAT(names, Not(Contains("results.json")));
  EXPECT_EQ(expected_of("a"), kPass);
}

TEST_F(Golden, AStopLeavesTheRestOut) {
  add_case("a", "adds", kPass);
  add_case("b", "adds", kPass);
  const auto cases = find_golden_cases({top_ / "cases"});
  ASSERT_TRUE(cases);
  std::stop_source stop;
  stop.request_stop();
  supervise::Supervisor supervisor;
  EXPECT_THAT(run_golden(*cases, {}, {config_, definitions_, supervisor, stop.get_token()}, {}), IsEmpty());
  EXPECT_THAT(golden_summary({}, 2), HasSubstr("2 not run"));
}

std::string lines(const std::string& expected, const std::string& got) {
  std::string text;
  for (const DifferenceLine& line : difference_lines(expected, got)) text += line.sign + line.text + '\n';
  return text;
}

TEST(GoldenText, LinesThatAreTheSameAreLeftOutButForOne) {
  EXPECT_EQ(lines("a\nb\nc\nd\ne", "a\nb\nX\nd\ne"), " …\n b\n-c\n+X\n d\n …\n");
  EXPECT_EQ(lines("a", ""), "-a\n+(none)\n");
  EXPECT_EQ(lines("", "a\nb"), "-(none)\n+a\n+b\n");
  EXPECT_EQ(lines("a\na", "a"), " a\n-a\n");
}

TEST(GoldenText, WhatCantBeSeenIsWrittenOut) {
  EXPECT_EQ(lines("a\n", "a"), "-\"a\\n\"\n+\"a\"\n");
  EXPECT_EQ(lines("a\x1b[1m", "a"), "-\"a\\u001b[1m\"\n+\"a\"\n");
}

TEST(GoldenText, OfLongLinesTheDifferenceIsShown) {
  const std::string same(500, 'x');
  EXPECT_EQ(lines(same + "1", same + "2"),
            "-…" + std::string(40, 'x') + "1\n+…" + std::string(40, 'x') + "2\n");
}

}  // namespace
}  // namespace proctor::exercism
