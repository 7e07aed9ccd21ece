#include "format/output_marks.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace proctor::format {
namespace {

constexpr const char* kSecret = "91ab";

std::string mark(std::uint64_t number, std::string_view secret = kSecret) {
  return fmt::format("\x1e{} {}\x1e", secret, number);
}

OutputMarks read_marks(std::string_view bytes, std::size_t keep = 1000) {
  OutputMarks marks(kSecret, keep);
  marks.feed(Stream::out, bytes);
  marks.finish();
  return marks;
}

TEST(OutputMarks, WhatStandsBetweenTwoMarksBelongsToTheTestThatTheFirstNames) {
  const auto marks = read_marks("before" + mark(1) + "one" + mark(0) + "between" + mark(2) + "two");
  EXPECT_EQ(marks.both(0), "beforebetween");
  EXPECT_EQ(marks.both(1), "one");
  EXPECT_EQ(marks.both(2), "two");
  EXPECT_EQ(marks.both(3), "");
}

TEST(OutputMarks, AfterAPartTheOutputIsAgainThatOfTheWhole) {
  const auto marks = read_marks(mark(1) + "a" + mark(2) + "b" + mark(1) + "c" + mark(0));
  EXPECT_EQ(marks.both(1), "ac");
  EXPECT_EQ(marks.both(2), "b");
}

TEST(OutputMarks, EachStreamHasItsOwnMarks) {
  OutputMarks marks(kSecret, 1000);
  marks.feed(Stream::out, mark(1) + "out1");
  marks.feed(Stream::err, "nobody's");
  marks.feed(Stream::err, mark(1) + "err1");
  marks.feed(Stream::out, "more" + mark(2));
  marks.feed(Stream::err, "still1");
  marks.feed(Stream::out, "out2");
  EXPECT_EQ(marks.out(1), "out1more");
  EXPECT_EQ(marks.err(1), "err1still1");
  EXPECT_EQ(marks.both(1), "out1err1morestill1");
  EXPECT_EQ(marks.err(0), "nobody's");
  EXPECT_EQ(marks.out(2), "out2");
  EXPECT_EQ(marks.err(2), "");
}

TEST(OutputMarks, AMarkMayComeInPieces) {
  const std::string bytes = "x" + mark(12) + "\x1ey\x1e" + mark(3) + mark(4) + "z" + mark(0) + "\x1e";
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    OutputMarks marks(kSecret, 1000);
    for (std::size_t at = 0; at < bytes.size(); at += size)
      marks.feed(Stream::out, std::string_view(bytes).substr(at, size));
    marks.finish();
    EXPECT_EQ(marks.both(0), "x\x1e") << size;
    EXPECT_EQ(marks.both(12), "\x1ey\x1e") << size;
    EXPECT_EQ(marks.both(3), "") << size;
    EXPECT_EQ(marks.both(4), "z") << size;
  }
}

TEST(OutputMarks, AMarkInPiecesWaitsOnItsOwnStreamAlone) {
  OutputMarks marks(kSecret, 1000);
  const std::string one = mark(1);
  marks.feed(Stream::out, one.substr(0, 4));
  marks.feed(Stream::err, one.substr(4) + "err");
  marks.feed(Stream::out, one.substr(4) + "out");
  EXPECT_EQ(marks.out(1), "out");
  EXPECT_EQ(marks.err(1), "");
  EXPECT_EQ(marks.err(0), one.substr(4) + "err");
}

