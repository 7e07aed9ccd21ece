#include "output/text_blocks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace proctor::output {

#if defined(__x86_64__)

namespace {

constexpr std::size_t kBlock = 32;

// Whether UTF-8 is valid is looked up from the halves of bytes that stand side by side, as Keiser and Lemire
// do it ("Validating UTF-8 In Less Than One Instruction Per Byte", 2020). A bit is a mistake; it is made
// where it stands in all three tables.
constexpr std::uint8_t kTooShort = 1U << 0U;  // a lead byte and no continuation
constexpr std::uint8_t kTooLong = 1U << 1U;   // ASCII and a continuation
constexpr std::uint8_t kOverlong3 = 1U << 2U;
constexpr std::uint8_t kTooLarge = 1U << 3U;
constexpr std::uint8_t kSurrogate = 1U << 4U;
constexpr std::uint8_t kOverlong2 = 1U << 5U;
constexpr std::uint8_t kTooLarge1000 = 1U << 6U;
constexpr std::uint8_t kOverlong4 = 1U << 6U;
constexpr std::uint8_t kTwoContinue = 1U << 7U;  // right where a character of three or four bytes goes on
constexpr std::uint8_t kCarry = kTooShort | kTooLong | kTwoContinue;

using Table = std::array<std::uint8_t, 16>;

constexpr Table kFirstHigh = {kTooLong,
                              kTooLong,
                              kTooLong,
                              kTooLong,
                              kTooLong,
                              kTooLong,
                              kTooLong,
                              kTooLong,
                              kTwoContinue,
                              kTwoContinue,
                              kTwoContinue,
                              kTwoContinue,
                              kTooShort | kOverlong2,
                              kTooShort,
                              kTooShort | kOverlong3 | kSurrogate,
                              kTooShort | kTooLarge | kTooLarge1000 | kOverlong4};
constexpr Table kFirstLow = [] {
  Table table{};
  table.fill(kCarry | kTooLarge | kTooLarge1000);
  table[0] = kCarry | kOverlong3 | kOverlong2 | kOverlong4;
  table[1] = kCarry | kOverlong2;
  table[2] = table[3] = kCarry;
  table[4] = kCarry | kTooLarge;
  table[13] = kCarry | kTooLarge | kTooLarge1000 | kSurrogate;
  return table;
}();
constexpr Table kSecondHigh = [] {
  Table table{};
  table.fill(kTooShort);
  table[8] = kTooLong | kOverlong2 | kTwoContinue | kOverlong3 | kTooLarge1000 | kOverlong4;
  table[9] = kTooLong | kOverlong2 | kTwoContinue | kOverlong3 | kTooLarge;
  table[10] = table[11] = kTooLong | kOverlong2 | kTwoContinue | kSurrogate | kTooLarge;
  return table;
}();

// Functions that are compiled for AVX2 take each other's vectors only when they are inlined.
#define PROCTOR_AVX2 __attribute__((target("avx2"), always_inline)) inline

PROCTOR_AVX2 __m256i look_up(const Table& table, __m256i halves) {
  const __m128i half = _mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data()));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half), halves);
}

PROCTOR_AVX2 __m256i high_halves(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(15));
}

PROCTOR_AVX2 __m256i equal(__m256i bytes, unsigned byte) {
  return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(static_cast<char>(byte)));
}

// What stands N bytes before each byte.
template <int N>
PROCTOR_AVX2 __m256i before(__m256i bytes, __m256i last) {
  return _mm256_alignr_epi8(bytes, _mm256_permute2x128_si256(last, bytes, 0x21), 16 - N);
}

