#include "exercism/translate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::exercism {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A submission with three tests in one file, and what a run said of them.
class Translate : public testing::Test {
 protected:
  Translate() {
    definition_.source.separator = "::";
    definition_.exercise.names = {{"^[^:]*::", ""}, {"_", " "}};
    answer_.report.emplace();
    answer_.report.value().suites = {{"a_test.py", "a_test.py"}};
    for (const char* name : {"test_one", "test_two", "test_three"}) list("a_test.py", name);
  }

  source::FoundTest& list(const std::string& file, const std::string& id) {
    source::FoundTest found;
    found.id = id;
    found.name = id;
    found.literal = true;
    found.code = "code of " + id;
    tests_.push_back({file, found});
    return tests_.back().found;
  }
  Case& ran(const std::string& id, Status status, const std::string& reason = "") {
    Case test{id, status};
    test.id = "a_test.py::" + id;
    if (!reason.empty()) test.reason = reason;
    return answer_.report.value().suites[0].cases.emplace_back(test);
  }
  void row_ran(const std::string& row) { ran("test_two::" + row, Status::pass).test = "a_test.py::test_two"; }
  void all_ran() {
    for (const char* name : {"test_one", "test_two", "test_three"}) ran(name, Status::pass);
  }
  void error(ErrorCode code, const std::string& message = "it went wrong") {
    answer_.error = Error{code, message};
  }
  Results translated() { return translate(answer_, {definition_, settings_, tests_, root_, place_}); }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const TestResult& test : translated().tests) names.push_back(test.name);
    return names;
  }
  std::vector<std::string> codes() {
    std::vector<std::string> codes;
    for (const TestResult& test : translated().tests) codes.push_back(test.test_code);
    return codes;
  }
  std::vector<int> tasks() {
    std::vector<int> tasks;
    for (const TestResult& test : translated().tests) tasks.push_back(test.task_id.value_or(-1));
    return tasks;
  }

  framework::Definition definition_{};
  Settings settings_{};
  TestList tests_{};
  Answer answer_{};
  std::filesystem::path root_ = "/tmp/private/work";
  std::filesystem::path place_ = "/tmp/private";
};

TEST_F(Translate, TestsStandInTheOrderOfTheFileWithTheirCode) {
  ran("test_three", Status::pass);
  ran("test_one", Status::pass);
  ran("test_two", Status::pass);
  EXPECT_THAT(names(), ElementsAre("test one", "test two", "test three"));
  const Results results = translated();
  EXPECT_EQ(results.status, Verdict::pass);
  EXPECT_EQ(results.message, "");
  EXPECT_EQ(results.tests[2].test_code, "code of test_three");
}

TEST_F(Translate, SeveralFilesStandInTheirOrder) {
  list("b_test.py", "test_one").code = "code of the other";
  all_ran();
  answer_.report.value().suites.insert(answer_.report.value().suites.begin(),
                                       Suite{"b_test.py", "b_test.py"});
  Case other{"test_one", Status::fail};
  other.id = "b_test.py::test_one";
  other.reason = "no";
  answer_.report.value().suites[0].cases.push_back(other);
  error(ErrorCode::test_assertion_failed);
  const Results results = translated();
  ASSERT_EQ(results.tests.size(), 4U);
  EXPECT_EQ(results.tests[0].status, Status::pass);
  EXPECT_EQ(results.tests[3].status, Status::fail);
  EXPECT_EQ(results.tests[3].test_code, "code of the other");
}

TEST_F(Translate, ATestThatTheSourceDoesntShowStandsWhereItCame) {
  ran("test_one", Status::pass);
  ran("made_at_run_time", Status::pass);
  ran("test_two", Status::pass);
  ran("test_three", Status::pass);
  EXPECT_THAT(names(), ElementsAre("test one", "made at run time", "test two", "test three"));
}

TEST_F(Translate, RowsBelongToTheirTestAndHaveTheirOwnCode) {
  tests_[1].found.rows = {{"first row", "code of the first"}, {"second row", "code of the second"}};
  ran("test_one", Status::pass);
  for (const char* row : {"second_row", "first_row", "another"}) row_ran(row);
  ran("test_two", Status::pass);
  ran("test_three", Status::pass);
  EXPECT_THAT(codes(), ElementsAre("code of test_one", "code of the first", "code of test_two",
                                   "code of test_two", "code of the second", "code of test_three"));
}

