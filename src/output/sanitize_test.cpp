#include "output/sanitize.hpp"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace proctor::output {
namespace {

struct Told {
  std::string chunks{};
  std::string lines{};
};

class Session {
 public:
  Session& out(std::string_view bytes) { return feed(Stream::out, bytes); }
  Session& err(std::string_view bytes) { return feed(Stream::err, bytes); }
  Session& tick() {
    sanitizer_.tick();
    return *this;
  }
  Told end() {
    sanitizer_.finish();
    return told_;
  }
  const std::string& chunks() const { return told_.chunks; }
  const std::string& lines() const { return told_.lines; }

 private:
  Session& feed(Stream stream, std::string_view bytes) {
    sanitizer_.feed(stream, bytes);
    return *this;
  }
  Told told_{};
  Sanitizer sanitizer_{[this](Stream, std::string_view text) { told_.chunks += text; },
                       [this](Stream, std::string_view text) { told_.lines += text; }};
};

// The text of the answer; the same, however the output is cut into pieces.
std::string clean(std::string_view bytes) {
  const std::string whole = Session().out(bytes).end().lines;
  EXPECT_EQ(Session().out(bytes).end().chunks, whole);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    Session session;
    session.out(bytes.substr(0, cut)).out(bytes.substr(cut));
    EXPECT_EQ(session.end().lines, whole) << "cut at " << cut;
  }
  Session by_byte;
  for (const char c : bytes) by_byte.out(std::string_view(&c, 1));
  EXPECT_EQ(by_byte.end().lines, whole);
  return whole;
}

TEST(Sanitizer, LeavesTextAlone) {
  for (const std::string_view text :
       {"", "\n", "\n\n", "one\n\ttwo\nthree", "gr\u00FC\u00DF \u4F60\u597D \U0001F600 \u2713\n",
        "a\u200Db\u200Cc \uFE0F \u00A0 \uFFFD \U0010FFFF\n"}) {
    EXPECT_EQ(clean(text), text);
  }
}

TEST(Sanitizer, DropsControlSequences) {
  EXPECT_EQ(clean("\x1B[1;31mred\x1B[0m \x1B[38:2::1:2:3mx\x1B[?25l\x1B[2 q\x1B[K\x1B[3A.\n"), "red x.\n");
  EXPECT_EQ(clean("\x1B]0;title\atext \x1B]8;;http://x\x1B\\link\x1B]8;;\x1B\\\n"), "text link\n");
  EXPECT_EQ(clean("\x1BPq#0\x1B\\a\x1BXsos\x1B\\b\x1B^pm\x1B\\c\x1B_apc\x1B\\d\x1Bktitle\x1B\\e\n"),
            "abcde\n");
  EXPECT_EQ(clean("\x1B(Ba\x1B#8b\x1B%Gc\x1B=d\x1B"
                  "7e\x1B"
                  "cf\x1B M\n"),
            "abcdef\n");
  EXPECT_EQ(clean("\x1B\x1B[31mx\x1B"), "x");
}

TEST(Sanitizer, DropsControlSequencesInEightBits) {
  EXPECT_EQ(clean("\u009B31mred\u009B0m \u009D0;title\u009Ctext \u0090q\x1B\\a\u0085b\n"), "red text ab\n");
  EXPECT_EQ(clean("\x9B"
                  "31mred\x9B"
                  "0m\n"),
            "red\n");
  EXPECT_EQ(clean("\x84x\x9Dy\n"), "\uFFFDx\uFFFDy\n");
}

TEST(Sanitizer, ASequenceThatIsNoneHidesNothing) {
  EXPECT_EQ(clean("\x1B]0;never ended\nnext\n"), "0;never ended\nnext\n");
  EXPECT_EQ(clean("\x1B]0;never ended\r\nnext\n"), "0;never ended\nnext\n");
  EXPECT_EQ(clean("\x1B]0;one\x1B[31mtwo\n"), "0;onetwo\n");
  EXPECT_EQ(clean("\x1B]0;one\u009D"
                  "0;two\athree\n"),
            "0;onethree\n");
  EXPECT_EQ(clean("\x1B]end of output"), "end of output");
  EXPECT_EQ(clean("\x1B[31\nx\x1B\ny\n"), "\nx\ny\n");
  EXPECT_EQ(clean("\x1B]\xE2\x82\x1B\\\xAC\x1B]\xE2\x82\nx\n"), "\uFFFD\uFFFD\uFFFD\nx\n");
}

TEST(Sanitizer, AnEndlessSequenceEnds) {
  const std::string text(5000, 'x');
  EXPECT_EQ(Session().out("\x1BP" + text).end().lines, text);
  EXPECT_EQ(Session().out("\x1B[" + std::string(100, '1') + "x").end().lines, std::string(36, '1') + "x");
}

