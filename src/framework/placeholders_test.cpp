#include "framework/placeholders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace proctor::framework {
namespace {
using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;

Places places() {
  return {.root = "/r",
          .folder = "/f",
          .private_ = "/p",
          .prepared = "/w",
          .slug = "two-fer",
          .tests = {"a test.py", "dir/b.py"}};
}

TEST(Placeholders, EachIsFilledInWhereverItStandsInAWord) {
  EXPECT_THAT(fill({"{folder}/run", "--root={root}", "{private}{private}", "{prepared}", "{slug}",
                    "{snake}.c", "{pascal}", "plain"},
                   places()),
              ElementsAre("/f/run", "--root=/r", "/p/p", "/w", "two-fer", "two_fer.c", "TwoFer", "plain"));
}

TEST(Placeholders, TestsBecomeOneWordEach) {
  EXPECT_THAT(fill({"run", "{tests}", "--end"}, places()),
              ElementsAre("run", "a test.py", "dir/b.py", "--end"));
  EXPECT_THAT(fill({"run", "--tests={tests}"}, places()), ElementsAre("run", "--tests={tests}"));
  Places none = places();
  none.tests.clear();
  EXPECT_THAT(fill({"run", "{tests}"}, none), ElementsAre("run"));
}

TEST(Placeholders, WhatIsFilledInIsNotReadAgain) {
  Places strange = places();
  strange.slug = "{root}";
  strange.tests = {"{folder}"};
  // A slug is checked before, but a directory may have any name.
  strange.root = "/{folder}/{prepared}";
  EXPECT_THAT(fill({"{root}", "{tests}", "{slug}"}, strange),
              ElementsAre("/{folder}/{prepared}", "{folder}", "{root}"));
}

TEST(Placeholders, UnknownOnesStayAsTheyAre) {
  EXPECT_THAT(fill({"{unknown}", "{", "}", "{}", "{root", ""}, places()),
              ElementsAre("{unknown}", "{", "}", "{}", "{root", ""));
}

TEST(Placeholders, PreparedIsEmptyIfNothingIs) {
  Places places_now = places();
  places_now.prepared.clear();
  EXPECT_THAT(fill({"--prepared={prepared}"}, places_now), ElementsAre("--prepared="));
}

TEST(Placeholders, SlugsAreWrittenInEachWay) {
  EXPECT_EQ(snake_case("two-fer-2"), "two_fer_2");
  EXPECT_EQ(pascal_case("two-fer-2"), "TwoFer2");
  EXPECT_EQ(pascal_case("a_b"), "AB");
  EXPECT_EQ(pascal_case("-"), "");
  EXPECT_EQ(snake_case(""), "");
  EXPECT_EQ(fill_slug("{slug}/{snake}_test.{pascal}", "two-fer"), "two-fer/two_fer_test.TwoFer");
}

TEST(Placeholders, TheEnvironmentSaysTheSame) {
  EXPECT_THAT(command_environment({}, {}, places()),
              ElementsAre("PROCTOR_ROOT=/r", "PROCTOR_FOLDER=/f", "PROCTOR_PRIVATE=/p", "PROCTOR_PREPARED=/w",
                          "PROCTOR_SLUG=two-fer", "PROCTOR_TESTS=a test.py\ndir/b.py"));
}

TEST(Placeholders, TheFolderTakesOutOfTheEnvironmentAndSetsInIt) {
  Definition definition;
  definition.unset = {"GONE"};
  definition.set = {{"MODE", "of {slug}"}};
  const auto environment =
      command_environment({"GONE=1", "GONEBY=2", "MODE=old", "PROCTOR_ROOT=/old"}, definition, places());
  EXPECT_THAT(environment, Contains("GONEBY=2"));
  EXPECT_THAT(environment, Contains("MODE=of two-fer"));
  EXPECT_THAT(environment, Contains("PROCTOR_ROOT=/r"));
  EXPECT_THAT(environment, Not(Contains("GONE=1")));
  EXPECT_THAT(environment, Not(Contains("MODE=old")));
  EXPECT_THAT(environment, Not(Contains("PROCTOR_ROOT=/old")));
}

TEST(Placeholders, WhatIsSetForSomeCommandsIsSetForThoseAlone) {
  Definition definition;
  definition.set = {{"MODE", "of all"}, {"KEPT", "1"}};
  definition.exercise.commands.set = {{"MODE", "{prepared}:{private}"}};
  EXPECT_THAT(command_environment({}, definition, places(), definition.exercise.commands),
              IsSupersetOf({"MODE=/w:/p", "KEPT=1"}));
  EXPECT_THAT(command_environment({}, definition, places(), definition.run), Contains("MODE=of all"));
}

}  // namespace
}  // namespace proctor::framework