TEST_F(Translate, OfSeveralRowsWithOneNameTheNumberBehindItSaysWhich) {
  tests_[1].found.rows = {{"same", "code 0"}, {"other", "code 1"}, {"same", "code 2"}, {"", "code 3"},
                          {"C #2", "code 4"}, {"C #1", "code 5"},  {"same", "code 6"}};
  for (const char* row : {"same", "other", "same#01", "#00", "C_#2", "C_#1", "same#02", "same#03"})
    row_ran(row);
  EXPECT_THAT(codes(), ElementsAre("code of test_one", "code 0", "code 1", "code 2", "code 3", "code 4",
                                   "code 5", "code 6", "code of test_two", "code of test_three"));
}

TEST_F(Translate, RowsStandInTheOrderOfTheSource) {
  tests_[1].found.rows = {{"a", ""}, {"b", ""}, {"c", ""}};
  for (const char* row : {"c", "c::inner", "a", "b"}) row_ran(row);
  EXPECT_THAT(names(), ElementsAre("test one", "test two::a", "test two::b", "test two::c",
                                   "test two::c::inner", "test three"));
  EXPECT_EQ(codes()[1], "code of test_two");  // a row without code of its own
}

TEST_F(Translate, TasksAreTheSourcesOwnUnlessTheFrameworkSaysThem) {
  tests_[0].found.task = 1;
  tests_[1].found.task = 2;
  all_ran();
  answer_.report.value().suites[0].cases[1].task = 7;
  EXPECT_THAT(tasks(), ElementsAre(1, 7, -1));
}

TEST_F(Translate, TasksCanDependOnASetting) {
  tests_[0].found.task = 1;
  all_ran();
  definition_.exercise.tasks_when = "custom.taskIdsEnabled";
  EXPECT_THAT(tasks(), ElementsAre(-1, -1, -1));
  settings_.config = {{"custom", {{"taskIdsEnabled", true}}}};
  EXPECT_THAT(tasks(), ElementsAre(1, -1, -1));
}

TEST_F(Translate, TasksAreNumberedOnlyWhereNoTestSaysItsOwn) {
  definition_.exercise.tasks_numbered = true;
  all_ran();
  EXPECT_THAT(tasks(), ElementsAre(1, 2, 3));
  tests_[0].found.task = 5;  // not all of them: nothing is known
  EXPECT_THAT(tasks(), ElementsAre(-1, -1, -1));
  tests_[1].found.task = 5;
  tests_[2].found.task = 6;
  EXPECT_THAT(tasks(), ElementsAre(5, 5, 6));
}

TEST_F(Translate, TestsThatCantHaveATaskArentCounted) {
  definition_.exercise.tasks_numbered = true;
  definition_.exercise.tasks_in = "^test_(one|three)$";
  all_ran();
  EXPECT_THAT(tasks(), ElementsAre(1, -1, 2));
  tests_[0].found.task = 7;
  tests_[2].found.task = 8;
  EXPECT_THAT(tasks(), ElementsAre(7, -1, 8));
}

TEST_F(Translate, WhatAStudentAddsHasNoTaskAndTakesNoneFromTheOthers) {
  definition_.exercise.tasks_numbered = true;
  settings_.tests = {tests_[0].file};
  tests_[1].file = "mine_test";
  all_ran();
  EXPECT_THAT(tasks(), ElementsAre(1, -1, 2));
  tests_[0].found.task = 7;
  tests_[1].found.task = 1;
  tests_[2].found.task = 8;
  EXPECT_THAT(tasks(), ElementsAre(7, -1, 8));
}

TEST_F(Translate, MetadataAreStrongerThanTheSource) {
  settings_.metadata["test_one"] = {"The first", "its own code", 4};
  settings_.metadata["test two"] = {{}, "found by its name", {}};
  all_ran();
  const Results results = translated();
  EXPECT_EQ(results.tests[0].name, "The first");
  EXPECT_EQ(results.tests[0].test_code, "its own code");
  EXPECT_EQ(results.tests[0].task_id, 4);
  EXPECT_EQ(results.tests[1].name, "test two");
  EXPECT_EQ(results.tests[1].test_code, "found by its name");
}

