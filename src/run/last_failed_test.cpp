#include "run/last_failed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <optional>

#include "base/files.hpp"
#include "base/paths.hpp"

namespace proctor {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Kind = Termination::Kind;

const TestId kX{"a.t.sol", "A", "test_x(uint256)"};
const TestId kY{"a.t.sol", "A", "test_y(uint256)"};
const TestId kB{"b.t.sol", "B", "test_b(uint256)"};
const TestId kWholeA{"a.t.sol", "A", ""};

// "a.t.sol:A" to its tests; a status each.
Report report_of(std::initializer_list<std::pair<TestId, Status>> results) {
  Report report;
  report.termination = Termination{Kind::exited, 0};
  for (const auto& [test, status] : results) {
    if (report.suites.empty() || report.suites.back().name != test.suite)
      report.suites.push_back({test.file, test.suite});
    report.suites.back().cases.push_back({test.name.empty() ? "setUp()" : test.name, status});
  }
  return report;
}

class LastFailedTest : public testing::Test {
 protected:
  LastFailedTest() {
    std::string name = (temporary_dir() / "proctor-failed-XXXXXX").string();
    dir_ = mkdtemp(name.data());
    setenv("XDG_STATE_HOME", dir_.c_str(), 1);
    memory_.emplace("/a/project");
  }
  ~LastFailedTest() override {
    unsetenv("XDG_STATE_HOME");
    remove_tree(dir_);
  }
  fs::path memory() const { return *fs::directory_iterator(dir_ / "proctor/failed"); }

