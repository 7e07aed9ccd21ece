#include "output/excerpt.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace proctor::output {
namespace {

std::string numbered(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

ExcerptText excerpt(std::string_view text, std::size_t limit, std::string_view hint = "") {
  Excerpt whole(limit);
  whole.add(text);
  const ExcerptText result = whole.finish(hint);
  for (const std::size_t size : {1U, 7U, 100U}) {
    Excerpt pieces(limit);
    for (std::string_view rest = text; !rest.empty();
         rest.remove_prefix(std::min<std::size_t>(size, rest.size()))) {
      pieces.add(rest.substr(0, size));
    }
    EXPECT_EQ(pieces.finish(hint).text, result.text);
  }
  EXPECT_EQ(result.total_bytes, text.size());
  EXPECT_EQ(result.truncated, text.size() > limit);
  return result;
}

TEST(Excerpt, OutputThatFitsIsGivenAsItIs) {
  EXPECT_EQ(excerpt("", 0).text, "");
  EXPECT_EQ(excerpt("one\ntwo", 7).text, "one\ntwo");
  EXPECT_EQ(excerpt(numbered(100), 5000, "log").text, numbered(100));
}

TEST(Excerpt, TheBeginningAndTheEndStay) {
  const std::string text = excerpt(numbered(1000), 300, "proctor log 7").text;
  EXPECT_TRUE(text.starts_with("line 1\nline 2\n")) << text;
  EXPECT_TRUE(text.ends_with("line 999\nline 1000\n")) << text;
  EXPECT_NE(text.find(" lines left out; whole output: proctor log 7 \u2026]\n"), std::string::npos) << text;
}

TEST(Excerpt, SaysExactlyWhatIsMissing) {
  const std::string output = numbered(1000);
  const std::string text = excerpt(output, 300).text;
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find("]\n") + 2;
  const std::string shown = text.substr(0, begin) + text.substr(end);
  const auto lines = static_cast<std::size_t>(std::count(shown.begin(), shown.end(), '\n'));
  EXPECT_EQ(text.substr(begin, end - begin), "[\u2026 " + std::to_string(output.size() - shown.size()) +
                                                 " bytes, " + std::to_string(1000 - lines) +
                                                 " lines left out \u2026]\n");
}

TEST(Excerpt, AFailureAndTheMarkSurviveSmallLimits) {
  const std::string output = numbered(500) + "FAIL: in the middle\n" + numbered(500);
  for (std::size_t limit = 120; limit < 400; limit += 7) {
    const std::string text = excerpt(output, limit, "proctor log 7").text;
    EXPECT_NE(text.find("FAIL: in the middle\n"), std::string::npos) << limit << text;
    EXPECT_NE(text.find(" lines left out"), std::string::npos) << limit << text;
    EXPECT_TRUE(text.find("proctor log 7") != std::string::npos || limit < 160) << limit << text;
  }
}

TEST(Excerpt, LinesThatReportFailuresSurvive) {
  const std::string output = numbered(500) + "--- FAIL: TestX (0.00s)\n    x_test.go:7: got 1, want 2\n" +
                             numbered(500) + "src/a.c:3: error: no\n" + numbered(500);
  const std::string text = excerpt(output, 600).text;
  const std::size_t mark = text.find("left out");
  const std::size_t first =
      text.find("--- FAIL: TestX (0.00s)\n    x_test.go:7: got 1, want 2\nsrc/a.c:3: error: no\n[\u2026]\n");
  EXPECT_NE(mark, std::string::npos) << text;
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_LT(mark, first);
}

TEST(Excerpt, TheBeginningOfAFailureThatIsLargerThanTheLimitSurvives) {
  std::string long_line = "FAIL: ";
  for (int i = 0; i < 400; ++i) long_line += "\u20AC";
  const std::string output =
      numbered(500) + long_line + "\n" + numbered(500) + "FAIL: another\n" + numbered(500);
  for (std::size_t limit = 120; limit < 1400; limit += 41) {
    const std::string text = excerpt(output, limit, "proctor log 7").text;
    EXPECT_LE(text.size(), limit);
    EXPECT_TRUE(is_valid_utf8(text)) << limit;
    EXPECT_NE(text.find("FAIL: \u20AC"), std::string::npos) << limit << text;
    // The long one takes no more than half of the room.
    EXPECT_TRUE(text.find("FAIL: another\n") != std::string::npos || limit < 260) << limit << text;
  }
}

TEST(Excerpt, FailuresLeaveRoomForTheRest) {
  std::string output = numbered(200);
  for (int i = 0; i < 10'000; ++i) output += "ERROR number " + std::to_string(i) + "\n";
  output += numbered(200);
  const std::string text = excerpt(output, 1000).text;
  EXPECT_TRUE(text.starts_with("line 1\n"));
  EXPECT_TRUE(text.ends_with("line 200\n"));
  EXPECT_NE(text.find("ERROR number 0\nERROR number 1\n"), std::string::npos);
}

TEST(Excerpt, WhatFailuresDoNotNeedGoesToTheEnd) {
  EXPECT_GT(excerpt(numbered(5000), 10'000).text.size(), 9'900U);
}

TEST(Excerpt, NeverExceedsTheLimitOrCutsACharacter) {
  std::string output;
  for (int i = 0; i < 60; ++i)
    output += i % 7 == 0 ? "error: \u20AC\U0001F600\n" : "gr\u00FC\u00DFe \u20AC\U0001F600\n";
  for (std::size_t limit = 0; limit <= output.size() + 1; ++limit) {
    const ExcerptText result = excerpt(output, limit, "proctor log 12");
    EXPECT_LE(result.text.size(), limit);
    EXPECT_TRUE(is_valid_utf8(result.text));
    EXPECT_GE(result.text.size(), limit < 3 ? 0 : limit / 3);
  }
}

TEST(Excerpt, AVeryLongLineIsCutAsWell) {
  std::string line;
  for (int i = 0; i < 3000; ++i) line += "\u20AC";
  const std::string text = excerpt(line, 500).text;
  EXPECT_LE(text.size(), 500U);
  EXPECT_TRUE(is_valid_utf8(text));
  EXPECT_TRUE(text.starts_with("\u20AC\u20AC"));
  EXPECT_TRUE(text.ends_with("\u20AC\u20AC"));
}

TEST(Excerpt, ALimitTooSmallForAMarkGivesTheEnd) {
  EXPECT_EQ(excerpt(numbered(100), 0).text, "");
  EXPECT_EQ(excerpt(numbered(100), 2).text, "");
  EXPECT_EQ(excerpt(numbered(100), 3).text, "\u2026");
  EXPECT_EQ(excerpt(numbered(100), 12).text, "\u2026line 100\n");
}

TEST(Excerpt, TakesNoMoreMemoryForTheLargestLimit) {
  EXPECT_EQ(excerpt("text", SIZE_MAX).text, "text");
}

}  // namespace
}  // namespace proctor::output
