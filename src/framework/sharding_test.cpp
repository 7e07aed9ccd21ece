#include "framework/sharding.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace proctor::framework {
namespace {

using By = ShardWish::By;

std::vector<SharedTest> tests_of(std::size_t files, std::size_t each) {
  std::vector<SharedTest> tests;
  for (std::size_t f = 0; f < files; ++f) {
    const std::string file = fmt::format("tests/test_{}.py", f);
    for (std::size_t t = 0; t < each; ++t) tests.push_back({fmt::format("{}::test_{}", file, t), file});
  }
  return tests;
}

Shares shares(std::size_t index, std::size_t count, const std::vector<SharedTest>& tests,
              const TestTimes& times = {}, By by = By::any) {
  return {ShardWish{.index = index, .count = count, .by = by}, "::", tests, times};
}

TEST(Sharding, EachTestIsInExactlyOneShardHoweverTheyAreShared) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    const auto tests = tests_of(random() % 6 + 1, random() % 9 + 1);
    const std::size_t count = random() % 12 + 1;
    TestTimes times;
    for (const SharedTest& test : tests) {
      if (random() % 3 == 0) times.add({test.file, "", test.id.substr(test.file.size() + 2)}, random() % 900);
    }
    for (const By by : {By::any, By::time, By::count, By::file}) {
      std::vector<Shares> all;
      for (std::size_t i = 1; i <= count; ++i) all.push_back(shares(i, count, tests, times, by));
      std::size_t sum = 0;
      for (const Shares& one : all) {
        sum += one.shard().tests;
        EXPECT_EQ(one.shard().partition, all.front().shard().partition);
        EXPECT_EQ(one.shard().tests_total, tests.size());
      }
      EXPECT_EQ(sum, tests.size());
      for (const SharedTest& test : tests) {
        const auto has = [&test](const Shares& one) { return one.has(test.id); };
        EXPECT_EQ(std::count_if(all.begin(), all.end(), has), 1) << test.id;
      }
    }
  }
}

TEST(Sharding, TheOrderOfTheListDoesntMatterButWhatIsOnItDoes) {
  auto tests = tests_of(3, 5);
  const Shard before = shares(2, 4, tests).shard();
  std::mt19937 random(1);
  std::shuffle(tests.begin(), tests.end(), random);
  EXPECT_EQ(shares(2, 4, tests).shard().partition, before.partition);
  tests.pop_back();
  EXPECT_NE(shares(2, 4, tests).shard().partition, before.partition);
  EXPECT_NE(shares(2, 5, tests_of(3, 5)).shard().partition, before.partition);
}

TEST(Sharding, ByCountNoShardHasTwoTestsMoreThanAnother) {
  const auto tests = tests_of(5, 7);
  std::vector<std::size_t> sizes;
  for (std::size_t i = 1; i <= 4; ++i) sizes.push_back(shares(i, 4, tests).shard().tests);
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  EXPECT_LE(*most - *least, 1U);
  EXPECT_EQ(shares(1, 4, tests).shard().by, "count");
}

TEST(Sharding, ByTimeALongTestIsAlone) {
  const auto tests = tests_of(1, 5);
  TestTimes times;
  for (int i = 0; i < 5; ++i)
    times.add({"tests/test_0.py", "", fmt::format("test_{}", i)}, i == 3 ? 4'000 : 1'000);
  const Shares long_one = shares(1, 2, tests, times);
  EXPECT_TRUE(long_one.has("tests/test_0.py::test_3"));
  EXPECT_EQ(long_one.shard().tests, 1U);
  EXPECT_EQ(long_one.shard().by, "time");
}

