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
  EXPECT_THAT(after(rhythm.lay({.writes = 3, .lines = 3, .whole = true}, lines(3)), 4),
              ElementsAre(1, 2, 3, 3));
}

TEST(Rhythm, SeveralWritesForEachLineAlsoAcrossTurns) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 5, .lines = 2, .whole = true}, lines(2)), 5),
              ElementsAre(0, 1, 1, 2, 2));
  EXPECT_THAT(after(rhythm.lay({.writes = 3, .lines = 2, .whole = true}, lines(2)), 3), ElementsAre(1, 1, 2))
      << "the first was begun before";
}

TEST(Rhythm, WhatEndedWithALineHasBegunNone) {
  Rhythm rhythm;
  rhythm.lay({.writes = 4, .lines = 2, .whole = true}, lines(2));
  rhythm.pass({.writes = 3, .lines = 2});
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .lines = 1, .whole = true}, lines(1)), 2), ElementsAre(0, 1));
  rhythm.pass({.writes = 3, .lines = 1, .piece = true});
  EXPECT_THAT(after(rhythm.lay({.writes = 1, .lines = 1, .whole = true}, lines(1)), 1), ElementsAre(1));
}

TEST(Rhythm, WritesOfSeveralLinesHaveEqualParts) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .lines = 6, .whole = true}, lines(6)), 2), ElementsAre(3, 6));
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .lines = 3, .whole = true}, lines(3)), 2), ElementsAre(2, 3));
}

TEST(Rhythm, AWriteTooManyComesLast) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 4, .lines = 3, .whole = true}, lines(3)), 4),
              ElementsAre(1, 2, 3, 3));
}

TEST(Rhythm, TheEndOfTheStreamIsNoWrite) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .lines = 1, .ended = true}, lines(1)), 2), ElementsAre(1, 1));
  Rhythm several;
  EXPECT_THAT(after(several.lay({.writes = 3, .lines = 3, .ended = true}, lines(3)), 3), ElementsAre(2, 3, 3))
      << "not a line for each";
  Rhythm pieces;
  pieces.lay({.writes = 4, .lines = 2}, lines(2));
  EXPECT_THAT(after(pieces.lay({.writes = 5, .lines = 2, .ended = true}, lines(2)), 5),
              ElementsAre(0, 1, 1, 2, 2));
}

TEST(Rhythm, APieceBehindTheLastLineHasAWriteOfItsOwn) {
  Rhythm rhythm;
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .lines = 1, .piece = true}, lines(1)), 2), ElementsAre(1, 1));
  EXPECT_THAT(after(rhythm.lay({.writes = 4, .lines = 4}, lines(4)), 4), ElementsAre(1, 2, 3, 4))
      << "the first of them completes the piece";
  Rhythm last;
  EXPECT_THAT(after(last.lay({.writes = 3, .lines = 1, .piece = true, .ended = true}, lines(1)), 3),
              ElementsAre(1, 1, 1));
  EXPECT_THAT(after(last.lay({.writes = 6, .lines = 4, .piece = true, .ended = true}, lines(4)), 6),
              ElementsAre(1, 2, 3, 4, 4, 4))
      << "the end of the stream counted as a write";
  Rhythm in_pieces;
  EXPECT_THAT(after(in_pieces.lay({.writes = 7, .lines = 3, .piece = true}, lines(3)), 7),
              ElementsAre(0, 1, 1, 2, 2, 3, 3));
}

TEST(Rhythm, APieceAtFirstBelongsToTheNextLine) {
  Rhythm rhythm;
  rhythm.lay({.writes = 1, .lines = 0, .piece = true}, lines(0));
  EXPECT_THAT(after(rhythm.lay({.writes = 3, .lines = 2}, lines(2)), 3), ElementsAre(1, 1, 2));
}

// As `python3 -u` does, of which the first pieces came alone.
TEST(Rhythm, IsLearntFromPiecesThatComeAlone) {
  Rhythm rhythm;
  rhythm.pass({.writes = 1, .piece = true});
  rhythm.pass({.writes = 1, .piece = true});
  EXPECT_THAT(after(rhythm.lay({.writes = 6, .lines = 2}, lines(2)), 6), ElementsAre(0, 1, 1, 1, 1, 2));
  rhythm.pass({.writes = 3, .piece = true});
  EXPECT_THAT(after(rhythm.lay({.writes = 5, .lines = 2}, lines(2)), 5), ElementsAre(1, 1, 1, 1, 2));
}

TEST(Rhythm, WhatIsNotReadYetIsLeft) {
  Rhythm rhythm;
  LinesOfWrites laid = rhythm.lay({.writes = 10, .lines = 4, .whole = false}, lines(4));
  EXPECT_EQ(laid.writes_left(), 6U);
  EXPECT_THAT(after(laid, 6), ElementsAre(1, 2, 3, 4, 4, 4));
}

TEST(Rhythm, OfAFloodWithoutLinesNothingIsLeft) {
  Rhythm rhythm;
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_EQ(rhythm.lay({.writes = 16, .piece = true, .whole = false}, {}).writes_left(), 0U);
    rhythm.pass({.writes = 16, .piece = true});
  }
  EXPECT_EQ(rhythm.lay({.writes = 3, .lines = 1, .whole = false}, lines(1)).writes_left(), 3U)
      << "what was begun isn't counted again";
}

TEST(Rhythm, NothingOfEitherIsNoTrouble) {
  Rhythm rhythm;
  EXPECT_EQ(rhythm.lay({.writes = 0, .lines = 0, .whole = true}, lines(0)).end(), 0U);
  EXPECT_THAT(after(rhythm.lay({.writes = 2, .lines = 0, .whole = true}, lines(0)), 2), ElementsAre(0, 0));
  EXPECT_THAT(after(rhythm.lay({.writes = 0, .lines = 2, .whole = true}, lines(2)), 2), ElementsAre(0, 0));
}

}  // namespace
}  // namespace proctor::supervise
