// What tests that take too long cost: the time that each has, the second chance, and what comes of it.
#include <gmock/gmock.h>

#include "run/declared_testing.hpp"

namespace proctor {
namespace {
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(DeclaredRun, ATestThatTakesTooLongIsNamedAndTheOthersAreRun) {
  config_.limits.timeout = milliseconds(6'000);
  const Answer answer = run("t a true\nt b 'sleep 1031'\nt c true\nend");
  EXPECT_EQ(code(answer), "TEST_TIMEOUT");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail", "c pass"));
  EXPECT_THAT(reason(answer, "b"), HasSubstr("didn't finish within"));
}

// Of a project no test is put off: `b` begins when `a` has used up most of the time.
TEST_F(DeclaredRun, ATestThatGetsTheRestOfTheTimeIsNotSaidToBeEndless) {
  config_.limits.timeout = milliseconds(9'000);
  const Answer late = run_project("t a 'sleep 7.5'\nt b 'sleep 1032'\nend");
  EXPECT_EQ(code(late), "TEST_TIMEOUT");
  EXPECT_THAT(reason(late, "b"), HasSubstr("used up, by other tests or by a slow machine"));
  config_.limits.timeout = milliseconds(2'000);
  const Answer endless = run_project("t a true\nt b 'sleep 1033'\nend");
  EXPECT_EQ(code(endless), "TEST_TIMEOUT");
  EXPECT_THAT(reason(endless, "b"), HasSubstr("look for an endless loop"));
}

TEST_F(DeclaredRun, ASlowTestGetsTheTimeThatIsLeft) {
  config_.limits.timeout = milliseconds(21'000);
  const Answer answer = run("t a true\nt b 'sleep 7.3'\nt c true\nend");  // a third of the time is 7 s
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b pass", "c pass"));
  EXPECT_EQ(runs(answer), 3U);
}

// Each beyond a third of the time, and in all 16.6 s of 24.
TEST_F(DeclaredRun, TwoSlowTestsHaveTheTimeThatTheOthersLeave) {
  config_.limits.timeout = milliseconds(24'000);
  const Answer answer = run("t a true\nt b 'sleep 8.3'\nt c 'sleep 8.3'\nt d true\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b pass", "c pass", "d pass"));
}

TEST_F(DeclaredRun, OneSlowTestHasNearlyAllOfTheTime) {
  config_.limits.timeout = milliseconds(18'000);
  const Answer answer = run("t a true\nt b 'sleep 11'\nt c true\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
}

// Each a little beyond a twelfth of the time, which leaves a busy machine some.
TEST_F(DeclaredRun, ManyTestsThatAreALittleSlowAreNotPutOffOneAfterTheOther) {
  config_.limits.timeout = milliseconds(42'000);
  const Answer answer =
      run("t a 'sleep 3.7'\nt b 'sleep 3.7'\nt c 'sleep 3.7'\nt d 'sleep 3.7'\nt e true\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  // Two or three are put off, and then all are run again.
  EXPECT_LE(runs(answer), 4U);
}

// What a slow test leaves behind is there for those that follow, also if it was put off at first.
TEST_F(DeclaredRun, TestsThatBuildOnASlowOnePass) {
  config_.limits.timeout = milliseconds(18'000);
  const Answer answer = run("t a true\nt b 'sleep 2; made=1'\nt c '[[ ${made:-} ]]'\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b pass", "c pass"));
  EXPECT_EQ(runs(answer), 3U);
}

TEST_F(DeclaredRun, WhatASlowTestBreaksForTheNextIsSeen) {
  config_.limits.timeout = milliseconds(18'000);
  const Answer answer = run("t a true\nt b 'sleep 2; broken=1'\nt c '[[ ! ${broken:-} ]]'\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b pass", "c fail"));
}

TEST_F(DeclaredRun, ATestThatCrashesBehindASlowOneHasCrashed) {
  config_.limits.timeout = milliseconds(18'000);
  const Answer answer =
      run("t a true\nt b 'sleep 2; broken=1'\nt c '[[ ! ${broken:-} ]] || kill -SEGV $$'\nt d true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), testing::Contains("c fail"));
  EXPECT_THAT(reason(answer, "c"), HasSubstr("SIGSEGV"));
}

TEST_F(DeclaredRun, ATestThatCrashesIsNotRunAgainWithASlowOne) {
  config_.limits.timeout = milliseconds(18'000);
  const Answer answer = run("t a 'kill -SEGV $$'\nt b 'sleep 2; made=1'\nt c '[[ ${made:-} ]]'\nend");
  EXPECT_THAT(results(answer), ElementsAre("a fail", "b pass", "c pass"));
}

// Whichever test comes first in a process takes 5 s of 18.
TEST_F(DeclaredRun, WhatIsSlowOnceInEachProcessIsNotPutOffAgainAndAgain) {
  config_.limits.timeout = milliseconds(18'000);
  const Answer answer = run(
      "first() { [[ ${begun:-} ]] || sleep 5; begun=1; }\nt a first\nt b first\nt c first\nt d first\nend");
  EXPECT_EQ(code(answer), "pass") << answer.error->message;
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b pass", "c pass", "d pass"));
  EXPECT_EQ(runs(answer), 3U);
}

TEST_F(DeclaredRun, AFailureInTheTimeThatIsLeftIsAFailure) {
  config_.limits.timeout = milliseconds(9'000);
  const Answer answer = run("t a true\nt b 'sleep 3.3; false'\nt c true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail", "c pass"));
}

TEST_F(DeclaredRun, ACrashInTheTimeThatIsLeftIsNoPass) {
  config_.limits.timeout = milliseconds(9'000);
  const Answer answer = run("t a true\nt b 'sleep 3.3; exit 0'\nt c true\nend");
  EXPECT_NE(code(answer), "pass");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "b fail", "c pass"));
}

TEST_F(DeclaredRun, ARunThatLeavesTheRestOutIsNoPassAlsoIfItsCulpritDoesWellLater) {
  config_.limits.timeout = milliseconds(9'000);
  const Answer answer = run("t a true\nt b 'sleep 3.3'\n[[ $before -eq 1 ]] && exit 0\nt c false\nend");
  EXPECT_NE(code(answer), "pass");
}

TEST_F(DeclaredRun, ABadExitCodeOfTheRestIsNotForgottenByARetryThatGoesWell) {
  config_.limits.timeout = milliseconds(9'000);
  // `slow` takes too long once; then the others are run, which end badly; then it's well by itself.
  const Answer answer =
      run("if [[ $before -eq 1 ]]; then bad=7; else bad=0; fi\n"
          "if [[ $before -ge 2 ]]; then slow=true; else slow='sleep 100'; fi\n"
          "t a true\nt slow \"$slow\"\nt b true\nsay '{\"event\":\"end\"}'\nexit $bad");
  EXPECT_THAT(results(answer), ElementsAre("a pass", "slow pass", "b pass"));
  EXPECT_EQ(runs(answer), 3U);
  EXPECT_NE(code(answer), "pass");
}

}  // namespace
}  // namespace proctor
