#include "output/glance.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "output/characters.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace proctor::output {
namespace {

constexpr std::size_t kVector = 16;
constexpr std::size_t kAhead = 7;  // bytes after the block that are looked at

// A vector of bytes, with the operators of the compiler: it becomes whatever the machine has.
using Bytes = std::uint8_t __attribute__((vector_size(kVector)));
using Mask = std::int8_t __attribute__((vector_size(kVector)));

Bytes load(const char* from) {
  Bytes bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// For each of the bytes from `at`, whether one of the words could stand there: three or four of its letters
// do. Common letters are shared between the words, which saves a third of the work.
Mask hints(const char* at) {
  const Bytes b0 = load(at);
  const Bytes b1 = load(at + 1);
  const Bytes b2 = load(at + 2);
  const Bytes b3 = load(at + 3);
  const Bytes b4 = load(at + 4);
  const Bytes b7 = load(at + 7);
  const Mask r1 = b1 == 'r';
  const Mask r3 = b3 == 'r';
  const Mask c1 = b1 == 'c';
  const Mask t2 = b2 == 't';
  // around an e: e-rr(or): or e-rr(or)[, sse-r(t), xce(ption), (Tra)ce-b(ack), (s)e-gm, " re-f(erence)"
  const Mask with_e =
      ((b2 | 0x20) == 'e') &
      ((r3 & (((b4 == 'r') & ((b7 == ':') | (b7 == '['))) | ((b0 == 's') & (b1 == 's')))) |
       (c1 & ((b0 == 'x') | (b3 == 'b'))) | ((b3 == 'g') & (b4 == 'm')) | (r1 & (b0 == ' ') & (b3 == 'f')));
  // FAI and Fai, RRO, pani, fat
  const Mask fail = (b0 == 'F') & ((b1 | 0x20) == 'a') & ((b2 | 0x20) == 'i');
  const Mask error = (b0 == 'R') & (b1 == 'R') & (b2 == 'O');
  const Mask with_a = (b1 == 'a') & (((b0 == 'p') & (b2 == 'n') & (b3 == 'i')) | ((b0 == 'f') & t2));
  // no-t ok, and the crosses: E2 9C 95 to 98, E2 9D 8C
  const Mask not_ok = (b1 == 'o') & t2 & (b3 == ' ') & (b4 == 'o');
  const Mask cross = ((b0 == 0x9C) & ((b1 - 0x95) <= 3)) | ((b0 == 0x9D) & (b1 == 0x8C));
  return with_e | fail | error | with_a | not_ok | cross;
}

bool any(Mask mask) {
  std::array<std::uint64_t, kVector / 8> words;
  std::memcpy(words.data(), &mask, sizeof mask);
  return (words[0] | words[1]) != 0;
}

// A bit for each byte.
std::uint32_t bits_of(Mask mask) {
#if defined(__SSE2__)
  __m128i bytes;
  std::memcpy(&bytes, &mask, sizeof bytes);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
#else
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kVector; ++i) bits |= static_cast<std::uint32_t>(mask[i] != 0) << i;
  return bits;
#endif
}

bool begins_e_word(std::string_view text) {
  return text.starts_with("error:") || text.starts_with("Error:") || text.starts_with("error[") ||
         text.starts_with("egmentation fault");
}

// Whether the hint at `at` is more than that: one of the words of reports_failure() stands there. The byte
// there may be in front of a word with an e as well, whatever it is.
bool is_failure_word(std::string_view text, std::size_t at) {
  const std::string_view here = text.substr(at);
  const auto before = [&](std::size_t count) { return at < count ? '\n' : text[at - count]; };
  switch (here.front()) {
    case 'F':
      if (!is_word_character(before(1)) &&
          (here.starts_with("FAIL") || here.starts_with("Failed") || here.starts_with("Failure"))) {
        return true;
      }
      break;
    case 'R':
      if (here.starts_with("RROR") && (at == 0 || (before(1) == 'E' && !is_word_character(before(2)))))
        return true;
      break;
    case 'p':
      if (here.starts_with("panicked at") || here.starts_with("panic:")) return true;
      break;
    case 'f':
      if (here.starts_with("fatal:")) return true;
      break;
    case 'x':
      if (here.starts_with("xception")) return true;
      break;
    case 's':
      if (here.starts_with("ssert")) return true;
      break;
    case 'a':
      if (here.starts_with("aceback")) return true;
      break;
    case ' ':
      if (here.starts_with(" reference")) return true;
      break;
    case 'n':
      if (here.starts_with("not ok") && static_cast<unsigned char>(before(1)) <= ' ') return true;
      break;
    case '\x9C':
    case '\x9D':
      if (at == 0 || before(1) == '\xE2') return true;
      break;
    default:
      break;
  }
  return begins_e_word(here.substr(2));
}

bool block_has_hint(std::string_view text, std::size_t begin) {
  std::array<Mask, kGlanceBlock / kVector> found;
  Mask all{};
  for (std::size_t i = 0; i < found.size(); ++i) all |= found[i] = hints(text.data() + begin + i * kVector);
  if (!any(all)) return false;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::uint32_t bits = bits_of(found[i]); bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
      if (is_failure_word(text, begin + i * kVector + bit)) return true;
    }
  }
  return false;
}

