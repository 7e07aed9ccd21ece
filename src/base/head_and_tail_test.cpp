#include "base/head_and_tail.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace proctor {
namespace {

TEST(HeadAndTail, TheMiddleOfALongTextIsLeftOutMarkedAndCounted) {
  std::string text = "one\ntwo\nthree\nfour\nfive\n";
  cut_middle(text, 100);
  EXPECT_EQ(text, "one\ntwo\nthree\nfour\nfive\n");
  cut_middle(text, 14);
  EXPECT_EQ(text, "one\n[… 15 bytes, 3 lines left out …]\nfive\n");
  EXPECT_EQ(lines_left_out("[… 15 bytes, 3 lines left out …]"), 3U);
  text = "no end of a line anywhere";
  cut_middle(text, 8);
  EXPECT_EQ(text, "no e\n[… 17 bytes, 0 lines left out …]\nhere");
  EXPECT_EQ(lines_left_out("[… a poem …]"), 0U);
}

TEST(HeadAndTail, OfTextInPiecesTheCountsAddUpToTheWhole) {
  std::string text;
  std::uint64_t bytes = 0;
  for (int line = 0; line < 5'000; ++line) {
    const std::string more = std::to_string(line) + "\n";
    bytes += more.size();
    append_cut(text, more, 100);
    EXPECT_LT(text.size(), 300U);
  }
  EXPECT_TRUE(text.starts_with("0\n1\n2\n")) << text;
  EXPECT_TRUE(text.ends_with("\n4998\n4999\n")) << text;
  std::uint64_t lines = 0;
  std::uint64_t kept = 0;
  for (const std::string_view line : split_lines(text)) {
    const std::uint64_t left_out = lines_left_out(line);
    lines += left_out > 0 ? left_out : 1;
    kept += left_out > 0 ? 0 : line.size() + 1;
  }
  EXPECT_EQ(lines, 5'000U) << text;
  EXPECT_NE(text.find(std::to_string(bytes - kept) + " bytes"), std::string::npos) << text;
}

TEST(HeadAndTail, ASecondCutFindsTheMarkOfTheFirstAlsoBehindAHeadWithoutTheEndOfALine) {
  std::string text;
  for (int i = 0; i < 1'000; ++i) append_cut(text, "0123456789", 200);
  EXPECT_EQ(text.find("[… "), text.rfind("[… ")) << text;
  EXPECT_TRUE(text.starts_with(std::string("0123456789") + "0123456789")) << text;
  const std::string mark = text.substr(text.find("[… "), text.find("…]\n") + 5 - text.find("[… "));
  EXPECT_EQ(mark, "[… " + std::to_string(10'000 - (text.size() - mark.size() - 1)) +
                      " bytes, 0 lines left out …]\n");
}

TEST(HeadAndTail, NoCutFallsInsideACharacter) {
  for (std::size_t limit = 0; limit < 40; ++limit) {
    std::string text = "ä€😀ä€😀ä€😀ä€😀ä€😀ä€😀";
    cut_middle(text, limit);
    EXPECT_TRUE(is_valid_utf8(text)) << limit;
  }
}

}  // namespace
}  // namespace proctor
