// Characters of output that can't be trusted: which are text, which are not.
#pragma once

#include <cstddef>
#include <string_view>

namespace proctor::output {

inline bool in_range(unsigned value, unsigned low, unsigned high) {
  return value >= low && value <= high;
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

/// The length of the beginning of `bytes` that is text, newlines and tabs, and whole characters.
std::size_t text_prefix(std::string_view bytes);

}  // namespace proctor::output
