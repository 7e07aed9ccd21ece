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
  EXPECT_THAT(after(rhythm.lay({.writes = 3, .ends = lines(3), .whole = true}), 4), ElementsAre(1, 2, 3, 3));
}

TEST(Rhythm, SeveralWritesForEachLineAlsoAcrossTurns) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 5, .ends = lines(2), .whole = true}), 5),
              ElementsAre(0, 1, 1, 2, 2));
  EXPECT_THAT(after(rhythm.lay({.writes = 3, .ends = lines(2), .whole = true}), 3), ElementsAre(1, 1, 2))
      << "the first was begun before";
}

TEST(Rhythm, WhatEndedWithALineHasBegunNone) {
  Rhythm rhythm;
  rhythm.lay({.writes = 4, .ends = lines(2), .whole = true});
  rhythm.passed(3, true);
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .ends = lines(1), .whole = true}), 2), ElementsAre(0, 1));
  rhythm.passed(3, false);
  EXPECT_THAT(after(rhythm.lay({.writes = 1, .ends = lines(1), .whole = true}), 1), ElementsAre(1));
}

TEST(Rhythm, WritesOfSeveralLinesHaveEqualParts) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .ends = lines(6), .whole = true}), 2), ElementsAre(3, 6));
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .ends = lines(3), .whole = true}), 2), ElementsAre(2, 3));
}

TEST(Rhythm, AWriteTooManyComesLast) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 4, .ends = lines(3), .whole = true}), 4), ElementsAre(1, 2, 3, 3));
}

TEST(Rhythm, TheEndOfTheStreamIsNoWrite) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .ends = lines(1), .ended = true}), 2), ElementsAre(1, 1));
  Rhythm several;
  EXPECT_THAT(after(several.lay({.writes = 3, .ends = lines(3), .ended = true}), 3), ElementsAre(2, 3, 3))
      << "not a line for each";
  Rhythm pieces;
  pieces.lay({.writes = 4, .ends = lines(2)});
  EXPECT_THAT(after(pieces.lay({.writes = 5, .ends = lines(2), .ended = true}), 5),
              ElementsAre(0, 1, 1, 2, 2));
}

TEST(Rhythm, APieceBehindTheLastLineHasAWriteOfItsOwn) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .ends = lines(1), .piece = true}), 2), ElementsAre(1, 1));
  EXPECT_THAT(after(rhythm.lay({.writes = 4, .ends = lines(4)}), 4), ElementsAre(1, 2, 3, 4))
      << "the first of them completes the piece";
  Rhythm last;
  EXPECT_THAT(after(last.lay({.writes = 3, .ends = lines(1), .piece = true, .ended = true}), 3),
              ElementsAre(1, 1, 1));
  EXPECT_THAT(after(last.lay({.writes = 6, .ends = lines(4), .piece = true, .ended = true}), 6),
              ElementsAre(1, 2, 3, 4, 4, 4))
      << "the end of the stream counted as a write";
  Rhythm in_pieces;
  EXPECT_THAT(after(in_pieces.lay({.writes = 7, .ends = lines(3), .piece = true}), 7),
              ElementsAre(0, 1, 1, 2, 2, 3, 3));
}

TEST(Rhythm, APieceAtFirstBelongsToTheNextLine) {
  Rhythm rhythm;
  rhythm.lay({.writes = 1, .ends = {}, .piece = true});
  EXPECT_THAT(after(rhythm.lay({.writes = 3, .ends = lines(2)}), 3), ElementsAre(1, 1, 2));
}

TEST(Rhythm, WhatIsNotReadYetIsLeft) {
  Rhythm rhythm;
  LinesOfWrites laid = rhythm.lay({.writes = 10, .ends = lines(4), .whole = false});
  EXPECT_EQ(laid.writes_left(), 6U);
  EXPECT_THAT(after(laid, 6), ElementsAre(1, 2, 3, 4, 4, 4));
}

TEST(Rhythm, NothingOfEitherIsNoTrouble) {
  Rhythm rhythm;
  EXPECT_EQ(rhythm.lay({.writes = 0, .ends = {}, .whole = true}).end(), 0U);
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .ends = {}, .whole = true}), 2), ElementsAre(0, 0));
  EXPECT_THAT(after(rhythm.lay({.writes = 0, .ends = lines(2), .whole = true}), 2), ElementsAre(0, 0));
}

}  // namespace
}  // namespace proctor::supervise
