#include "output/characters.hpp"

namespace proctor::output {
namespace {

bool is_plain(unsigned char c) {
  return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t';
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

std::size_t text_prefix(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const auto c = static_cast<unsigned char>(bytes[at]);
    if (is_plain(c)) {
      ++at;
      continue;
    }
    if (c < 0x80) break;
    const Character character = classify(bytes.substr(at));
    if (character.kind != CharacterKind::text) break;
    at += character.size;
  }
  return at;
}

}  // namespace proctor::output