TEST(Sanitizer, DropsOtherControlCharacters) {
  EXPECT_EQ(clean(std::string("a\0b\a\v\f\x0E\x1A\x7F"
                              "c\n",
                              11)),
            "abc\n");
}

TEST(Sanitizer, DropsWhatReordersOrHidesText) {
  EXPECT_EQ(clean("\uFEFFa\u202Eb\u2066c\u2069d\u200Ee\u200Ff\u061Cg\n"), "abcdefg\n");
  EXPECT_EQ(clean("a\u200Bb\u2060c\uFEFFd\U000E0041e\U000E007Ff\U000E0100g\u2064h\n"), "abcdefgh\n");
  EXPECT_EQ(clean("a\u2028b\u2029c\n"), "a b c\n");
}

TEST(Sanitizer, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(clean("a\xFF"
                  "b\xC3(\xE2\x82\n"),
            "a\uFFFDb\uFFFD(\uFFFD\uFFFD\n");
  EXPECT_EQ(clean("\xF0\x9B"
                  "A \xED\xA0\x80 \xC0\xAF\xF0\x9F\x98"),
            "\uFFFD \uFFFD\uFFFD\uFFFD \uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(Sanitizer, ACarriageReturnBeforeANewlineIsPartOfIt) {
  EXPECT_EQ(clean("one\r\ntwo\r\r\n\r\nthree\r\x1B[K\n"), "one\ntwo\n\nthree\n");
}

TEST(Sanitizer, CollapsesProgressToItsLastState) {
  EXPECT_EQ(clean("10%\r20%\r100%\n"), "100%\n");
  EXPECT_EQ(clean("10%\r20%\r"), "20%");
  EXPECT_EQ(clean("\r10%\r\x1B[2K\r20%\r\r\nnext\n"), "20%\nnext\n");
  EXPECT_EQ(clean("|\b/\b-\b\\\b done\n"), " done\n");
  EXPECT_EQ(clean("N\bNA\bAM\bM\n"), "NAM\n");
  EXPECT_EQ(clean("gr\u00FC\b\bo\n\b\bx\b\n"), "go\nx\n");
  EXPECT_EQ(clean("abc\r\bd\n"), "d\n");
}

// Whole pieces take quick ways through runs of all kinds; a byte at a time, each goes through every state.
TEST(Sanitizer, QuickWaysSayTheSameAsByteByByte) {
  const std::vector<std::string> parts{"a",
                                       "word ",
                                       "\n",
                                       "\n",
                                       "\r",
                                       "\r\n",
                                       "\b",
                                       "\b\b\b",
                                       "\t",
                                       std::string(9, '\0'),
                                       "\x7F",
                                       "\a",
                                       "\x1A",
                                       "\x1B",
                                       "\x1B[31m",
                                       "\x1B[",
                                       "\x1B[1;",
                                       "\x1B[K",
                                       "\x1B]0;t\a",
                                       "\x1B]0;t\x1B\\",
                                       "\x1B]",
                                       "\x1BP",
                                       "\x1B(B",
                                       "\x1B(",
                                       "\x1BM",
                                       "\x9B",
                                       "\x9B"
                                       "1m",
                                       "\u009B1m",
                                       "\u009D",
                                       "\u009C",
                                       "\u0085",
                                       "\xC2",
                                       "\xFF",
                                       "\x84",
                                       "\xE2\x82",
                                       "\xF0\x9F",
                                       "\u00FC",
                                       "\u4F60\u597D",
                                       "\U0001F600",
                                       "\u202E",
                                       "\u2028",
                                       "\u200B",
                                       "\u2014",
                                       "\uFEFF",
                                       "\uFFFD",
                                       "\U000E0041",
                                       "\u0645\u0631",
                                       std::string(70, '1'),
                                       std::string(300, 'x'),
                                       std::string(5000, 'y'),
                                       "\u6F22" + std::string(40, 'z')};
  std::minstd_rand random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes;
    const std::size_t kinds = 2 + random() % parts.size();  // few kinds make long runs of them
    const std::size_t first = random() % parts.size();
    for (std::size_t i = 0; i < 1 + random() % 200; ++i) {
      bytes += parts[(first + random() % kinds) % parts.size()];
    }
    const std::string whole = Session().out(bytes).end().lines;
    Session by_byte;
    for (const char c : bytes) by_byte.out(std::string_view(&c, 1));
    ASSERT_EQ(by_byte.end().lines, whole) << bytes;
  }
}

