#include "output/control_sequence.hpp"

#include <algorithm>
#include <array>

#include "output/characters.hpp"

namespace proctor::output {
namespace {

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Bytes from 0x20 to `last`, and the one that ends them. Any other byte ends them as well and isn't part.
std::size_t parameters(std::string_view text, unsigned last) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const unsigned byte = byte_at(text, at);
    if (!in_range(byte, 0x20, last)) return in_range(byte, 0x30, 0x7E) ? at + 1 : at;
    if (at + 1 == kLongestSequence) return at + 1;
  }
  return kSequenceGoesOn;
}

// What may end a control string: BEL, newline, carriage return, CAN, SUB, ESC; the second byte of a C1
// control.
constexpr std::array<bool, 256> kEndsString = [] {
  std::array<bool, 256> ends{};
  for (const unsigned byte : {0x07U, 0x0AU, 0x0DU, 0x18U, 0x1AU, 0x1BU}) ends.at(byte) = true;
  for (unsigned byte = 0x80; byte <= 0x9F; ++byte) ends.at(byte) = true;
  return ends;
}();

// 0 where the string is none.
std::size_t string_with_end(std::string_view text) {
  const std::size_t limit = std::min(text.size(), kLongestString);
  for (std::size_t at = 0; at < limit; ++at) {
    const unsigned byte = byte_at(text, at);
    if (!kEndsString[byte]) continue;
    if (byte == 0x07) return at + 1;
    if (byte >= 0x80) {
      if (at == 0 || byte_at(text, at - 1) != 0xC2) continue;
      return byte == 0x9C ? at + 1 : 0;
    }
    if (byte != 0x1B) return 0;
    if (at + 1 == text.size()) return kSequenceGoesOn;
    return text[at + 1] == '\\' ? at + 2 : 0;
  }
  return limit == kLongestString ? 0 : kSequenceGoesOn;
}

std::size_t plus(std::size_t introducer, std::size_t rest) {
  return rest == kSequenceGoesOn ? rest : introducer + rest;
}

}  // namespace

std::size_t escape_sequence(std::string_view text) {
  if (text.size() < 2) return kSequenceGoesOn;
  const unsigned byte = byte_at(text, 1);
  switch (byte) {
    case '[':
      return plus(2, parameters(text.substr(2), 0x3F));
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
    case 'k':  // the title of a screen
      return plus(2, string_with_end(text.substr(2)));
    default:
      if (in_range(byte, 0x20, 0x2F)) return plus(2, parameters(text.substr(2), 0x2F));
      return in_range(byte, 0x30, 0x7E) ? 2 : 1;
  }
}

std::size_t behind_c1(unsigned code, std::string_view text) {
  if (code == 0x9B) return parameters(text, 0x3F);
  if (code == 0x90 || code == 0x98 || in_range(code, 0x9D, 0x9F)) return string_with_end(text);
  return 0;
}

}  // namespace proctor::output