TEST(Sharding, ATestWithoutATimeHasTheMedian) {
  const auto tests = tests_of(1, 4);
  TestTimes times;
  times.add({"tests/test_0.py", "", "test_0"}, 3'000);
  times.add({"tests/test_0.py", "", "test_1"}, 1'000);
  times.add({"tests/test_0.py", "", "test_2"}, 1'000);
  EXPECT_EQ(shares(1, 2, tests, times).shard().tests, 1U);  // 3 s against 1 + 1 + 1 s
}

TEST(Sharding, RowsAndPartsGoWhereTheirTestGoes) {
  const std::vector<SharedTest> tests{
      {"a.py::test_a[1]", "a.py"}, {"a.py::test_a[2]", "a.py"}, {"a.py::test_b", "a.py"}};
  for (std::size_t i = 1; i <= 2; ++i) {
    const Shares one = shares(i, 2, tests);
    EXPECT_EQ(one.has("a.py::test_a[1]"), one.has("a.py::test_a[2]"));
    EXPECT_EQ(one.has("a.py::test_a[1]"), one.has("a.py::test_a[new]"));
    EXPECT_EQ(one.has("a.py::test_b"), one.has("a.py::test_b::part"));
    EXPECT_NE(one.has("a.py::test_a[1]"), one.has("a.py::test_b"));
    EXPECT_TRUE(one.has_file("a.py"));
  }
}

TEST(Sharding, WhatIsntOnTheListRunsInEachShard) {
  const auto tests = tests_of(2, 1);
  for (std::size_t i = 1; i <= 3; ++i) {
    const Shares one = shares(i, 3, tests);
    EXPECT_TRUE(one.has("tests/test_new.py::test"));
    EXPECT_TRUE(one.has_file("tests/test_new.py"));
    EXPECT_TRUE(one.has("tests/test_0.py::test_new"));
    EXPECT_EQ(one.has_file("tests/test_0.py"), one.has("tests/test_0.py::test_0"));
  }
}

TEST(Sharding, ByFileAFileIsInOneShardAndAUnitStaysTogether) {
  const auto tests = tests_of(3, 4);
  for (std::size_t i = 1; i <= 3; ++i) {
    const Shares one = shares(i, 3, tests, {}, By::file);
    EXPECT_EQ(one.shard().tests, 4U);
    EXPECT_EQ(one.has("tests/test_1.py::test_0"), one.has("tests/test_1.py::test_3"));
  }
  const std::vector<SharedTest> same{{"a::it_works", "", "it_works"}, {"b::it_works", "", "it_works"}};
  EXPECT_EQ(shares(1, 2, same).shard().tests, 2U);
  EXPECT_EQ(shares(2, 2, same).shard().tests, 0U);
}

TEST(Sharding, TimesAreFoundByNamesHoweverTheyAreWritten) {
  TestTimes times;
  times.add({"", "tests.test_a.TestX", "test_b"}, 700);  // as JUnit's class names have it
  times.add({"src/a_test.go", "example.com/m", "TestAdd"}, 20);
  times.add({"tests/t.py", "", "test_rows[1]"}, 5);
  times.add({"tests/t.py", "", "test_rows[2]"}, 6);
  EXPECT_EQ(times.of("tests/test_a.py", "tests/test_a.py::TestX::test_b"), 700U);
  EXPECT_EQ(times.of("", "example.com/m/TestAdd"), 20U);
  EXPECT_EQ(times.of("tests/t.py", "tests/t.py::test_rows[2]"), 11U);
  EXPECT_EQ(times.of("tests/t.py", "tests/t.py::test_other"), std::nullopt);
  times.add({"tests/u.py", "", "test_rows"}, 9);
  EXPECT_EQ(times.of("", "test_rows"), std::nullopt);  // of which file?
  EXPECT_EQ(times.of("tests/u.py", "tests/u.py::test_rows"), 9U);
}

TEST(Sharding, ARowIsWhatStandsInBracketsBehindTheName) {
  EXPECT_EQ(rows_of("a.py::test[1-[2]]", "a.py"), "a.py::test");
  EXPECT_EQ(rows_of("app/[id]/a.js > adds", "app/[id]/a.js"), "app/[id]/a.js > adds");
  EXPECT_EQ(rows_of("app/[id]/a.js > adds[1]", "app/[id]/a.js"), "app/[id]/a.js > adds");
  EXPECT_EQ(rows_of("[1]", ""), "[1]");
}

}  // namespace
}  // namespace proctor::framework
