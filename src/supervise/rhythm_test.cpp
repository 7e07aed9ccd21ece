#include "supervise/rhythm.hpp"

#include <gmock/gmock.h>

#include <numeric>
#include <vector>

namespace proctor::supervise {
namespace {

using ::testing::ElementsAre;

// Lines of one byte each.
std::vector<std::size_t> lines(std::size_t count) {
  std::vector<std::size_t> ends(count);
  std::iota(ends.begin(), ends.end(), 1);
  return ends;
}

// How many lines are there after each write.
std::vector<std::size_t> after(LinesOfWrites laid, std::size_t writes) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < writes; ++i) {
    laid.pass_write();
    ends.push_back(laid.end());
  }
  return ends;
}

TEST(Rhythm, ALineForEachWrite) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay(3, lines(3), true), 4), ElementsAre(1, 2, 3, 3));
}

TEST(Rhythm, SeveralWritesForEachLineAlsoAcrossTurns) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay(5, lines(2), true), 5), ElementsAre(0, 1, 1, 2, 2));
  EXPECT_THAT(after(rhythm.lay(3, lines(2), true), 3), ElementsAre(1, 1, 2)) << "the first was begun before";
}

TEST(Rhythm, WhatEndedWithALineHasBegunNone) {
  Rhythm rhythm;
  rhythm.lay(4, lines(2), true);
  rhythm.passed(3, true);
  EXPECT_THAT(after(rhythm.lay(2, lines(1), true), 2), ElementsAre(0, 1));
  rhythm.passed(3, false);
  EXPECT_THAT(after(rhythm.lay(1, lines(1), true), 1), ElementsAre(1));
}

TEST(Rhythm, WritesOfSeveralLinesHaveEqualParts) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay(2, lines(6), true), 2), ElementsAre(3, 6));
  EXPECT_THAT(after(rhythm.lay(2, lines(3), true), 2), ElementsAre(2, 3));
}

TEST(Rhythm, AWriteTooManyComesLast) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay(4, lines(3), true), 4), ElementsAre(1, 2, 3, 3));
}

TEST(Rhythm, WhatIsNotReadYetIsLeft) {
  Rhythm rhythm;
  LinesOfWrites laid = rhythm.lay(10, lines(4), false);
  EXPECT_EQ(laid.writes_left(), 6U);
  EXPECT_THAT(after(laid, 6), ElementsAre(1, 2, 3, 4, 4, 4));
}

TEST(Rhythm, NothingOfEitherIsNoTrouble) {
  Rhythm rhythm;
  EXPECT_EQ(rhythm.lay(0, {}, true).end(), 0U);
  EXPECT_THAT(after(rhythm.lay(2, {}, true), 2), ElementsAre(0, 0));
  EXPECT_THAT(after(rhythm.lay(0, lines(2), true), 2), ElementsAre(0, 0));
}

}  // namespace
}  // namespace proctor::supervise
