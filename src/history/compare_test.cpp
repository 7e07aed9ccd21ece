#include "history/compare.hpp"

#include "history/history_testing.hpp"

namespace proctor::history {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr Status kPass = Status::pass;
constexpr Status kFail = Status::fail;

class Compared : public HistoryTest {};

TestName named(const std::string& name) {
  return {"test/a.py", "", name};
}

TEST_F(Compared, TheFirstRunHasNothingToBeComparedWith) {
  EXPECT_FALSE(keep(1, answer_of({{"a", kPass}})).since_last);
}

TEST_F(Compared, WhatIsNewFixedStillFailingAndGoneIsSaid) {
  keep(1, answer_of({{"a", kPass}, {"b", kFail}, {"c", kFail}, {"d", kPass}}));
  const Report report = keep(2, answer_of({{"a", kFail}, {"b", kPass}, {"c", kFail}, {"e", kFail}}));
  ASSERT_TRUE(report.since_last);
  const SinceLast& since = *report.since_last;
  EXPECT_EQ(since.run, id_of_run(1));
  EXPECT_EQ(since.age, 60'000);
  EXPECT_THAT(since.new_failures, ElementsAre(named("a"), named("e")));
  EXPECT_THAT(since.fixed, ElementsAre(named("b")));
  ASSERT_THAT(since.still_failing, SizeIs(1));
  EXPECT_EQ(since.still_failing[0].test, named("c"));
  EXPECT_THAT(since.gone, ElementsAre(named("d")));
  EXPECT_TRUE(report.suites[0].cases[0].is_new);
  EXPECT_FALSE(report.suites[0].cases[2].is_new);
}

TEST_F(Compared, SinceWhenATestFailsIsToldAcrossRuns) {
  keep(1, answer_of({{"a", kPass}}));
  keep(2, answer_of({{"a", kFail}}));
  keep(3, answer_of({{"a", kFail}}));
  const Report report = keep(4, answer_of({{"a", kFail}}));
  EXPECT_EQ(report.since_last->still_failing.at(0).run, id_of_run(2));
  keep(5, answer_of({{"a", kPass}}));
  keep(6, answer_of({{"a", kFail}}));
  EXPECT_EQ(keep(7, answer_of({{"a", kFail}})).since_last->still_failing.at(0).run, id_of_run(6));
}

TEST_F(Compared, OfAPartOfTheTestsNothingIsGone) {
  keep(1, answer_of({{"a", kPass}, {"b", kPass}}));
  const Report report = keep(2, answer_of({{"a", kFail}}), "", false);
  EXPECT_THAT(report.since_last->gone, IsEmpty());
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_THAT(report.since_last->new_failures, ElementsAre(named("a")));
  // And it is no run to be compared with.
  EXPECT_THAT(keep(3, answer_of({{"a", kPass}, {"b", kFail}})).since_last->run, id_of_run(1));
}

TEST_F(Compared, TestsOfAFileThatIsNotLoadedAreNotGone) {
  keep(1, answer_of({{"a", kPass}, {"b", kPass}}));
  const Report broken = keep(2, answer_of({{"[not loaded]", Status::error}}));
  EXPECT_THAT(broken.since_last->gone, IsEmpty());
  EXPECT_THAT(broken.since_last->new_failures, ElementsAre(named("[not loaded]")));
  const Report mended = keep(3, answer_of({{"a", kPass}, {"b", kPass}}));
  EXPECT_THAT(mended.since_last->fixed, ElementsAre(named("[not loaded]")));
  EXPECT_THAT(mended.since_last->gone, IsEmpty());
}

TEST_F(Compared, ATestWhoseFileIsSaidOnlyWhenItFailsIsOneTest) {
  const auto without_file = [](Answer answer) {
    answer.report.value().suites[0].file.clear();
    return answer;
  };
  keep(1, without_file(answer_of({{"a", kPass}, {"b", kPass}})));
  Answer mixed = answer_of({{"a", kFail}});
  mixed.report.value().suites.push_back(without_file(answer_of({{"b", kPass}})).report->suites[0]);
  const Report failed = keep(2, mixed);
  EXPECT_THAT(failed.since_last->new_failures, SizeIs(1));
  EXPECT_TRUE(failed.suites[0].cases[0].is_new);
  EXPECT_THAT(failed.since_last->gone, IsEmpty());
  const Report fixed = keep(3, without_file(answer_of({{"a", kPass}, {"b", kPass}})));
  EXPECT_THAT(fixed.since_last->fixed, SizeIs(1));
  EXPECT_THAT(fixed.since_last->gone, IsEmpty());
}

TEST_F(Compared, TestsWithoutAResultAreNotGone) {
  keep(1, answer_of({{"a", kPass}, {"b", kPass}}));
  Answer answer = answer_of({{"a", kFail}});
  answer.report.value().not_run.push_back(
      {.file = "test/a.py", .suite = "", .name = "b", .cause = "it was stopped"});
  EXPECT_THAT(keep(2, answer).since_last->gone, IsEmpty());
}

TEST_F(Compared, ATenthOfTheTestsGoneIsAWarning) {
  std::vector<std::pair<std::string, Status>> tests;
  for (char name = 'a'; name < 'a' + 20; ++name) tests.emplace_back(std::string(1, name), kPass);
  keep(1, answer_of(tests));
  tests.pop_back();
  EXPECT_THAT(keep(2, answer_of(tests)).warnings, IsEmpty());  // 19 of 20
  tests.resize(17);
  const Report report = keep(3, answer_of(tests));  // 17 of 19
  EXPECT_THAT(report.warnings,
              ElementsAre(HasSubstr("The number of tests fell from 19 to 17 since run 1000")));
  EXPECT_THAT(report.warnings[0], HasSubstr("test/a.py::r, test/a.py::s"));
}

TEST_F(Compared, DifferentResultsOfOneTreeAreFlaky) {
  keep(1, answer_of({{"a", kPass}, {"b", kPass}}), "tree1");
  const Report report = keep(2, answer_of({{"a", kFail}, {"b", kPass}}), "tree1");
  EXPECT_TRUE(report.suites[0].cases[0].known_flaky);
  EXPECT_THAT(report.since_last->flaky, ElementsAre(named("a")));
  // It stays known with other sources, and so it does after the other way round.
  EXPECT_TRUE(keep(3, answer_of({{"a", kFail}, {"b", kPass}}), "tree2").suites[0].cases[0].known_flaky);
  keep(4, answer_of({{"a", kPass}, {"b", kFail}}), "tree3");
  keep(5, answer_of({{"a", kPass}, {"b", kPass}}), "tree4");
  const Report other = keep(6, answer_of({{"a", kPass}, {"b", kPass}}), "tree3");
  EXPECT_TRUE(keep(7, answer_of({{"a", kPass}, {"b", kFail}}), "tree9").suites[0].cases[1].known_flaky);
}

TEST_F(Compared, ATestThatPassedAtAnotherTryIsFlaky) {
  Answer answer = answer_of({{"a", kPass}});
  answer.report.value().suites[0].cases[0].flaky = true;
  keep(1, answer);
  EXPECT_TRUE(keep(2, answer_of({{"a", kFail}})).suites[0].cases[0].known_flaky);
}

TEST_F(Compared, WithoutATreeOrWithOtherOnesNothingIsFlaky) {
  keep(1, answer_of({{"a", kPass}}));
  EXPECT_FALSE(keep(2, answer_of({{"a", kFail}})).suites[0].cases[0].known_flaky);
  keep(3, answer_of({{"a", kPass}}), "tree1");
  EXPECT_FALSE(keep(4, answer_of({{"a", kFail}}), "tree2").suites[0].cases[0].known_flaky);
}

TEST_F(Compared, RunsOfOtherProjectsAndFrameworksDoNotCount) {
  keep(1, answer_of({{"a", kPass}}));
  History history = open();
  Answer answer = answer_of({{"a", kFail}});
  for (const auto& [project, series] :
       {std::pair("/other", "test pytest"), std::pair("/project", "test jest")}) {
    KeptRun run = run_of(2, answer);
    run.project = project;
    run.series = series;
    ASSERT_TRUE(history.compare(run, *answer.report));
    EXPECT_FALSE(answer.report.value().since_last) << project;
  }
}

TEST(Fell, ByATenthOrMore) {
  EXPECT_TRUE(fell(10, 9));
  EXPECT_TRUE(fell(1, 0));
  EXPECT_FALSE(fell(11, 10));
  EXPECT_FALSE(fell(5, 5));
  EXPECT_FALSE(fell(5, 6));
  EXPECT_FALSE(fell(0, 0));
}

}  // namespace
}  // namespace proctor::history
