#include "output/text_blocks.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "output/characters.hpp"

namespace proctor::output {
namespace {

// How far it is text, character by character.
std::size_t text_by_characters(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (byte < 0x80) {
      if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) return at;
      ++at;
      continue;
    }
    const Character character = classify(bytes.substr(at));
    if (character.kind != CharacterKind::text) return at;
    at += character.size;
  }
  return at;
}

void expect_no_longer_than_text(std::string_view bytes) {
  const std::size_t blocks = text_blocks(bytes);
  ASSERT_LE(blocks, text_by_characters(bytes)) << bytes;
  ASSERT_EQ(text_by_characters(bytes.substr(0, blocks)), blocks) << "a character is cut: " << bytes;
}

std::string utf8(char32_t code) {
  const auto byte = [](unsigned value) { return static_cast<char>(value); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | code >> 6U), byte(0x80U | (code & 0x3FU))};
  if (code < 0x10000)
    return {byte(0xE0U | code >> 12U), byte(0x80U | (code >> 6U & 0x3FU)), byte(0x80U | (code & 0x3FU))};
  return {byte(0xF0U | code >> 18U), byte(0x80U | (code >> 12U & 0x3FU)), byte(0x80U | (code >> 6U & 0x3FU)),
          byte(0x80U | (code & 0x3FU))};
}

TEST(TextBlocks, EveryCodePointIsTextOnlyIfItIs) {
  for (char32_t code = 0; code < 0x118000; ++code) {  // surrogates and too large ones as well
    const std::string bytes = std::string(28 + code % 5, 'x') + utf8(code) + std::string(70, 'y');
    expect_no_longer_than_text(bytes);
  }
}

TEST(TextBlocks, BytesThatAreNoCharactersAreNotText) {
  std::minstd_rand random(1);
  constexpr unsigned char kBytes[] = {0x00, 0x0A, 0x1B, 0x41, 0x7F, 0x80, 0x8B, 0x9B, 0x9F, 0xA0,
                                      0xAE, 0xBB, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xD8, 0xDF, 0xE0,
                                      0xE1, 0xE2, 0xED, 0xEF, 0xF0, 0xF3, 0xF4, 0xF5};
  for (int round = 0; round < 300'000; ++round) {
    std::string bytes(100, 'x');
    for (std::size_t i = 0, at = 25 + random() % 50; i < 4; ++i)
      bytes[at + i] = static_cast<char>(kBytes[random() % sizeof kBytes]);
    expect_no_longer_than_text(bytes);
  }
}

TEST(TextBlocks, OrdinaryLanguagesAreTextAsAWhole) {
  if (text_blocks(std::string(64, 'x')) == 0) GTEST_SKIP() << "this machine looks at few bytes at once";
  for (const std::string_view words :
       {"\u043F\u0440\u0438\u0432\u0435\u0442 ", "\u6F22\u5B57\u304B\u306A\n",
        "\u0645\u0631\u062D\u0628\u0627\t", "\U0001F600\U0001F680", "gr\u00FC\u00DF, ", "\u2500\u2502 a "}) {
    std::string text;
    while (text.size() < 1000) text += words;
    EXPECT_GT(text_blocks(text), 950U) << words;
  }
}

}  // namespace
}  // namespace proctor::output
