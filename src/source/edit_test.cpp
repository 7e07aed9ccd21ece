#include "source/edit.hpp"

#include <gtest/gtest.h>

namespace proctor::source {
namespace {

TEST(Edits, AreMadeAllAtOnce) {
  EXPECT_EQ(source::apply("xtest(1); xit(2);", {{0, 5, "test"}, {10, 13, "it"}}), "test(1); it(2);");
}

TEST(Edits, NoneLeaveTheTextAsItIs) {
  EXPECT_EQ(source::apply("text", {}), "text");
}

TEST(Edits, AreTidiedToTheOutermostInOrder) {
  std::vector<Edit> edits = {
      {5, 7, "inner"}, {8, 9, "last"}, {4, 8, "outer"}, {6, 10, "over"}, {3, 3, "empty"}};
  tidy(edits);
  ASSERT_EQ(edits.size(), 2U);
  EXPECT_EQ(edits[0].with, "outer");
  EXPECT_EQ(edits[1].with, "last");
}

TEST(Edits, OfTheSameRangeTheFirstIsMade) {
  std::vector<Edit> edits = {{0, 1, "a"}, {0, 1, "b"}};
  tidy(edits);
  EXPECT_EQ(source::apply("x", edits), "a");
}

TEST(Edits, OutsideOfTheTextAreIgnored) {
  EXPECT_EQ(source::apply("text", {{1, 2, "E"}, {3, 9, "no"}, {12, 13, "no"}}), "tExt");
}

}  // namespace
}  // namespace proctor::source