TEST_F(Translate, TestsWithoutAResultAreErrorsAndNeverAPass) {
  ran("test_one", Status::pass);
  error(ErrorCode::test_timeout);
  const Results results = translated();
  EXPECT_EQ(results.status, Verdict::fail);
  ASSERT_EQ(results.tests.size(), 3U);
  EXPECT_EQ(results.tests[0].status, Status::pass);
  for (const std::size_t i : {1U, 2U}) {
    EXPECT_EQ(results.tests[i].status, Status::error);
    EXPECT_THAT(results.tests[i].message, HasSubstr("wasn't run"));
    EXPECT_THAT(results.tests[i].message, HasSubstr("time was used up"));
  }
}

TEST_F(Translate, AMissingTestIsNoPassAlsoIfTheRunSaysItWasOne) {
  ran("test_one", Status::pass);
  ran("test_two", Status::pass);
  const Results results = translated();
  EXPECT_EQ(results.status, Verdict::fail);
  ASSERT_EQ(results.tests.size(), 3U);
  EXPECT_EQ(results.tests[2].status, Status::error);
}

TEST_F(Translate, PlannedTestsThatDidntRunAreNamedOnceAndInTheirPlace) {
  ran("test_one", Status::pass);
  answer_.report.value().not_run = {{"a_test.py", "", "test_three", "killed"},
                                    {"a_test.py", "", "only_planned", "killed"}};
  error(ErrorCode::test_inconsistent);
  EXPECT_THAT(names(), ElementsAre("test one", "test two", "test three", "only planned"));
}

TEST_F(Translate, OneTestThatCrashesIsAnErrorOfTheWhole) {
  tests_.erase(tests_.begin() + 1, tests_.end());
  ran("test_one", Status::fail, "The test crashed.").unfinished = true;
  answer_.report.value().termination = Termination{Termination::Kind::signalled, 11, ""};
  error(ErrorCode::test_inconsistent);
  Results results = translated();
  EXPECT_EQ(results.status, Verdict::error);
  EXPECT_EQ(results.message, "test one: The test crashed.");
  EXPECT_THAT(results.tests, IsEmpty());
  // It ran properly, and then the program crashed.
  answer_.report.value().suites[0].cases[0].unfinished = false;
  EXPECT_EQ(translated().status, Verdict::fail);
  answer_.report.value().suites[0].cases[0].unfinished = true;
  // It keeps what others have shown.
  list("a_test.py", "test_two");
  ran("test_two", Status::pass);
  results = translated();
  EXPECT_EQ(results.status, Verdict::fail);
  EXPECT_EQ(results.tests.size(), 2U);
}

TEST_F(Translate, APlannedTestOfNoFileHasItsNameAlone) {
  ran("test_one", Status::pass);
  answer_.report.value().not_run = {{"", "", "only_planned", "killed"}};
  error(ErrorCode::test_inconsistent);
  EXPECT_EQ(names().back(), "only planned");
}

TEST_F(Translate, ATestThatMayBeLeftOutCountsOnlyIfItWasPlanned) {
  list("a_test.py", "slow_one").literal = false;
  list("a_test.py", "slow_two").literal = false;
  all_ran();
  EXPECT_EQ(translated().status, Verdict::pass);
  answer_.report.value().not_run = {{"a_test.py", "", "slow_two", "killed"}};
  EXPECT_THAT(names(), ElementsAre("test one", "test two", "test three", "slow two"));
}

TEST_F(Translate, APlannedTestOfEqualNameIsTheNextOneInTheSource) {
  list("a_test.py", "test_one").code = "code of the second";
  all_ran();
  NotRun second{"a_test.py", "", "test_one #2", "killed"};
  second.shown = "test_one";
  answer_.report.value().not_run = {second};
  error(ErrorCode::test_inconsistent);
  const Results results = translated();
  ASSERT_EQ(results.tests.size(), 4U);
  EXPECT_EQ(results.tests[3].name, "test_one");
  EXPECT_EQ(results.tests[3].test_code, "code of the second");
}