TEST(Sanitizer, ALineIsOverwrittenAlsoWhereItIsVeryLong) {
  // Around the length at which it is handed out in pieces.
  for (std::size_t size = Sanitizer::kLongestLine - 4200; size < Sanitizer::kLongestLine + 20; size += 131) {
    const std::string bytes =
        std::string(size, 'x') + std::string(30, 'y') + std::string(40, '\b') + "z\b\bw\n";
    Session by_byte;
    for (const char c : bytes) by_byte.out(std::string_view(&c, 1));
    ASSERT_EQ(Session().out(bytes).end().lines, by_byte.end().lines) << size;
  }
}

TEST(Sanitizer, TellsWholeLinesAtOnce) {
  Session session;
  session.out("one\ntw");
  EXPECT_EQ(session.chunks(), "one\n");
  EXPECT_EQ(session.lines(), "one\n");
  session.out("o\n");
  EXPECT_EQ(session.chunks(), "one\ntwo\n");
}

TEST(Sanitizer, TellsAnUnfinishedLineWhenNothingMoreComes) {
  Session session;
  session.out("Password: \xE2\x82").tick();
  EXPECT_EQ(session.chunks(), "Password: ");
  EXPECT_EQ(session.lines(), "");
  session.tick().out(
      "\xAC"
      "5\n");
  EXPECT_EQ(session.chunks(), "Password: \u20AC5\n");
  EXPECT_EQ(session.lines(), "Password: \u20AC5\n");
}

TEST(Sanitizer, AToldStateStaysAndTheNextGetsALine) {
  Session session;
  session.out("10%\r")
      .tick()
      .out("20%\r30%\r")
      .tick()
      .tick()
      .out("100%\r\n")
      .out("abc")
      .tick()
      .out("\b\bX\n");
  EXPECT_EQ(session.chunks(), "10%\n30%\n100%\nabc\naX\n");
  EXPECT_EQ(session.lines(), "100%\naX\n");
}

TEST(Sanitizer, TellsALongLineInPieces) {
  Session session;
  session.out(std::string(5000, 'a'));
  EXPECT_EQ(session.chunks().size(), 5000U);
  EXPECT_EQ(session.lines(), "");
  session.out(std::string(100'000, 'b'));
  EXPECT_EQ(session.lines().size(), Sanitizer::kLongestLine);
  session.out("\rnext\n");
  const Told told = session.end();
  EXPECT_EQ(told.lines,
            std::string(5000, 'a') + std::string(Sanitizer::kLongestLine - 5000, 'b') + "\nnext\n");
  EXPECT_EQ(told.chunks, std::string(5000, 'a') + std::string(100'000, 'b') + "\nnext\n");
}

TEST(Sanitizer, APieceOfALongLineCutsNoCharacter) {
  std::string text = "x";
  for (int i = 0; i < 70'000; ++i) text += "\u20AC";
  std::string told;
  Sanitizer sanitizer({}, [&](Stream, std::string_view piece) {
    EXPECT_NE(static_cast<unsigned char>(piece.front()) & 0xC0U, 0x80U);
    told += piece;
  });
  sanitizer.feed(Stream::out, text);
  sanitizer.finish();
  EXPECT_EQ(told, text);
}

TEST(Sanitizer, ALineTakesItsPlaceWhenItIsFinished) {
  Session session;
  session.out("abc").err("err\n").out("def\n").err("x").out("y\n");
  EXPECT_EQ(session.end().lines, "err\nabcdef\ny\nx");
}

TEST(Sanitizer, LinesOfTwoStreamsAreNotGluedTogether) {
  EXPECT_EQ(Session().out("abc").tick().err("err\n").out("def\n").end().chunks, "abc\nerr\ndef\n");
  EXPECT_EQ(Session().out("abc").tick().err("err\n").out("\nnext\n").end().chunks, "abc\nerr\nnext\n");
  EXPECT_EQ(Session().out("abc").tick().err("err\n").out("\rdef\n").end().chunks, "abc\nerr\ndef\n");
  EXPECT_EQ(Session().out("abc").err("err").end().lines, "abc\nerr");
  const std::string half(Sanitizer::kLongestLine + 1, 'x');
  EXPECT_EQ(Session().out(half).err("err\n").out("y\n").end().lines, half.substr(1) + "\nerr\nxy\n");
}

TEST(Sanitizer, EachTextIsToldForItsStream) {
  std::vector<std::pair<Stream, std::string>> told;
  Sanitizer sanitizer([&](Stream stream, std::string_view text) { told.emplace_back(stream, text); }, {});
  sanitizer.feed(Stream::out, "abc");
  sanitizer.tick();
  sanitizer.feed(Stream::err, "err\n");
  sanitizer.finish();
  const std::vector<std::pair<Stream, std::string>> expected{
      {Stream::out, "abc"}, {Stream::out, "\n"}, {Stream::err, "err\n"}};
  EXPECT_EQ(told, expected);
}

}  // namespace
}  // namespace proctor::output
