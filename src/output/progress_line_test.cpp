#include "output/progress_line.hpp"

#include <gmock/gmock.h>

namespace proctor::output {
namespace {

using std::chrono::milliseconds;

ProgressState after(std::initializer_list<Event> events) {
  ProgressState state;
  for (const Event& event : events) state.apply(event);
  return state;
}

TEST(ProgressLine, TellsThePhaseItsDetailAndHowLongItHasTaken) {
  EXPECT_EQ(
      progress_line(after({PhaseStarted{"compiling", "25 files with Solc 0.8.30"}}), milliseconds(4210)),
      "compiling 25 files with Solc 0.8.30 · 4.2 s");
}

TEST(ProgressLine, TellsHowManySuitesAreDoneAndWhichRuns) {
  EXPECT_EQ(
      progress_line(after({PhaseStarted{"testing", "with forge"}, SuitesFound{11}, SuiteStarted{"ATest"},
                           SuiteStarted{"InvariantTest"}, SuiteFinished{"ATest", {}}}),
                    milliseconds(4200)),
      "testing 1/11 suites · InvariantTest · 4.2 s");
}

TEST(ProgressLine, CountsSuitesThatNobodyAnnounced) {
  EXPECT_EQ(progress_line(after({PhaseStarted{"testing", ""}, SuiteFinished{"ATest", {}}}), milliseconds(1)),
            "testing 1 suite · 1 ms");
  EXPECT_EQ(progress_line(after({PhaseStarted{"testing", ""}, SuitesFound{1}, SuiteFinished{"A", {}},
                                 SuiteFinished{"B", {}}}),
                          milliseconds(1)),
            "testing 2/2 suites · 1 ms");
}

TEST(ProgressLine, TellsHowManyTestsAreDoneAndFailedAndWhichRuns) {
  EXPECT_EQ(progress_line(after({PhaseStarted{"testing", ""}, TestsFound{20}, TestStarted{"a"},
                                 TestFinished{"a", Status::fail}, TestStarted{"b"}}),
                          milliseconds(4200)),
            "testing 1/20 tests, 1 failed · b · 4.2 s");
  EXPECT_EQ(
      progress_line(after({PhaseStarted{"testing", ""}, TestStarted{"a"}, TestFinished{"a", Status::pass}}),
                    milliseconds(1)),
      "testing 1 test · 1 ms");
}

TEST(ProgressLine, ForgetsRunningSuitesWithTheNextPhase) {
  EXPECT_EQ(
      progress_line(after({PhaseStarted{"testing", ""}, SuiteStarted{"A"}, PhaseStarted{"coverage", ""}}),
                    milliseconds(1)),
      "coverage · 1 ms");
}

TEST(ProgressLine, MakesHostileNamesHarmlessAndShort) {
  const std::string name = "\x1b[2J\nPASS\r" + std::string(100'000, 'x');
  const std::string line =
      progress_line(after({PhaseStarted{"testing", ""}, SuiteStarted{name}}), milliseconds(1));
  EXPECT_THAT(line, testing::StartsWith("testing · PASSxxx"));
  EXPECT_LT(line.size(), 200U);
}

TEST(ProgressLine, KeepsABoundedNumberOfRunningSuites) {
  ProgressState state;
  for (int i = 0; i < 100'000; ++i) state.apply(SuiteStarted{"A"});
  EXPECT_LE(state.running.size(), 1000U);
}

}  // namespace
}  // namespace proctor::output
