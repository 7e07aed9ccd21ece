#include "exercism/golden_compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::exercism {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

Results two_tests() {
  Results results;
  results.status = Verdict::fail;
  results.tests = {
      {"one", Status::pass, "", "check(1);\n  more();", "printed", 1},
      {"two", Status::fail, "1 is not 2", "check(2);", "", 2},
  };
  return results;
}

std::vector<std::string> fields(const std::vector<Difference>& list) {
  std::vector<std::string> fields;
  for (const Difference& one : list) fields.push_back((one.test.empty() ? "" : one.test + ": ") + one.field);
  return fields;
}

TEST(GoldenCompare, TheSameIsTheSame) {
  const Comparison comparison = compare_results(two_tests(), two_tests());
  EXPECT_TRUE(comparison.passed());
  EXPECT_THAT(comparison.noted, IsEmpty());
}

TEST(GoldenCompare, EachFieldOfATestCounts) {
  const auto changed = [](auto change) {
    Results got = two_tests();
    change(got.tests[0]);
    return fields(compare_results(two_tests(), got).failing);
  };
  EXPECT_THAT(changed([](TestResult& test) { test.status = Status::error; }), ElementsAre("one: status"));
  EXPECT_THAT(changed([](TestResult& test) { test.output += '\n'; }), ElementsAre("one: output"));
  EXPECT_THAT(changed([](TestResult& test) { test.task_id.reset(); }), ElementsAre("one: task_id"));
  EXPECT_THAT(changed([](TestResult& test) { test.task_id = 0; }), ElementsAre("one: task_id"));
  EXPECT_THAT(changed([](TestResult& test) { test.test_code = "check(1);\nmore();"; }),
              ElementsAre("one: test_code"));
  EXPECT_THAT(changed([](TestResult& test) { test.name = "One"; }), ElementsAre("one: name"));
}

TEST(GoldenCompare, WhiteSpaceAtTheEndsOfLinesOfCodeDoesntCount) {
  Results got = two_tests();
  got.tests[0].test_code = "check(1);  \r\n  more();\t\n\n";
  EXPECT_TRUE(compare_results(two_tests(), got).passed());
}

TEST(GoldenCompare, CodeIsOnlyNotedWhereNoExpectedTestShowsAny) {
  Results expected = two_tests();
  expected.tests[0].test_code.clear();
  EXPECT_THAT(fields(compare_results(expected, two_tests()).failing), ElementsAre("one: test_code"));
  expected.tests[1].test_code.clear();
  const Comparison comparison = compare_results(expected, two_tests());
  EXPECT_TRUE(comparison.passed());
  EXPECT_THAT(fields(comparison.noted), ElementsAre("one: test_code", "two: test_code"));
}

TEST(GoldenCompare, AMessageMustBeWhereOneIsExpectedAndItsWordsAreOnlyNoted) {
  Results got = two_tests();
  got.tests[1].message = "other words";
  Comparison comparison = compare_results(two_tests(), got);
  EXPECT_TRUE(comparison.passed());
  EXPECT_THAT(fields(comparison.noted), ElementsAre("two: message"));
  got.tests[1].message.clear();
  got.tests[0].message = "out of place";
  got.message = "out of place, too";
  comparison = compare_results(two_tests(), got);
  EXPECT_THAT(fields(comparison.failing), ElementsAre("message", "one: message", "two: message"));
}

TEST(GoldenCompare, StatusOfTheWholeCountsAndTheVersionIsNoted) {
  Results got = two_tests();
  got.status = Verdict::pass;
  got.version = 2;
  const Comparison comparison = compare_results(two_tests(), got);
  EXPECT_THAT(fields(comparison.failing), ElementsAre("status"));
  EXPECT_THAT(fields(comparison.noted), ElementsAre("version"));
}

TEST(GoldenCompare, AMissingTestAndOneTooManyAreSaidOnceAndTheOthersAreStillCompared) {
  Results got = two_tests();
  got.tests.erase(got.tests.begin());
  got.tests[0].output = "x";
  Comparison comparison = compare_results(two_tests(), got);
  EXPECT_THAT(fields(comparison.failing), ElementsAre("tests", "two: output"));
  EXPECT_EQ(comparison.failing[0].expected, "one");
  comparison = compare_results(got, two_tests());
  ASSERT_THAT(fields(comparison.failing), ElementsAre("two: output", "tests"));
  EXPECT_EQ(comparison.failing[1].got, "one");
}

TEST(GoldenCompare, TheOrderCountsUnlessItIsSaidNotTo) {
  Results got = two_tests();
  std::swap(got.tests[0], got.tests[1]);
  EXPECT_THAT(fields(compare_results(two_tests(), got).failing), ElementsAre("order"));
  const Comparison comparison = compare_results(two_tests(), got, true);
  EXPECT_TRUE(comparison.passed());
  EXPECT_THAT(fields(comparison.noted), ElementsAre("order"));
}

TEST(GoldenCompare, AnyOrderStillComparesEachTest) {
  Results got = two_tests();
  std::swap(got.tests[0], got.tests[1]);
  got.tests[0].output = "x";
  EXPECT_THAT(fields(compare_results(two_tests(), got, true).failing), ElementsAre("two: output"));
  got.tests[0].name = "three";
  EXPECT_THAT(fields(compare_results(two_tests(), got, true).failing), ElementsAre("tests", "tests"));
}

TEST(GoldenCompare, TheOrderOfTestsThatLookTheSameIsOnlyNoted) {
  Results expected = two_tests();
  expected.tests[1] = expected.tests[0];
  expected.tests[1].test_code = "check(3);";
  Results got = expected;
  std::swap(got.tests[0], got.tests[1]);
  Comparison comparison = compare_results(expected, got);
  EXPECT_TRUE(comparison.passed());
  EXPECT_THAT(fields(comparison.noted), ElementsAre("order"));
  // By another status they don't look the same.
  expected.tests[0].status = got.tests[1].status = Status::fail;
  comparison = compare_results(expected, got);
  EXPECT_THAT(fields(comparison.failing), ElementsAre("order"));
}

}  // namespace
}  // namespace proctor::exercism