TEST(OutputMarks, WhoDoesNotKnowTheSecretChangesNothing) {
  for (const std::string& forged : {mark(2, "91aB"), mark(2, "91a"), mark(2, "91ab0"), mark(2, ""),
                                    std::string("\x1e"
                                                "91ab  2\x1e"),
                                    std::string("\x1e"
                                                "91ab -2\x1e"),
                                    std::string("\x1e"
                                                "91ab 2x\x1e"),
                                    std::string("\x1e"
                                                "91ab \x1e"),
                                    std::string("\x1e"
                                                "91ab2\x1e"),
                                    std::string("\x1e"
                                                "91ab 2"),
                                    std::string("91ab 2\x1e"),
                                    std::string("\x1e"
                                                "91ab 0x2\x1e"),
                                    std::string("\x1e"
                                                "91ab 9999999999999999999\x1e"),
                                    std::string("\x1e\x1e")}) {
    const auto marks = read_marks(mark(1) + forged + "text");
    EXPECT_EQ(marks.both(1), forged + "text");
    EXPECT_EQ(marks.both(2), "");
  }
}

TEST(OutputMarks, AMarkDirectlyBehindTheBeginningOfOneCounts) {
  const auto marks = read_marks(mark(1) +
                                "a\x1e"
                                "91a" +
                                mark(2) + "b");
  EXPECT_EQ(marks.both(1),
            "a\x1e"
            "91a");
  EXPECT_EQ(marks.both(2), "b");
}

TEST(OutputMarks, AMarkThatIsNeverFinishedIsText) {
  OutputMarks marks(kSecret, 1000);
  marks.feed(Stream::out, mark(1) +
                              "a\x1e"
                              "91ab 4");
  EXPECT_EQ(marks.both(1), "a");  // it may still become one
  marks.finish();
  EXPECT_EQ(marks.both(1),
            "a\x1e"
            "91ab 4");
  marks.finish();
  EXPECT_EQ(marks.both(1),
            "a\x1e"
            "91ab 4");
}

TEST(OutputMarks, OfEachTestTheBeginningIsKept) {
  const auto marks = read_marks(mark(1) + "0123456789" + mark(2) + "abc" + mark(1) + "more", 5);
  EXPECT_EQ(marks.both(1), "01234");
  EXPECT_EQ(marks.out(1), "01234");
  EXPECT_EQ(marks.both(2), "abc");
}

TEST(OutputMarks, AFloodOfOneStreamLeavesRoomForTheOther) {
  OutputMarks marks(kSecret, 5);
  marks.feed(Stream::out, mark(1) + "0123456789");
  marks.feed(Stream::err, mark(1) + "cause");
  EXPECT_EQ(marks.err(1), "cause");
}

TEST(OutputMarks, OfTheLastTestTheEndIsKnownToo) {
  OutputMarks marks(kSecret, 5);
  marks.feed(Stream::out, mark(1) + "0123456789" + mark(2) + "abc");
  EXPECT_EQ(marks.beyond(Stream::out, 1), "");  // it isn't the last one
  EXPECT_EQ(marks.beyond(Stream::out, 2), "");
  for (const char* piece : {"defg", "hijk", "lmnopqrstuvw", "x"}) marks.feed(Stream::out, piece);
  EXPECT_EQ(marks.out(2), "abcde");
  EXPECT_EQ(marks.beyond(Stream::out, 2), "tuvwx");
  EXPECT_EQ(marks.beyond(Stream::err, 2), "");
  marks.feed(Stream::out, mark(2) + "y");  // the same test goes on
  EXPECT_EQ(marks.beyond(Stream::out, 2), "uvwxy");
}

TEST(OutputMarks, AllTestsTogetherAreBounded) {
  constexpr std::size_t kEach = 8U << 20U;
  OutputMarks marks(kSecret, kEach);
  const std::string text(kEach, 'x');
  std::size_t kept = 0;
  for (std::uint64_t i = 1; i <= 20; ++i) {
    marks.feed(Stream::out, mark(i) + text);
    kept += marks.both(i).size() + marks.out(i).size();
  }
  EXPECT_EQ(marks.both(1), text);
  EXPECT_LE(kept, 128U << 20U);
}

TEST(OutputMarks, AnyBytesAreKeptAsTheyAre) {
  const std::string bytes("\0\xff\xc3\n\r", 5);
  EXPECT_EQ(read_marks(mark(1) + bytes).both(1), bytes);
}

}  // namespace
}  // namespace proctor::format
