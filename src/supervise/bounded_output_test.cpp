#include "supervise/bounded_output.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/text.hpp"

namespace proctor::supervise {
namespace {

std::string kept(std::size_t head, std::size_t tail, std::string_view input, std::size_t piece = 1) {
  BoundedOutput output(head, tail);
  for (std::size_t i = 0; i < input.size(); i += piece) output.append(input.substr(i, piece));
  EXPECT_EQ(output.total_bytes(), input.size());
  return output.text();
}

TEST(BoundedOutput, KeepsEverythingThatFits) {
  for (std::size_t piece = 1; piece <= 10; ++piece) {
    EXPECT_EQ(kept(4, 6, "0123456789", piece), "0123456789") << piece;
  }
}

TEST(BoundedOutput, KeepsTheBeginningAndTheEndAndSaysHowMuchIsMissing) {
  for (std::size_t piece = 1; piece <= 12; ++piece) {
    EXPECT_EQ(kept(3, 2, "abcdefghijk", piece), "abc\n[… 6 bytes left out …]\njk") << piece;
  }
  EXPECT_EQ(kept(3, 3, "abcdefg"), "abc\n[… 1 byte left out …]\nefg");
  EXPECT_EQ(kept(2, 2, "a\nbbbbbc\n"), "a\n[… 5 bytes left out …]\nc\n");
}

TEST(BoundedOutput, TakesAnyLimit) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(kept(0, 0, "abc"), "[… 3 bytes left out …]\n");
  EXPECT_EQ(kept(0, 0, ""), "");
  EXPECT_EQ(kept(2, 0, "abc"), "ab\n[… 1 byte left out …]\n");
  EXPECT_EQ(kept(0, 2, "abc"), "[… 1 byte left out …]\nbc");
  EXPECT_EQ(kept(kMost, kMost, "abc"), "abc");
  EXPECT_EQ(kept(1, kMost, "abc"), "abc");
}

TEST(BoundedOutput, NeverCutsInsideACharacter) {
  const std::string text = "aé€😀zé€😀aé€😀zé€😀";
  for (std::size_t head = 0; head < text.size(); ++head) {
    for (std::size_t tail = 0; head + tail < text.size(); ++tail) {
      const std::string result = kept(head, tail, text, 3);
      EXPECT_TRUE(is_valid_utf8(result));
      EXPECT_EQ(result.find("\xEF\xBF\xBD"), std::string::npos) << result;
    }
  }
}

TEST(BoundedOutput, CountsThePartsOfCutCharactersAsMissing) {
  EXPECT_EQ(kept(2, 2, "a€xx€"), "a\n[… 8 bytes left out …]\n");
}

TEST(BoundedOutput, AnswersInValidUtf8WhateverCame) {
  std::string noise;
  for (int i = 0; i < 5000; ++i) noise += static_cast<char>(i * 7919 % 256);
  EXPECT_TRUE(is_valid_utf8(kept(100, 100, noise, 17)));
  EXPECT_TRUE(is_valid_utf8(kept(10'000, 0, noise, 17)));
  EXPECT_TRUE(is_valid_utf8(kept(2, 2, "\x80\x80\x80\x80\x80\x80\x80\x80\x80")));
}

TEST(BoundedOutput, AgreesWithThePlainWayForAnySizesOfPieces) {
  std::string input;
  for (int i = 0; i < 2000; ++i) input += static_cast<char>('a' + i % 26);
  for (std::size_t piece : {1U, 7U, 64U, 100U, 333U, 2000U}) {
    const std::string text = kept(50, 77, input, piece);
    EXPECT_TRUE(text.starts_with(input.substr(0, 50)));
    EXPECT_TRUE(text.ends_with(input.substr(2000 - 77))) << piece;
  }
}

}  // namespace
}  // namespace proctor::supervise