TEST_F(Translate, WhatAnAuthorSkippedIsLeftOut) {
  ran("test_one", Status::pass);
  ran("test_two", Status::skip);
  ran("test_three", Status::pass);
  EXPECT_THAT(names(), ElementsAre("test one", "test three"));
}

TEST_F(Translate, WhatAnAuthorSkippedMayBeShownAsPassed) {
  definition_.exercise.skipped_pass = true;
  ran("test_one", Status::pass);
  ran("test_two", Status::skip, "needs a terminal");
  ran("test_three", Status::pass);
  Results results = translated();
  EXPECT_EQ(results.status, Verdict::pass);
  ASSERT_EQ(results.tests.size(), 3);
  EXPECT_EQ(results.tests[1].name, "test two");
  EXPECT_EQ(results.tests[1].status, Status::pass);
  EXPECT_EQ(results.tests[1].message, "");
  EXPECT_EQ(results.tests[1].test_code, "code of test_two");

  answer_.report.value().suites[0].cases.clear();
  for (const char* name : {"test_one", "test_two", "test_three"}) ran(name, Status::skip);
  results = translated();
  EXPECT_EQ(results.status, Verdict::error) << "nothing was tested";
  EXPECT_THAT(results.tests, IsEmpty());
}

TEST_F(Translate, APassOfAllTestsInARunThatWentWrongIsNoPass) {
  for (const ErrorCode code : {ErrorCode::test_inconsistent, ErrorCode::test_timeout,
                               ErrorCode::test_limit_exceeded, ErrorCode::test_none_ran}) {
    answer_.report.value().suites[0].cases.clear();
    all_ran();
    error(code);
    const Results results = translated();
    EXPECT_EQ(results.status, Verdict::fail);
    EXPECT_EQ(results.tests.back().status, Status::error);
    EXPECT_EQ(results.tests.back().message, "it went wrong");
    EXPECT_EQ(results.tests.front().status, Status::pass);
  }
}

TEST_F(Translate, AFailedTestIsNoPassAlsoIfTheRunSaysItWasOne) {
  all_ran();
  answer_.report.value().suites[0].cases[1].status = Status::fail;
  const Results results = translated();
  EXPECT_EQ(results.status, Verdict::fail);
  EXPECT_THAT(results.tests[1].message, Not(IsEmpty()));
}

TEST_F(Translate, NothingTestedIsAnErrorWithAMessage) {
  error(ErrorCode::test_compile_failed, "\nleap.py:1: no\n\n");
  Results results = translated();
  EXPECT_EQ(results.status, Verdict::error);
  EXPECT_EQ(results.message, "leap.py:1: no");
  EXPECT_THAT(results.tests, IsEmpty());
  answer_.report.reset();
  answer_.error->message = "  \n";
  EXPECT_THAT(translated().message, Not(IsEmpty()));
  answer_.error.reset();
  results = translated();
  EXPECT_EQ(results.status, Verdict::error);
  EXPECT_THAT(results.message, Not(IsEmpty()));
}

TEST_F(Translate, OnlySkippedTestsAreNoPass) {
  tests_.clear();
  ran("test_one", Status::skip);
  EXPECT_EQ(translated().status, Verdict::error);
}

TEST_F(Translate, PathsOfTheCopyArentShown) {
  all_ran();
  Case& test = answer_.report.value().suites[0].cases[0];
  test.status = Status::fail;
  test.reason = "in /tmp/private/work/leap.py: no";
  test.output = "\n  I am /tmp/private/work \n\n";
  error(ErrorCode::test_assertion_failed);
  Results results = translated();
  EXPECT_EQ(results.tests[0].message, "in <solution-dir>/leap.py: no");
  EXPECT_EQ(results.tests[0].output, "\n  I am <solution-dir> \n\n");
  definition_.exercise.trim_output = true;
  answer_.report.value().suites[0].cases[0].reason = "in /tmp/private/build/a.o: no";
  results = translated();
  EXPECT_EQ(results.tests[0].message, "in <build-dir>/build/a.o: no");
  EXPECT_EQ(results.tests[0].output, "I am <solution-dir>");
}

