#include "run/repeats.hpp"

#include <gmock/gmock.h>

#include "report/judge.hpp"
#include "run/retries.hpp"

namespace proctor {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Named {
  const char* name;
  Status status;
};

// An answer of a run with these tests of one file.
Answer answer_of(std::initializer_list<Named> tests, const std::string& file = "a.py") {
  Report report;
  report.suites.push_back({file, "S"});
  for (const auto& [name, status] : tests) {
    report.suites.back().cases.push_back({name, status});
    if (status == Status::fail) report.suites.back().cases.back().reason = std::string("why of ") + name;
  }
  report.termination = Termination{Termination::Kind::exited, count(report.suites).failed > 0 ? 1 : 0};
  report.run.usage.wall = std::chrono::milliseconds(10);
  auto error = judge(report, {.found = true});
  return {std::move(report), std::move(error)};
}

Answer refused(ErrorCode code) {
  return {{}, Error{code, "the reason"}};
}

TEST(Repeats, AllThatPassArePassed) {
  Repeats repeats(2);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(repeats.add(answer_of({{"a", Status::pass}})));
  EXPECT_TRUE(repeats.all_passed());
  EXPECT_EQ(repeats.last_in_words(), "run 2 of 2: passed");
  const Answer answer = repeats.answer();
  EXPECT_TRUE(answer.ok());
  EXPECT_EQ(answer.report.value().repeat->passed, 2U);
  EXPECT_EQ(answer.report.value().run.usage.wall.count(), 20);
}

TEST(Repeats, EachTestHasItsFirstBadResultAndIsCounted) {
  Repeats repeats(3);
  repeats.add(answer_of({{"a", Status::pass}, {"b", Status::fail}}));
  repeats.add(answer_of({{"a", Status::pass}, {"b", Status::pass}}));
  EXPECT_TRUE(repeats.add(answer_of({{"a", Status::fail}, {"b", Status::fail}})));
  const Answer answer = repeats.answer();
  EXPECT_EQ(answer.error->message, "2 of 3 runs failed: a.py::S::b 2 times, a.py::S::a once.");
  EXPECT_EQ(count(answer.report.value().suites).failed, 2U);
  EXPECT_EQ(answer.report.value().verdict, Verdict::fail);
  ASSERT_EQ(answer.report.value().repeat->tests.size(), 2U);
  EXPECT_EQ(answer.report.value().repeat->tests[0].failed, 2U);
  EXPECT_EQ(answer.report.value().repeat->tests[0].ran, 3U);
}

TEST(Repeats, ATestWhoseFileIsSaidOnlyWhereItFailsIsOneTest) {
  Repeats repeats(2);
  repeats.add(answer_of({{"a", Status::pass}}, ""));
  repeats.add(answer_of({{"a", Status::fail}}));
  EXPECT_EQ(repeats.answer().report.value().repeat->tests.at(0).ran, 2U);
}

TEST(Repeats, ARunWithoutAProperEndWeighsMoreThanAFailure) {
  Repeats repeats(3);
  repeats.add(answer_of({{"a", Status::fail}}));
  Answer late = answer_of({{"a", Status::pass}});
  late.error = Error{ErrorCode::test_timeout, "Time was up."};
  EXPECT_TRUE(repeats.add(late));
  const Answer answer = repeats.answer();
  EXPECT_EQ(answer.error->code, ErrorCode::test_timeout);
  EXPECT_THAT(answer.error->message,
              HasSubstr("1 of 2 runs failed, 1 came to no proper end (3 were asked for)"));
  EXPECT_THAT(answer.error->message, HasSubstr("Time was up."));
}

TEST(Repeats, WhatWouldEndTheSameWayEndsIt) {
  EXPECT_FALSE(Repeats(2).add(refused(ErrorCode::invalid_request)));
  EXPECT_FALSE(Repeats(2).add(refused(ErrorCode::test_compile_failed)));
  EXPECT_TRUE(Repeats(2).add(refused(ErrorCode::test_tool_failed)));
  Repeats repeats(2);
  repeats.add(refused(ErrorCode::invalid_request));
  EXPECT_THAT(repeats.answer().error->message, HasSubstr("the reason"));
}

TEST(Repeats, ACancelledRunIsNotCounted) {
  Repeats repeats(5);
  repeats.add(answer_of({{"a", Status::fail}}));
  EXPECT_FALSE(repeats.add(refused(ErrorCode::test_cancelled)));
  const Answer answer = repeats.answer();
  EXPECT_EQ(answer.error->message,
            "The runs were cancelled after 1 of 5. Known so far: 1 of 1 run failed: a.py::S::a once.");
  EXPECT_EQ(answer.report.value().repeat->ran(), 1U);
}

class RetryFailed : public testing::Test {
 protected:
  // Retries what failed in the report; the tries give these answers.
  void retry(std::vector<Answer> tries, bool flaky_fails = false) {
    Request request;
    request.retries = 3;
    request.flaky_fails = flaky_fails;
    request.filter = "x";
    retry_failed(report_, {.found = true}, request, [&](const Request& again) {
      asked_.push_back(again.only);
      EXPECT_EQ(again.filter + again.match_path, "");
      EXPECT_EQ(again.retries, 0U);
      if (asked_.size() > tries.size()) {
        ADD_FAILURE() << "one try too many";
        return refused(ErrorCode::internal_error);
      }
      return tries[asked_.size() - 1];
    });
  }

