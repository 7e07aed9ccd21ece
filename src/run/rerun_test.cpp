#include "run/rerun.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/last_failed.hpp"

namespace proctor {
namespace {
using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> kCalled{"proctor", "test", "my project"};

Report failing(std::initializer_list<std::array<const char*, 3>> tests) {
  Report report;
  for (const auto& [file, suite, name] : tests) {
    if (report.suites.empty() || report.suites.back().name != suite || report.suites.back().file != file)
      report.suites.push_back({file, suite});
    report.suites.back().cases.push_back({name, Status::fail});
  }
  return report;
}

TEST(Rerun, WithoutAFailureThereIsNothingToRunAgain) {
  EXPECT_EQ(rerun_command({}, {}, kCalled, {}), "");
  Report report = failing({{"a.t.sol", "A", "test_x()"}});
  report.suites[0].cases[0].status = Status::pass;
  EXPECT_EQ(rerun_command(report, {}, kCalled, {}), "");
}

TEST(Rerun, EachFailureIsNamedExactly) {
  EXPECT_EQ(rerun_command(failing({{"test/A.t.sol", "A", "test_y(uint256)"},
                                   {"test/A.t.sol", "A", "test_x()"},
                                   {"test/B.t.sol", "A", "test_x()"}}),
                          {}, kCalled, {}),
            "proctor test 'my project' --only 'test/A.t.sol::A::test_x()' "
            "--only 'test/A.t.sol::A::test_y(uint256)' --only 'test/B.t.sol::A::test_x()'");
}

TEST(Rerun, WhatCantBeNamedIsntOffered) {
  EXPECT_EQ(rerun_command(failing({{"", "Fuzz", "seed#1"}, {"a_test.go", "", "TestA"}}), {}, kCalled, {}),
            "");
  EXPECT_EQ(rerun_command(failing({{"a_test.go", "", "TestA"}}), {}, kCalled, {}),
            "proctor test 'my project' --only a_test.go::TestA");
}

TEST(Rerun, AFailedPreparationMeansTheWholeSuite) {
  EXPECT_EQ(rerun_command(failing({{"test/A.t.sol", "A", "setUp()"}}), {}, kCalled, {}),
            "proctor test 'my project' --only test/A.t.sol::A::");
}

TEST(Rerun, ManyFailuresAreThoseRememberedIfTheseAreTheSame) {
  Report report = failing({{"a.t.sol", "A", "test_0()"}});
  for (int i = 1; i <= 10; ++i)
    report.suites[0].cases.push_back({"test_" + std::to_string(i) + "()", Status::fail});
  std::vector<TestId> remembered = failed_tests(report);
  EXPECT_EQ(rerun_command(report, {}, kCalled, remembered), "proctor test 'my project' --rerun-failed");
  // Of an earlier run, which had other filters.
  remembered.push_back({"b.t.sol", "B", "test_x()"});
  EXPECT_THAT(rerun_command(report, {}, kCalled, remembered), Not(HasSubstr("--rerun-failed")));
  EXPECT_THAT(rerun_command(report, {}, kCalled, {}), HasSubstr("'a.t.sol::A::test_10()'"));
}

TEST(Rerun, TheSameInputsAreUsedAgain) {
  Report report = failing({{"a.t.sol", "A", "test_x()"}});
  report.framework.fuzz_seed = "0x2a";
  Request request;
  request.evm_version = "paris";
  request.fuzz_runs = 9;
  EXPECT_THAT(rerun_command(report, request, kCalled, {}),
              testing::EndsWith("--evm-version paris --fuzz-runs 9 --fuzz-seed 0x2a"));
}

TEST(Rerun, NamesOfAnyKindStayOneWordForAShell) {
  const std::string line =
      rerun_command(failing({{"test/it's $(rm -rf ~) `x` \"*\".t.sol", "A", "test_x()"}}), {}, kCalled, {});
  EXPECT_THAT(line, HasSubstr(" --only 'test/it'\\''s $(rm -rf ~) `x` \"*\".t.sol::A::test_x()'"));
}

TEST(Rerun, AFileThatBeginsWithADashIsNotTakenForAnOption) {
  EXPECT_THAT(rerun_command(failing({{"-a.t.sol", "A", "test_x()"}}), {}, kCalled, {}),
              HasSubstr(" '--only=-a.t.sol::A::test_x()'"));
}

}  // namespace
}  // namespace proctor
