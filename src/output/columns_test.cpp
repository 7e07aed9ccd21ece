#include "output/columns.hpp"

#include <gmock/gmock.h>

namespace proctor::output {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Columns, CountsCharactersNotBytes) {
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("µs ✓"), 4U);
}

TEST(Columns, CountsEastAsianCharactersAndPicturesTwice) {
  EXPECT_EQ(columns("日本"), 4U);
  EXPECT_EQ(columns("🚀"), 2U);
}

TEST(Columns, CountsCombiningMarksNotAtAll) {
  EXPECT_EQ(columns("e\xCC\x81"), 1U);
}

TEST(Columns, DoesNotReadBeyondTextThatIsCutOff) {
  EXPECT_EQ(columns("\xF0\x9F"), 2U);
}

TEST(Cut, LeavesTextThatFitsAsItIs) {
  EXPECT_EQ(cut("abc", 3), "abc");
}

TEST(Cut, EndsTextThatDoesNotFitWithAnEllipsisInsideTheWidth) {
  EXPECT_EQ(cut("abcdef", 4), "abc…");
  EXPECT_EQ(cut("日本語", 4), "日…");
  EXPECT_EQ(cut("abc", 0), "");
}

TEST(Skip, TakesWholeCharactersAway) {
  EXPECT_EQ(skip("µabc", 2), "bc");
  EXPECT_EQ(skip("ab", 5), "");
}

TEST(Pad, FillsUpToAWidthInColumns) {
  EXPECT_EQ(pad_right("µ", 3), "µ  ");
  EXPECT_EQ(pad_left("日", 3), " 日");
  EXPECT_EQ(pad_right("long", 2), "long");
}

TEST(Wrap, BreaksAtBlanks) {
  EXPECT_THAT(wrap("one two three", 8), ElementsAre("one two", "three"));
}

TEST(Wrap, BreaksWordsThatAreLongerThanALine) {
  EXPECT_THAT(wrap("abcdefghij", 4), ElementsAre("abcd", "efgh", "ij"));
}

TEST(Wrap, RepeatsTheIndentation) {
  EXPECT_THAT(wrap("  one two", 6), ElementsAre("  one", "  two"));
}

TEST(Wrap, ComesToAnEndWithCharactersWiderThanTheLine) {
  EXPECT_EQ(wrap("日本語", 1).size(), 3U);
}

TEST(Wrap, TakesWidthZeroAsNoLimit) {
  EXPECT_THAT(wrap("one two three", 0), ElementsAre("one two three"));
}

TEST(OneLine, LeavesNothingThatMovesTheCursor) {
  EXPECT_EQ(one_line("a\nb\tc\x1b[2Jd\re\n"), "a b cde");
}

TEST(LinesOf, DropsBlankLinesAtBothEndsAndKeepsThoseBetween) {
  EXPECT_THAT(lines_of("\n\na\r\n\n\tb  \n \n"), ElementsAre("a", "", "    b"));
  EXPECT_THAT(lines_of(" \n\n"), IsEmpty());
}

}  // namespace
}  // namespace proctor::output
