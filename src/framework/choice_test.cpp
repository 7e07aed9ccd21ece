#include "framework/choice.hpp"

#include <gmock/gmock.h>

namespace proctor::framework {
namespace {

using testing::HasSubstr;

Choice choice(const Choice::Wishes& wishes) {
  auto made = Choice::make(wishes);
  EXPECT_TRUE(made);
  return *made;
}

TEST(Choice, WithoutAWishAllAreRun) {
  EXPECT_TRUE(choice({}).wants("a"));
  EXPECT_TRUE(choice({}).all());
}

TEST(Choice, WhatIsSkippedIsThatTestAlone) {
  const Choice made = choice({.skip = {"a"}, .separator = "::"});
  EXPECT_FALSE(made.wants("a"));
  EXPECT_TRUE(made.wants("a::b"));
  EXPECT_TRUE(made.wants("a[1]"));
  EXPECT_FALSE(made.all());
}

TEST(Choice, ATestThatIsNamedMeansItsPartsItsRowsAndTheWholesAroundIt) {
  const Choice made = choice({.only = {"f.py::A::test"}, .separator = "::"});
  for (const char* id : {"f.py::A::test", "f.py::A::test::part", "f.py::A::test[1-2]", "f.py::A", "f.py",
                         "f.py::A::test[a::b[c]]"})
    EXPECT_TRUE(made.wants(id)) << id;
  for (const char* id : {"f.py::A::test2", "f.py::A::tes", "f.py::B", "f.py::A::other", "", "[1]", "::"})
    EXPECT_FALSE(made.wants(id)) << id;
}

TEST(Choice, AFileIsLoadedWhateverTheFilterButNotForOthersTests) {
  EXPECT_TRUE(choice({.filter = "adds", .separator = "::"}).wants_file("f.js"));
  EXPECT_TRUE(choice({.only = {"f.js::adds"}, .separator = "::"}).wants_file("f.js"));
  EXPECT_FALSE(choice({.only = {"f.js::adds"}, .separator = "::"}).wants_file("g.js"));
  EXPECT_FALSE(choice({.skip = {"f.js"}, .separator = "::"}).wants_file("f.js"));
}

TEST(Choice, ARowThatIsNamedIsThatRow) {
  const Choice made = choice({.only = {"test[1]"}, .separator = "::"});
  EXPECT_TRUE(made.wants("test[1]"));
  EXPECT_FALSE(made.wants("test[2]"));
  EXPECT_FALSE(made.wants("test"));
}

TEST(Choice, ATestMayBeNamedAsItIsShownOrByItsEndAlone) {
  const Choice anywhere = choice({.called = {{"A › test", false}}, .separator = "::"});
  EXPECT_TRUE(anywhere.wants("f.py::A::test"));
  EXPECT_FALSE(anywhere.wants("f.py::A::other"));
  EXPECT_TRUE(anywhere.wants_file("g.py")) << "it may have such a test";
  const Choice from_file = choice({.called = {{"f.py › A", true}}, .separator = "::"});
  EXPECT_TRUE(from_file.wants("f.py::A::test"));
  EXPECT_FALSE(from_file.wants("g.py::f.py::A"));
}

TEST(Choice, AFilterMayMatchAnywhereAndIsOneMoreCondition) {
  const Choice made =
      choice({.skip = {"add_b"}, .only = {"add_a", "add_b", "sub"}, .filter = "^a.*_", .separator = "/"});
  EXPECT_TRUE(made.wants("add_a"));
  EXPECT_FALSE(made.wants("add_b"));
  EXPECT_FALSE(made.wants("add_c"));
  EXPECT_FALSE(made.wants("sub"));
}

TEST(Choice, AFilterThatIsNoPatternIsNamed) {
  const auto made = Choice::make({.filter = "("});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(made.error().message, HasSubstr("\"(\""));
}

TEST(Choice, AFilterMatchesTheIdOrTheName) {
  const Choice made = choice({.filter = "^test$"});
  EXPECT_TRUE(made.wants("test"));
  EXPECT_TRUE(made.wants("program::test", "test"));
  EXPECT_FALSE(made.wants("program::test"));
  EXPECT_FALSE(made.wants("program::test", "other"));
}

TEST(Choice, BesideWhatIsAskedForRunsWhatNobodyHasSeen) {
  const auto choice = Choice::make(
      {.only = {"a.py::one"}, .seen = {"a.py::one", "a.py::two", "a.py::rows[1]"}, .separator = "::"});
  ASSERT_TRUE(choice);
  EXPECT_TRUE(choice->wants("a.py::one"));
  EXPECT_FALSE(choice->wants("a.py::two"));
  EXPECT_TRUE(choice->wants("a.py::three"));
  EXPECT_TRUE(choice->wants("b.py::four"));
  EXPECT_TRUE(choice->wants("a.py::rows[2]"));
  EXPECT_FALSE(choice->wants("a.py::rows[1]"));
  EXPECT_TRUE(choice->wants("a.py"));  // there may be more in it
  EXPECT_TRUE(choice->wants_file("b.py"));
}

}  // namespace
}  // namespace proctor::framework