  fs::path dir_;
  std::optional<LastFailed> memory_{};  // once it is known where
};

TEST(FailedTests, AreFailuresAndErrors) {
  EXPECT_THAT(failed_tests(report_of({{kX, Status::fail}, {kY, Status::error}, {kB, Status::skip}})),
              ElementsAre(kX, kY));
  EXPECT_THAT(failed_tests(report_of({{kX, Status::pass}})), IsEmpty());
}

TEST(FailedTests, OverloadsAreTwoAndAFailedPreparationIsTheWholeSuite) {
  Report report = report_of({{kX, Status::fail}});
  report.suites[0].cases.push_back({"test_x()", Status::fail});
  EXPECT_THAT(failed_tests(report), ElementsAre(TestId{"a.t.sol", "A", "test_x()"}, kX));
  for (const char* name : {"setUp()", "constructor()"}) {
    report.suites[0].cases = {{name, Status::fail}};
    EXPECT_THAT(failed_tests(report), ElementsAre(kWholeA));
  }
}

TEST_F(LastFailedTest, WhatFailedIsRememberedUntilItPasses) {
  EXPECT_THAT(memory_->load(), IsEmpty());
  memory_->remember(report_of({{kX, Status::fail}, {kY, Status::fail}, {kB, Status::pass}}));
  EXPECT_THAT(memory_->load(), ElementsAre(kX, kY));
  memory_->remember(report_of({{kX, Status::pass}}));
  EXPECT_THAT(memory_->load(), ElementsAre(kY));
  memory_->remember(report_of({{kY, Status::skip}}));
  EXPECT_THAT(memory_->load(), IsEmpty());
}

TEST_F(LastFailedTest, WhatARunLeavesOutStaysAsItWas) {
  memory_->remember(report_of({{kX, Status::fail}}));
  memory_->remember(report_of({{kB, Status::pass}}));
  memory_->remember(report_of({{kY, Status::pass}}));
  EXPECT_THAT(memory_->load(), ElementsAre(kX));
}

TEST_F(LastFailedTest, AFailedPreparationIsForgottenWhenItsSuiteRuns) {
  memory_->remember(report_of({{kWholeA, Status::fail}}));
  EXPECT_THAT(memory_->load(), ElementsAre(kWholeA));
  memory_->remember(report_of({{kX, Status::fail}, {kY, Status::pass}}));
  EXPECT_THAT(memory_->load(), ElementsAre(kX));
}

TEST_F(LastFailedTest, OfAStoppedRunTheResultsThatThereAreCount) {
  memory_->remember(report_of({{kX, Status::fail}}));
  Report stopped = report_of({{kY, Status::fail}});
  stopped.termination->kind = Kind::timed_out;
  memory_->remember(stopped);
  EXPECT_THAT(memory_->load(), ElementsAre(kX, kY));
}

TEST_F(LastFailedTest, WhatDidNotRunIsRememberedUntilItPassesUnlessItsAuthorLeftItOut) {
  Report stopped = report_of({{kX, Status::fail}});
  stopped.not_run.push_back({kY.file, kY.suite, "test_y", "the time limit struck"});
  stopped.not_run.push_back({kB.file, kB.suite, kB.name, "skipped", true});
  memory_->remember(stopped);
  ASSERT_EQ(memory_->load().size(), 2U);
  EXPECT_EQ(memory_->load()[1].name, "test_y");
  memory_->remember(report_of({{kX, Status::pass}, {kY, Status::pass}}));
  EXPECT_THAT(memory_->load(), IsEmpty());
}

TEST_F(LastFailedTest, ARunWithoutResultsChangesNothing) {
  memory_->remember(report_of({{kX, Status::fail}}));
  memory_->remember(report_of({}));
  EXPECT_THAT(memory_->load(), ElementsAre(kX));
}

TEST_F(LastFailedTest, WhatIsGoneIsForgotten) {
  memory_->remember(report_of({{kX, Status::fail}, {kB, Status::fail}}));
  memory_->remember(report_of({{kX, Status::fail}}), {kB});
  EXPECT_THAT(memory_->load(), ElementsAre(kX));
  memory_->remember(report_of({}), {kX});
  EXPECT_THAT(memory_->load(), IsEmpty());
}

TEST(GoneTests, HaveNeitherAResultNorAReasonForNone) {
  Report report = report_of({{kX, Status::pass}});
  EXPECT_THAT(gone_tests(report, {}, {kX, kY, kB}), ElementsAre(kY, kB));
  report.not_run.push_back({kY.file, kY.suite, "test_y", "fail-fast"});
  report.not_run.push_back({kB.file, kB.suite, "", "not reached"});
  EXPECT_THAT(gone_tests(report, {}, {kX, kY, kB}), IsEmpty());
  EXPECT_THAT(gone_tests(report, {}, {kWholeA}), IsEmpty());
  // A suite whose preparation failed says nothing about its tests.
  EXPECT_THAT(
      gone_tests(report_of({{kWholeA, Status::fail}}), Error{ErrorCode::test_assertion_failed, ""}, {kX}),
      IsEmpty());
}

TEST(GoneTests, ATestIsThereAlsoUnderTheNameThatItHasInItsFramework) {
  Report report = report_of({{{"lib_test.go", "TestAdd/a", "b"}, Status::pass},
                             {{"test/test_sum.c", "test_sum", "test_ok"}, Status::pass}});
  report.suites[0].cases[0].id = "TestAdd/a/b";
  report.suites[1].cases[0].id = "test_sum::test_ok";
  report.suites[1].cases[0].test = "test_ok";
  const TestId gone{"test/test_sum.c", "test_o", ""};
  EXPECT_THAT(
      gone_tests(report, {}, {{"lib_test.go", "TestAdd/a/b", ""}, {"test/test_sum.c", "test_ok", ""}, gone}),
      ElementsAre(gone));
}

TEST_F(LastFailedTest, WhatAPartOfItEndedRunsAgainWithThatPart) {
  Report ended = report_of({{{"p_test.go", "TestParts/one", "deep"}, Status::fail}});
  ended.not_run.push_back({"p_test.go", "", "TestParts", "a part of it ended the program"});
  ended.not_run.push_back({"p_test.go", "TestParts", "one", "a part of it ended the program"});
  ended.not_run.push_back({"p_test.go", "", "TestPart", "it hadn't begun"});
  memory_->remember(ended);
  ASSERT_EQ(memory_->load().size(), 2U);
  EXPECT_EQ(memory_->load()[0].name, "TestPart");
  EXPECT_EQ(memory_->load()[1].name, "deep");
}
TEST(GoneTests, ARunThatCouldNotRunThemProvesNothing) {
  const Report nothing = report_of({});
  EXPECT_THAT(gone_tests(nothing, Error{ErrorCode::test_none_ran, ""}, {kX}), ElementsAre(kX));
  for (const ErrorCode code :
       {ErrorCode::test_compile_failed, ErrorCode::test_config_invalid, ErrorCode::test_forge_failed,
        ErrorCode::tool_not_found, ErrorCode::test_timeout, ErrorCode::test_cancelled,
        ErrorCode::test_inconsistent})
    EXPECT_THAT(gone_tests(nothing, Error{code, ""}, {kX}), IsEmpty());
}

TEST_F(LastFailedTest, EachProjectHasItsOwnMemory) {
  memory_->remember(report_of({{kX, Status::fail}}));
  EXPECT_THAT(LastFailed("/another/project").load(), IsEmpty());
  EXPECT_THAT(LastFailed("/a/project").load(), ElementsAre(kX));
}

TEST_F(LastFailedTest, ADamagedMemoryIsNoneAndIsReplaced) {
  memory_->remember(report_of({{kX, Status::fail}}));
  for (const char* damage :
       {"", "{", "{}", "null", "[1, [], [\"a\"], [\"a\", \"b\", \"c\", \"d\"], {}]", "\xFF\xFE"}) {
    ASSERT_TRUE(write_file(memory(), damage));
    EXPECT_THAT(memory_->load(), IsEmpty()) << damage;
  }
  ASSERT_TRUE(write_file(memory(), "[[\"a.t.sol\",\"A\",\"test_x(uint256)\"], 5]"));
  EXPECT_THAT(memory_->load(), ElementsAre(kX));
  memory_->remember(report_of({{kB, Status::fail}}));
  EXPECT_THAT(memory_->load(), ElementsAre(kX, kB));
}

TEST_F(LastFailedTest, NamesOfAnyKindComeBackAsTheyWere) {
  const TestId odd{"test/a \"b\"\\\n✓.t.sol", "A$_1", "test_"};
  memory_->remember(report_of({{odd, Status::fail}}));
  EXPECT_THAT(memory_->load(), ElementsAre(odd));
}

TEST_F(LastFailedTest, FailingToRememberDoesNoHarmAndSaysWhy) {
  EXPECT_TRUE(memory_->usable());
  EXPECT_TRUE(fs::is_empty(dir_ / "proctor/failed")) << "to ask leaves nothing";
  remove_tree(dir_ / "proctor");
  ASSERT_TRUE(write_file(dir_ / "proctor", "a file where the directory should be"));
  for (const auto& result : {memory_->remember(report_of({{kX, Status::fail}})), memory_->usable()}) {
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, testing::HasSubstr((dir_ / "proctor").string()));
  }
  EXPECT_THAT(memory_->load(), IsEmpty());
}

