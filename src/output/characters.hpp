// Characters of output that can't be trusted: which are text, which are not.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace proctor::output {

inline bool in_range(unsigned value, unsigned low, unsigned high) {
  return value >= low && value <= high;
}

/// Of a name or a number, in ASCII.
inline bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

enum class CharacterKind {
  text,
  control,     ///< C1: U+0080 to U+009F
  hidden,      ///< changes the order of what is shown, or isn't seen
  separator,   ///< U+2028, U+2029
  unfinished,  ///< valid so far, but there are bytes missing
  invalid,     ///< the first byte belongs to no character
};

struct Character {
  CharacterKind kind;
  std::size_t size;  ///< of the character; 1 if it is invalid
};

/// The character at the beginning of `bytes`, which begin with a byte that isn't ASCII.
Character classify(std::string_view bytes);

/// The size of the character at the beginning of `bytes` if it is plainly text; 0 if that takes a closer
/// look.
inline std::size_t plain_character(std::string_view bytes) {
  const auto byte = [bytes](std::size_t i) { return unsigned{static_cast<unsigned char>(bytes[i])}; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (bytes.size() < 4) return 0;
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0xE0) return first > 0xC2 && first != 0xD8 && continues(1) ? 2 : 0;
  if (first < 0xF0) {
    const bool special = first == 0xE0 || first == 0xED || (first == 0xE1 && second == 0xA0) ||
                         (first == 0xE2 && second < 0x82) || (first == 0xEF && second > 0xBA);
    return !special && continues(1) && continues(2) ? 3 : 0;
  }
  return first == 0xF0 && second >= 0x90 && continues(1) && continues(2) && continues(3) ? 4 : 0;
}

/// How many of the eight bytes from `word` are printable ASCII. A newline or a tab may end them, too.
inline std::size_t plain_bytes(const char* word) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, word, sizeof bytes);
  if constexpr (std::endian::native != std::endian::little) return 0;
  constexpr std::uint64_t kEach = 0x0101010101010101U;
  // The high bit of a byte says: less than a space, DEL, or not ASCII. It is right for the first such byte.
  const std::uint64_t other = ((bytes - 0x20 * kEach) | (bytes + kEach) | bytes) & (0x80 * kEach);
  return static_cast<std::size_t>(std::countr_zero(other)) / 8;
}

/// The length of the beginning of `bytes` that is text, newlines and tabs, and whole characters.
std::size_t text_prefix(std::string_view bytes);

}  // namespace proctor::output
