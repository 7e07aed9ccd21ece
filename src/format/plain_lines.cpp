#include "format/plain_lines.hpp"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "format/line_cursor.hpp"
#include "format/line_prefix.hpp"
#include "format/repeated_bytes.hpp"
#include "format/unfinished_run.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kGroup = 64;

struct GroupMasks {
  std::uint64_t newlines = 0;
  std::uint64_t marks = 0;  // what ends a prefix: one of ":]|" and a blank behind it
};

// Reads one byte more.
GroupMasks masks_of(const char* group) {
  GroupMasks masks;
#if defined(__SSE2__)
  const auto bits = [](__m128i bytes, unsigned i) {
    return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(bytes))} << (16 * i);
  };
  for (unsigned i = 0; i < kGroup / 16; ++i) {
    const char* at = group + std::size_t{16} * i;
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i next = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 1));
    const auto is = [&bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
    const __m128i ends = _mm_or_si128(_mm_or_si128(is(':'), is(']')), is('|'));
    masks.newlines |= bits(is('\n'), i);
    masks.marks |= bits(_mm_and_si128(ends, _mm_cmpeq_epi8(next, _mm_set1_epi8(' '))), i);
  }
#else
  for (unsigned i = 0; i < kGroup; ++i) {
    const char c = group[i];
    masks.newlines |= std::uint64_t{c == '\n'} << i;
    masks.marks |= std::uint64_t{(c == ':' || c == ']' || c == '|') && group[i + 1] == ' '} << i;
  }
#endif
  return masks;
}

// may_end_prefix() of ":" or "|" at `place` says no, as the first 16 bytes of the line tell by themselves.
// Reads one byte more.
bool is_far_from_prefix([[maybe_unused]] const char* line, [[maybe_unused]] std::size_t place) {
#if defined(__SSE2__)
  const auto blanks = [](const char* at) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
  };
  static_assert(kMostPrefixGaps == 2);
  std::uint32_t gaps = blanks(line + 1) & ~blanks(line);
  gaps &= gaps - 1;
  gaps &= gaps - 1;  // now without the first two
  return place > 16 && gaps != 0 && *line != '[';
#else
  return false;
#endif
}

class Beginnings {
 public:
  Beginnings() {
    for (const std::string_view start : RunWatch::starts()) set(start[0], start[1]);
    for (const std::string_view start : numbered_starts()) set(start[0], start[1]);
    for (char first = '0'; first <= '9'; ++first) {
      for (char second = '0'; second <= '9'; ++second) set(first, second);
      for (const char second : {'.', '%'}) set(first, second);
    }
    for (int second = 0; second < 256; ++second) {
      for (const char first : {' ', '\t'}) set(first, static_cast<char>(second));
    }
  }
  bool have(const char* line) const { return pairs_[index(line[0], line[1])]; }

 private:
  static std::size_t index(char first, char second) {
    return static_cast<std::size_t>(static_cast<unsigned char>(first)) * 256 +
           static_cast<unsigned char>(second);
  }
  void set(char first, char second) { pairs_.set(index(first, second)); }

  std::bitset<65536> pairs_{};
};

}  // namespace

std::size_t plain_lines(std::string_view text) {
  static const Beginnings kBeginnings;
  const char* const begin = text.data();
  if (text.size() <= 2 * kGroup || kBeginnings.have(begin)) return 0;
  std::size_t line = 0;  // where the last one begins that was seen
  for (std::size_t at = 0; at + kGroup + 2 < text.size(); at += kGroup) {
    // The same lines again, if the last two groups have them, too; the last bytes of one need the next.
    if (at >= 2 * kGroup && line > at - kGroup &&
        repeated_bytes(begin + at - kGroup, begin + at, kGroup) > 0) {
      const std::size_t again = repeated_bytes(begin + at, begin + text.size() - kGroup, kGroup);
      const std::size_t passed = again - std::min(again, kGroup);
      at += passed;
      line += passed;
    }
    const GroupMasks masks = masks_of(begin + at);
    // In their order: a mark belongs to the line that it stands in.
    for (std::uint64_t all = masks.newlines | masks.marks; all != 0; all &= all - 1) {
      const std::uint64_t bit = all & (~all + 1);
      const std::size_t place = at + static_cast<std::size_t>(std::countr_zero(all));
      if ((masks.newlines & bit) != 0) {
        if (text.substr(line, place - line).ends_with(RunWatch::kAssertionEnd)) return line;
        line = place + 1;
        if (kBeginnings.have(begin + line)) return line;
      } else if (place - line < kLongestPrefix && !is_far_from_prefix(begin + line, place - line) &&
                 may_end_prefix({begin + line, place + 1 - line})) {
        return line;
      }
    }
  }
  return line;
}

}  // namespace proctor::format