TEST_F(LastFailedTest, WhatFailedBeforeIsForgottenWhereThereIsNoRoomForWhatFailsNow) {
  ASSERT_TRUE(memory_->remember(report_of({{kX, Status::fail}})));
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit none{0, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
  const auto remembered = memory_->remember(report_of({{kB, Status::fail}}));
  const auto usable = memory_->usable();
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(remembered);
  EXPECT_FALSE(usable);
  EXPECT_THAT(memory_->load(), IsEmpty());
}

TEST_F(LastFailedTest, AMemoryOfVersion1IsReadAndWrittenAnew) {
  memory_->remember(report_of({{kX, Status::fail}}));
  ASSERT_TRUE(write_file(memory(), R"-([["a.t.sol","A","test_x(uint256)"]])-"));
  EXPECT_THAT(memory_->load(), ElementsAre(kX));
  EXPECT_TRUE(memory_->remember(report_of({{kB, Status::fail}})));
  EXPECT_THAT(memory_->load(), ElementsAre(kX, kB));
  EXPECT_EQ(parse_json(*read_file(memory()))->at("version"), 2);
}

TEST_F(LastFailedTest, AMemoryOfANewerProctorIsNotUsedAndStaysAsItIs) {
  memory_->remember(report_of({{kX, Status::fail}}));
  const std::string newer = R"-({"version": 3, "tests": [["a.t.sol","A","test_x(uint256)"]], "more": 1})-";
  ASSERT_TRUE(write_file(memory(), newer));
  EXPECT_THAT(memory_->load(), IsEmpty());
  EXPECT_TRUE(memory_->remember(report_of({{kB, Status::fail}})));
  EXPECT_EQ(read_file(memory()), newer);
  ASSERT_FALSE(memory_->list().known());
  EXPECT_THAT(memory_->list().known().error().message, testing::HasSubstr("has version 3"));
}

}  // namespace
}  // namespace proctor
