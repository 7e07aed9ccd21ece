#include "watch/own_output.hpp"

#include <gmock/gmock.h>

namespace proctor::watch {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

bool was_there(const std::string& path) {
  return path != "made.txt";
}

TEST(OwnOutput, AFileThatAppearsDuringARunIsTheRuns) {
  OwnOutput own;
  EXPECT_THAT(own.after_run({"made.txt"}, was_there), IsEmpty());
  own.between_runs({"made.txt"});  // a person has changed it: that started a run, which writes it anew
  EXPECT_THAT(own.after_run({"made.txt"}, [](const std::string&) { return true; }), IsEmpty());
}

TEST(OwnOutput, AFileThatWasThereIsAPersonsUntilItChangesInThreeRunsInARow) {
  OwnOutput own;
  EXPECT_THAT(own.after_run({"a.py", "b.py"}, was_there), ElementsAre("a.py", "b.py"));
  EXPECT_THAT(own.after_run({"a.py"}, was_there), ElementsAre("a.py"));
  EXPECT_THAT(own.take_news(), IsEmpty());
  EXPECT_THAT(own.after_run({"a.py", "b.py"}, was_there), ElementsAre("b.py"));
  EXPECT_THAT(own.take_news(), ElementsAre("a.py"));
  EXPECT_THAT(own.take_news(), IsEmpty());
  EXPECT_THAT(own.after_run({"a.py"}, was_there), IsEmpty());
}

TEST(OwnOutput, AChangeBetweenRunsGivesAFileBackToThePerson) {
  OwnOutput own;
  for (int i = 0; i < 2; ++i) own.after_run({"a.py"}, was_there);
  own.between_runs({"b.py"});  // not the changes of runs alone have started this one
  EXPECT_THAT(own.after_run({"a.py"}, was_there), ElementsAre("a.py"));
  for (int i = 0; i < 2; ++i) own.after_run({"a.py"}, was_there);
  EXPECT_THAT(own.after_run({"a.py"}, was_there), IsEmpty());
  own.between_runs({"a.py"});
  EXPECT_THAT(own.after_run({"a.py"}, was_there), ElementsAre("a.py"));
}

}  // namespace
}  // namespace proctor::watch
