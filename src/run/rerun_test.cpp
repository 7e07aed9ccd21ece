#include "run/rerun.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

Request upload() {
  Request request;
  request.sources = Sources{{"a", "b"}};
  return request;
}

TEST(Rerun, WithoutAFailureThereIsNothingToRunAgain) {
  EXPECT_EQ(rerun_command({}, {}, kCalled), "");
  Report report = failing({{"a.t.sol", "A", "test_x()"}});
  report.suites[0].cases[0].status = Status::pass;
  EXPECT_EQ(rerun_command(report, {}, kCalled), "");
}

TEST(Rerun, TheFailuresOfOneSuiteAreNamedExactly) {
  EXPECT_EQ(
      rerun_command(failing({{"test/A.t.sol", "A", "test_y(uint256)"}, {"test/A.t.sol", "A", "test_x()"}}),
                    {}, kCalled),
      "proctor test 'my project' --match-path test/A.t.sol --match-contract '^(A)$' "
      "--filter '^(test_x|test_y)\\('");
}

TEST(Rerun, AFailedPreparationMeansTheWholeSuite) {
  const std::string line = rerun_command(failing({{"test/A.t.sol", "A", "setUp()"}}), {}, kCalled);
  EXPECT_EQ(line, "proctor test 'my project' --match-path test/A.t.sol --match-contract '^(A)$'");
}

TEST(Rerun, FailuresOfSeveralSuitesAreThoseRemembered) {
  EXPECT_EQ(rerun_command(failing({{"a.t.sol", "A", "test_x()"}, {"b.t.sol", "B", "test_x()"}}), {}, kCalled),
            "proctor test 'my project' --rerun-failed");
  // The same name in another file is another suite.
  EXPECT_THAT(
      rerun_command(failing({{"a.t.sol", "A", "test_x()"}, {"b.t.sol", "A", "test_x()"}}), {}, kCalled),
      HasSubstr("--rerun-failed"));
}

TEST(Rerun, AnUploadIsNotRememberedSoTheClosestFiltersAreGiven) {
  const std::string line = rerun_command(
      failing({{"a.t.sol", "A", "test_x()"}, {"b.t.sol", "B$", "test_y()"}}), upload(), kCalled);
  EXPECT_EQ(line, "proctor test 'my project' --match-contract '^(A|B\\$)$' --filter '^(test_x|test_y)\\('");
  EXPECT_THAT(
      rerun_command(failing({{"a.t.sol", "A", "setUp()"}, {"b.t.sol", "B", "test_y()"}}), upload(), kCalled),
      Not(HasSubstr("--filter")));
}

TEST(Rerun, TheSameInputsAreUsedAgain) {
  Report report = failing({{"a.t.sol", "A", "test_x()"}});
  report.framework.fuzz_seed = "0x2a";
  Request request;
  request.evm_version = "paris";
  request.fuzz_runs = 9;
  EXPECT_THAT(rerun_command(report, request, kCalled),
              testing::EndsWith("--evm-version paris --fuzz-runs 9 --fuzz-seed 0x2a"));
}

TEST(Rerun, NamesOfAnyKindStayOneWordForAShell) {
  const std::string line =
      rerun_command(failing({{"test/it's $(rm -rf ~) `x` \"*\".t.sol", "A", "test_x()"}}), {}, kCalled);
  EXPECT_THAT(line, HasSubstr(" --match-path 'test/it'\\''s $(rm -rf ~) `x` \"[*]\".t.sol' "));
}

TEST(Rerun, AFileThatBeginsWithADashIsNotTakenForAnOption) {
  EXPECT_THAT(rerun_command(failing({{"-a.t.sol", "A", "test_x()"}}), {}, kCalled),
              HasSubstr(" --match-path=-a.t.sol "));
}

}  // namespace
}  // namespace proctor