PROCTOR_AVX2 __m256i mistakes(__m256i bytes, __m256i last, __m256i before1) {
  const __m256i low = _mm256_and_si256(before1, _mm256_set1_epi8(15));
  const __m256i pairs =
      _mm256_and_si256(_mm256_and_si256(look_up(kFirstHigh, high_halves(before1)), look_up(kFirstLow, low)),
                       look_up(kSecondHigh, high_halves(bytes)));
  // The third byte of a character, and the fourth, continue it.
  const __m256i third = _mm256_subs_epu8(before<2>(bytes, last), _mm256_set1_epi8(0xE0 - 0x80));
  const __m256i fourth = _mm256_subs_epu8(before<3>(bytes, last), _mm256_set1_epi8(0xF0 - 0x80));
  const __m256i goes_on =
      _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(static_cast<char>(0x80)));
  return _mm256_xor_si256(goes_on, pairs);
}

// Pairs that a character begins with that isn't text: C2 80 to C2 9F, D8 9C, E1 A0, E2 80, E2 81, EF BB, EF
// BF, F3 A0. Some ordinary characters begin so as well (dashes and quotation marks: E2 80).
PROCTOR_AVX2 __m256i suspects(__m256i bytes, __m256i before1) {
  const __m256i below_a0 = _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(0xA0)), bytes);
  const __m256i at_80 = _mm256_or_si256(equal(bytes, 0x80), equal(bytes, 0x81));
  const __m256i at_bb = _mm256_or_si256(equal(bytes, 0xBB), equal(bytes, 0xBF));
  const __m256i at_a0 = equal(bytes, 0xA0);
  __m256i found = _mm256_and_si256(equal(before1, 0xC2), below_a0);
  found = _mm256_or_si256(found, _mm256_and_si256(equal(before1, 0xD8), equal(bytes, 0x9C)));
  found = _mm256_or_si256(found, _mm256_and_si256(equal(before1, 0xE2), at_80));
  found = _mm256_or_si256(found, _mm256_and_si256(equal(before1, 0xEF), at_bb));
  const __m256i e1_f3 = _mm256_or_si256(equal(before1, 0xE1), equal(before1, 0xF3));
  return _mm256_or_si256(found, _mm256_and_si256(e1_f3, at_a0));
}

PROCTOR_AVX2 __m256i controls(__m256i bytes) {
  const __m256i space = _mm256_set1_epi8(0x20);
  const __m256i low = _mm256_cmpeq_epi8(_mm256_max_epu8(bytes, space), space);  // a space as well
  const __m256i fine =
      _mm256_or_si256(equal(bytes, ' '), _mm256_or_si256(equal(bytes, '\n'), equal(bytes, '\t')));
  return _mm256_or_si256(_mm256_andnot_si256(fine, low), equal(bytes, 0x7F));
}

// The last of the characters before `end`, which are valid so far, may go on behind it.
std::size_t without_unfinished(std::string_view text, std::size_t end) {
  for (std::size_t size = 1; size <= std::min<std::size_t>(end, 3); ++size) {
    const auto byte = static_cast<unsigned char>(text[end - size]);
    if (byte < 0x80) return end;
    if (byte < 0xC0) continue;
    const std::size_t whole = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return size < whole ? end - size : end;
  }
  return end;
}

__attribute__((target("avx2"))) std::size_t text_blocks_avx2(std::string_view text) {
  std::size_t at = 0;
  __m256i last = _mm256_setzero_si256();
  for (; at + kBlock <= text.size(); at += kBlock) {
    const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text.data() + at));
    const __m256i before1 = before<1>(bytes, last);
    const __m256i wrong = _mm256_or_si256(mistakes(bytes, last, before1),
                                          _mm256_or_si256(suspects(bytes, before1), controls(bytes)));
    if (_mm256_testz_si256(wrong, wrong) == 0) break;
    last = bytes;
  }
  return without_unfinished(text, at);
}

#undef PROCTOR_AVX2

}  // namespace

std::size_t text_blocks(std::string_view bytes) {
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;
  return kHasAvx2 && bytes.size() >= kBlock ? text_blocks_avx2(bytes) : 0;
}

#else

std::size_t text_blocks(std::string_view /*bytes*/) {
  return 0;
}

#endif

}  // namespace proctor::output