// How many whole blocks at the beginning may be passed over without looking for hints, because they hold none
// of the threes of bytes that each hint has. Quicker than hints() where the machine can look up 32 bytes at a
// time, and it may stop too early, never too late.
using PassOver = std::size_t (*)(const char* text, std::size_t size);

std::size_t pass_over_nothing(const char* /*text*/, std::size_t /*size*/) {
  return 0;
}

#if defined(__x86_64__)

// For each half of a byte, in which groups of threes it stands at the first, second or third place: a group
// is a bit. Only where the same bit is left in all six tables a three of the group may stand. (This is how
// Hyperscan's "Teddy" finds literals.)
struct Tables {
  alignas(16) std::array<std::array<std::uint8_t, 16>, 3> low{};
  alignas(16) std::array<std::array<std::uint8_t, 16>, 3> high{};

  constexpr void add(unsigned group, std::array<std::uint8_t, 3> three) {
    for (std::size_t place = 0; place < three.size(); ++place) {
      const auto bit = static_cast<std::uint8_t>(1U << group);
      low[place][three[place] & 15U] = static_cast<std::uint8_t>(low[place][three[place] & 15U] | bit);
      high[place][three[place] >> 4U] = static_cast<std::uint8_t>(high[place][three[place] >> 4U] | bit);
    }
  }
};

constexpr Tables kTables = [] {
  Tables tables;
  const auto add = [&tables](unsigned group, const char(&three)[4]) {
    tables.add(group, {static_cast<std::uint8_t>(three[0]), static_cast<std::uint8_t>(three[1]),
                       static_cast<std::uint8_t>(three[2])});
  };
  // The letters that hints() asks for, as far as they stand side by side. Those of a group find each other's
  // mixtures as well, so unlike ones stand together.
  add(0, "err");
  add(0, "Err");
  add(1, "FAI");
  add(1, "FAi");
  add(1, "Fai");
  add(1, "FaI");
  add(2, "RRO");
  add(2, "egm");
  add(2, "Egm");
  add(3, "sse");
  add(3, "ssE");
  add(4, "xce");
  add(4, "xcE");
  add(4, "ceb");
  add(4, "cEb");
  add(6, "ref");
  add(6, "rEf");
  add(7, "pan");
  add(7, "fat");
  add(6, "t o");
  // The crosses, whose third byte may be any: a group of their own, for letters among them would find much
  // else.
  for (unsigned third = 0; third < 256; ++third) {
    for (unsigned second = 0x95; second <= 0x98; ++second)
      tables.add(5, {0x9C, static_cast<std::uint8_t>(second), static_cast<std::uint8_t>(third)});
    tables.add(5, {0x9D, 0x8C, static_cast<std::uint8_t>(third)});
  }
  return tables;
}();

__attribute__((target("avx2"))) __m256i table_of(const std::array<std::uint8_t, 16>& table) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table.data())));
}

__attribute__((target("avx2"))) std::size_t pass_over_avx2(const char* text, std::size_t size) {
  const __m256i half = _mm256_set1_epi8(15);
  const __m256i low[3] = {table_of(kTables.low[0]), table_of(kTables.low[1]), table_of(kTables.low[2])};
  const __m256i high[3] = {table_of(kTables.high[0]), table_of(kTables.high[1]), table_of(kTables.high[2])};
  std::size_t seen = 0;
  while (seen + kGlanceBlock + kAhead <= size) {
    __m256i found = _mm256_setzero_si256();
    for (std::size_t at = seen; at < seen + kGlanceBlock; at += sizeof(__m256i)) {
      __m256i here = _mm256_set1_epi8(-1);
      for (std::size_t place = 0; place < 3; ++place) {
        const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + at + place));
        here = _mm256_and_si256(here, _mm256_shuffle_epi8(low[place], _mm256_and_si256(bytes, half)));
        here = _mm256_and_si256(
            here, _mm256_shuffle_epi8(high[place], _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half)));
      }
      found = _mm256_or_si256(found, here);
    }
    if (_mm256_testz_si256(found, found) == 0) break;
    seen += kGlanceBlock;
  }
  return seen;
}

PassOver best_pass_over() {
  return __builtin_cpu_supports("avx2") != 0 ? pass_over_avx2 : pass_over_nothing;
}

#else

PassOver best_pass_over() {
  return pass_over_nothing;
}

#endif

}  // namespace

std::size_t glance(std::string_view text) {
  // Words with an e at their beginning are found by what stands two bytes before it: not the first two.
  for (const std::size_t first : {0U, 1U}) {
    if (begins_e_word(text.substr(std::min<std::size_t>(first, text.size())))) return 0;
  }
  static const PassOver pass_over = best_pass_over();
  std::size_t seen = 0;
  while (true) {
    const std::size_t passed = pass_over(text.data() + seen, text.size() - seen);
    seen += passed;
    // A hint may begin up to two bytes before its three: at the end of the last block that was passed over.
    if (passed > 0 && block_has_hint(text, seen - kGlanceBlock)) return seen - kGlanceBlock;
    if (seen + kGlanceBlock + kAhead > text.size() || block_has_hint(text, seen)) return seen;
    seen += kGlanceBlock;
  }
}

}  // namespace proctor::output