TEST_F(Translate, TestsOfAFileThatCantBeLoadedSayWhy) {
  ran("test_one", Status::pass);
  error(ErrorCode::test_compile_failed, "SyntaxError in /tmp/private/work/b_test.py");
  const Results results = translated();
  ASSERT_EQ(results.tests.size(), 3U);
  EXPECT_EQ(results.tests[0].message, "");
  EXPECT_EQ(results.tests[2].message, "This test wasn't run:\n\nSyntaxError in <solution-dir>/b_test.py");
}

TEST_F(Translate, OfAProgramThatEndedForeignFramesAreCollapsed) {
  definition_.exercise.collapse = {{"(?m)(^at /usr/.*\n)+", "...\n"}};
  all_ran();
  Case& test = answer_.report.value().suites[0].cases[1];
  test.status = Status::error;
  test.reason = "It ended.\n\nat /usr/a\nat /usr/b\nat /tmp/private/work/a.x\nat /usr/c\n";
  EXPECT_THAT(translated().tests[1].message, HasSubstr("at /usr/a"));
  test.unfinished = true;
  EXPECT_EQ(translated().tests[1].message, "It ended.\n\n...\nat <solution-dir>/a.x\n...");
}

TEST_F(Translate, BehindATestOnlyTheFramesOfTheEndAreCollapsed) {
  definition_.exercise.collapse = {{"(?m)(^at /usr/.*\n)+", "...\n"}};
  all_ran();
  Case& test = answer_.report.value().suites[0].cases[1];
  test.status = Status::fail;
  test.reason =
      "\nat /usr/a\n\nAfter this test, outside of any other: It ended.\n\nat /usr/b\nat /usr/c\nat it\n";
  EXPECT_EQ(translated().tests[1].message,
            "\nat /usr/a\n\nAfter this test, outside of any other: It ended.\n\n...\nat it");
}

TEST_F(Translate, NamesOfTheFrameworksOwnFilesAreShownAsWhatTheyStandFor) {
  definition_.exercise.shown = {{"(?:<build-dir>)?(?:/\\w+)*/copies/\\d+-(\\S+)", "\\1"}};
  all_ran();
  Case& test = answer_.report.value().suites[0].cases[1];
  test.status = Status::fail;
  test.reason = "in (/tmp/private/copies/7-a.x)";
  test.output = "I am /dev/shm/copies/8-a.x, not /dev/shm/copies";
  EXPECT_EQ(translated().tests[1].message, "in (a.x)");
  EXPECT_EQ(translated().tests[1].output, "I am a.x, not /dev/shm/copies");
}

TEST_F(Translate, WhatTheSourceStartsMustHaveAResultAlsoIfItWasntPlanned) {
  definition_.source.planned_only = true;
  ran("test_one", Status::pass);
  EXPECT_THAT(names(), ElementsAre("test one"));
  tests_[2].found.started = true;
  EXPECT_THAT(names(), ElementsAre("test one", "test three"));
  EXPECT_EQ(translated().status, Verdict::fail);
  EXPECT_EQ(translated().tests[1].message, "This test wasn't run.");
}

TEST_F(Translate, PathsThatArentKnownReplaceNothing) {
  all_ran();
  root_.clear();
  place_.clear();
  answer_.report.value().suites[0].cases[0].output = "/tmp";
  EXPECT_EQ(translated().tests[0].output, "/tmp");
}

TEST_F(Translate, Version1SaysWhatFailedInItsMessage) {
  definition_.exercise.version = 1;
  all_ran();
  EXPECT_EQ(translated().message, "");
  answer_.report.value().suites[0].cases[1].status = Status::fail;
  answer_.report.value().suites[0].cases[1].reason = "1 is not 2";
  error(ErrorCode::test_assertion_failed);
  EXPECT_EQ(translated().message, "test two: 1 is not 2");
}

TEST_F(Translate, TheFrameworksOwnNameOfATestComesFirst) {
  all_ran();
  answer_.report.value().suites[0].cases[0].shown = "Year > divisible by 4";
  EXPECT_EQ(translated().tests[0].name, "Year > divisible by 4");
}

}  // namespace
}  // namespace proctor::exercism