  const ::proctor::Case& test(std::size_t i) const { return report_.suites.at(0).cases.at(i); }

  Report report_ = *answer_of({{"a", Status::pass}, {"b", Status::fail}, {"c", Status::fail}}).report;
  std::vector<std::vector<TestId>> asked_{};
};

TEST_F(RetryFailed, OnlyWhatHasNotPassedIsTriedAgain) {
  retry({answer_of({{"b", Status::pass}, {"c", Status::fail}}), answer_of({{"c", Status::pass}})});
  EXPECT_THAT(asked_, ElementsAre(ElementsAre(TestId{"a.py", "S", "b"}, TestId{"a.py", "S", "c"}),
                                  ElementsAre(TestId{"a.py", "S", "c"})));
  EXPECT_EQ(count_flaky(report_.suites), 2U);
  EXPECT_EQ(test(1).attempts, 2U);
  EXPECT_EQ(test(2).attempts, 3U);
  EXPECT_EQ(test(2).reason, "why of c");
  EXPECT_EQ(report_.termination->code, 0);
  EXPECT_FALSE(judge(report_, {.found = true}));
}

TEST_F(RetryFailed, WhatFailsEachTimeHasFailed) {
  const Answer bad = answer_of({{"b", Status::fail}, {"c", Status::fail}});
  retry({bad, bad, bad});
  EXPECT_EQ(test(1).attempts, 4U);
  EXPECT_EQ(count_flaky(report_.suites), 0U);
  EXPECT_EQ(judge(report_, {.found = true})->code, ErrorCode::test_assertion_failed);
}

TEST_F(RetryFailed, FlakyTestsFailWhereThatIsAskedFor) {
  retry({answer_of({{"b", Status::pass}, {"c", Status::pass}})}, true);
  EXPECT_EQ(count_flaky(report_.suites), 2U);
  EXPECT_EQ(test(1).status, Status::fail);
  EXPECT_THAT(judge(report_, {.found = true})->message, HasSubstr("2 of them passed at another try"));
}

TEST_F(RetryFailed, ATryWithoutAProperEndCountsForNothing) {
  Answer crashed = answer_of({{"b", Status::pass}, {"c", Status::pass}});
  crashed.error = Error{ErrorCode::test_tool_failed, "crashed"};
  retry({crashed});
  EXPECT_EQ(count_flaky(report_.suites), 0U);
  EXPECT_EQ(report_.termination->code, 1);
  EXPECT_THAT(report_.warnings.at(0), HasSubstr("counts for nothing: crashed"));
}

TEST_F(RetryFailed, OfTwoTestsOfOneNameBothHaveToPass) {
  retry({answer_of({{"b", Status::pass}, {"b", Status::fail}, {"c", Status::pass}}),
         answer_of({{"b", Status::pass}})});
  EXPECT_EQ(test(1).attempts, 3U);
}

TEST_F(RetryFailed, ARunWithoutAProperEndIsNotTriedAgain) {
  for (const auto kind :
       {Termination::Kind::timed_out, Termination::Kind::signalled, Termination::Kind::cancelled}) {
    report_.termination->kind = kind;
    retry({});
    EXPECT_THAT(asked_, IsEmpty());
  }
  report_.termination->kind = Termination::Kind::exited;
  for (::proctor::Case& one : report_.suites[0].cases) one.unfinished = true;
  retry({});
  EXPECT_THAT(asked_, IsEmpty());
}

}  // namespace
}  // namespace proctor
