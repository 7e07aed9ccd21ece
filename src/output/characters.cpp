#include "output/characters.hpp"

#include <algorithm>
#include <cstdint>

#include "output/text_blocks.hpp"

namespace proctor::output {
namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kWord = 8;

bool is_plain(unsigned char c) {
  return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t';
}

// Whether all of a block is printable ASCII, newlines and tabs. Without a branch, so that the compiler makes
// it vector instructions: nearly all output is like that, and this is all that is done to it.
bool is_plain_block(const char* block) {
  std::uint8_t other = 0;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const auto c = static_cast<std::int8_t>(block[i]);  // what isn't ASCII is negative
    const bool control = c < 0x20 && c != '\n' && c != '\t';
    other = static_cast<std::uint8_t>(other | static_cast<std::uint8_t>(control) |
                                      static_cast<std::uint8_t>(c == 0x7F));
  }
  return other == 0;
}

CharacterKind kind_of(unsigned code) {
  if (code < 0xA0) return CharacterKind::control;
  if (code < 0x61C) return CharacterKind::text;
  if (in_range(code, 0x2028, 0x2029)) return CharacterKind::separator;
  const bool hidden =
      code == 0x61C || code == 0x180E || code == 0x200B ||  // Arabic mark, vowel separator, zero-width space
      in_range(code, 0x200E, 0x200F) || in_range(code, 0x202A, 0x202E) ||  // marks and overrides of direction
      in_range(code, 0x2060, 0x206F) ||  // joiners and operators without a width, isolates of direction
      code == 0xFEFF || in_range(code, 0xFFF9, 0xFFFB) ||  // byte order mark, annotations
      in_range(code, 0xE0000, 0xE0FFF);                    // tags and variation selectors: whole hidden texts
  return hidden ? CharacterKind::hidden : CharacterKind::text;
}

}  // namespace

// Unicode 15, table 3-7.
Character classify(std::string_view bytes) {
  const auto byte = [bytes](std::size_t i) { return unsigned{static_cast<unsigned char>(bytes[i])}; };
  const unsigned first = byte(0);
  if (!in_range(first, 0xC2, 0xF4)) return {CharacterKind::invalid, 1};
  const std::size_t size = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  unsigned code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if (i == bytes.size()) return {CharacterKind::unfinished, i};
    unsigned low = 0x80;
    unsigned high = 0xBF;
    if (i == 1) {
      if (first == 0xE0) low = 0xA0;
      if (first == 0xF0) low = 0x90;
      if (first == 0xED) high = 0x9F;
      if (first == 0xF4) high = 0x8F;
    }
    if (!in_range(byte(i), low, high)) return {CharacterKind::invalid, 1};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return {kind_of(code), size};
}

namespace {

// The length of the characters of text at the beginning of `bytes` that aren't ASCII.
std::size_t text_characters(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) >= 0x80) {
    std::size_t size = plain_character(bytes.substr(at));
    if (size == 0) {
      const Character character = classify(bytes.substr(at));
      if (character.kind != CharacterKind::text) return at;
      size = character.size;
    }
    at += size;
  }
  return at;
}

}  // namespace

std::size_t text_prefix(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    while (at + kBlock <= bytes.size() && is_plain_block(bytes.data() + at)) at += kBlock;
    at += text_blocks(bytes.substr(at));
    const std::size_t stop = std::min(bytes.size(), at + kBlock);
    while (at < stop) {
      if (at + kWord <= bytes.size()) {
        const std::size_t plain = plain_bytes(bytes.data() + at);
        at += plain;
        if (plain == kWord) continue;
      }
      if (is_plain(static_cast<unsigned char>(bytes[at]))) {
        ++at;
        continue;
      }
      const std::size_t before = at;
      at += text_characters(bytes.substr(at));
      if (at == before) return at;
    }
  }
  return at;
}

}  // namespace proctor::output
