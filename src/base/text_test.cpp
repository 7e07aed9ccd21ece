#include "base/text.hpp"

#include <gtest/gtest.h>

namespace proctor {
namespace {

using std::chrono::milliseconds;

TEST(Utf8, EveryByteThatIsNotPartOfASequenceIsReplaced) {
  EXPECT_EQ(to_valid_utf8("a\xff\xc3\xa9\xe2\x82"), "a\xEF\xBF\xBD\xc3\xa9\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_TRUE(is_valid_utf8("gr\xc3\xbc\xc3\x9f \xf0\x9f\x98\x80"));
  EXPECT_FALSE(is_valid_utf8("\xed\xa0\x80"));      // a surrogate
  EXPECT_FALSE(is_valid_utf8("\xc0\xaf"));          // overlong
  EXPECT_FALSE(is_valid_utf8("\xf4\x90\x80\x80"));  // above U+10FFFF
}

TEST(Utf8, APrefixOrSuffixNeverCutsACharacter) {
  const std::string text = "a\xf0\x9f\x98\x80z\xc3\xa9";
  for (std::size_t limit = 0; limit <= text.size() + 1; ++limit) {
    EXPECT_TRUE(is_valid_utf8(std::string_view(text).substr(0, utf8_prefix(text, limit)))) << limit;
    EXPECT_LE(utf8_prefix(text, limit), limit);
    EXPECT_TRUE(is_valid_utf8(std::string_view(text).substr(text.size() - utf8_suffix(text, limit))))
        << limit;
    EXPECT_LE(utf8_suffix(text, limit), limit);
  }
}

TEST(ForTerminal, TakesOutWhatControlsATerminal) {
  EXPECT_EQ(for_terminal("\x1b[31mred\x1b[0m\tx\n"), "red\tx\n");
  EXPECT_EQ(for_terminal("\x1b]0;title\aok\x1b]8;;x\x1b\\y"), "oky");
  EXPECT_EQ(for_terminal("a\rb\bc\x7f"), "abc");
  EXPECT_EQ(for_terminal("a\xc2\x9b"
                         "31mb"),
            "a31mb");  // C1 CSI
  EXPECT_EQ(for_terminal("a\xe2\x80\xae"
                         "b\xe2\x81\xa6"
                         "c"),
            "abc");  // right-to-left override, isolate
  EXPECT_EQ(for_terminal("\x1b["), "");
  EXPECT_EQ(for_terminal("\x1b"), "");
}

TEST(Duration, IsReadWithItsUnit) {
  EXPECT_EQ(parse_duration("300s"), milliseconds(300'000));
  EXPECT_EQ(parse_duration("1.5s"), milliseconds(1500));
  EXPECT_EQ(parse_duration("250ms"), milliseconds(250));
  EXPECT_EQ(parse_duration("5m"), milliseconds(300'000));
  EXPECT_EQ(parse_duration("1h"), milliseconds(3'600'000));
  EXPECT_EQ(parse_duration("30d"), std::chrono::hours(30 * 24));
  EXPECT_EQ(parse_duration("20"), milliseconds(20'000));
  for (const char* bad :
       {"", "0", "-1s", "s", "366d", "1w", "1 s", "nan", "inf", "1e99", "9999999h", "0.0001ms"}) {
    EXPECT_FALSE(parse_duration(bad)) << bad;
  }
}

TEST(Size, IsReadInPowersOf1024) {
  EXPECT_EQ(parse_size("512M"), 512ULL << 20U);
  EXPECT_EQ(parse_size("1GiB"), 1ULL << 30U);
  EXPECT_EQ(parse_size("64K"), 65536U);
  EXPECT_EQ(parse_size("1t"), 1ULL << 40U);
  EXPECT_EQ(parse_size("17"), 17U);
  EXPECT_EQ(parse_size("17B"), 17U);
  for (const char* bad :
       {"", "M", "-1", "1P", "1iB", "1BiB", "1MBB", "1 M", "99999999999999999999", "18446744073709551615G"})
    EXPECT_FALSE(parse_size(bad)) << bad;
}

TEST(ShellQuote, MakesOneWord) {
  EXPECT_EQ(shell_join({"proctor", "test", "a b", "it's", "", "^(x|y)\\("}),
            "proctor test 'a b' 'it'\\''s' '' '^(x|y)\\('");
}

TEST(SplitLines, KnowsBothLineEndsAndALastLineWithout) {
  EXPECT_EQ(split_lines("a\r\nb\n\nc"), (std::vector<std::string_view>{"a", "b", "", "c"}));
  EXPECT_TRUE(split_lines("").empty());
}

TEST(Text, ReplacesEveryOccurrenceAndNothingForNothing) {
  std::string text = "a//b//";
  replace_all(text, "//", "/");
  EXPECT_EQ(text, "a/b/");
  replace_all(text, "/", "//");  // what was put in isn't read again
  EXPECT_EQ(text, "a//b//");
  replace_all(text, "", "x");
  EXPECT_EQ(text, "a//b//");
}

}  // namespace
}  // namespace proctor
