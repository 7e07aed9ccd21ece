#include "format/skip_filter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "format/forge_document.hpp"

namespace proctor::format {
namespace {

constexpr std::array<std::string_view, 6> kSkipped = {"traces",      "logs",          "gas_report_traces",
                                                      "breakpoints", "gas_snapshots", "labeled_addresses"};
constexpr std::size_t kLongestKnownKey = 18;  // one more than the longest of them
constexpr std::size_t kSkipBlock = 64;

#if defined(__SSE2__)

// One bit for each byte of a block.
struct Masks {
  std::uint64_t quotes = 0, backslashes = 0, opening = 0, closing = 0;
};

Masks classify(const char* block) {
  Masks masks;
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i opening = _mm_set1_epi8('{');
  const __m128i closing = _mm_set1_epi8('}');
  const __m128i case_bit = _mm_set1_epi8(0x20);  // makes '{' of '[' and '}' of ']'
  const auto bits = [](__m128i equal) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(equal)));
  };
  for (unsigned i = 0; i < kSkipBlock / 16; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + std::size_t{16} * i));
    const __m128i folded = _mm_or_si128(bytes, case_bit);
    masks.quotes |= bits(_mm_cmpeq_epi8(bytes, quote)) << (16 * i);
    masks.backslashes |= bits(_mm_cmpeq_epi8(bytes, backslash)) << (16 * i);
    masks.opening |= bits(_mm_cmpeq_epi8(folded, opening)) << (16 * i);
    masks.closing |= bits(_mm_cmpeq_epi8(folded, closing)) << (16 * i);
  }
  return masks;
}

// Bit i of the result: an odd number of bits are set in 0…i.
std::uint64_t parity_up_to(std::uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

#endif

}  // namespace

std::size_t BracketScanner::scan_slowly(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (escaped_) {
      escaped_ = false;
    } else if (in_string_) {
      escaped_ = c == '\\';
      if (c == '"') in_string_ = false;
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      if (++depth_ > ForgeDocument::kMaxDepth) {
        too_deep_ = true;
        return i + 1;
      }
    } else if (c == '}' || c == ']') {
      if (--depth_ == 0) return i + 1;
    }
  }
  return bytes.size();
}

// Passes a whole block at once. False, and nothing is passed, if it needs a closer look: there is a backslash
// in it, the value may end in it, or the depth comes near its limit.
bool BracketScanner::scan_block([[maybe_unused]] const char* block) {
#if defined(__SSE2__)
  if (escaped_ || depth_ + kSkipBlock > ForgeDocument::kMaxDepth) return false;
  const Masks masks = classify(block);
  if (masks.backslashes != 0) return false;
  const std::uint64_t strings = parity_up_to(masks.quotes) ^ (in_string_ ? ~std::uint64_t{0} : 0);
  const auto opened = static_cast<std::size_t>(std::popcount(masks.opening & ~strings));
  const auto closed = static_cast<std::size_t>(std::popcount(masks.closing & ~strings));
  if (closed >= depth_) return false;
  depth_ = depth_ + opened - closed;
  in_string_ = (strings >> 63U) != 0;
  return true;
#else
  return false;
#endif
}

std::size_t BracketScanner::scan(std::string_view bytes) {
  std::size_t position = 0;
  while (position < bytes.size() && depth_ > 0 && !too_deep_) {
    const std::size_t left = bytes.size() - position;
    if (left >= kSkipBlock && scan_block(bytes.data() + position)) {
      position += kSkipBlock;
    } else {
      position += scan_slowly(bytes.substr(position, kSkipBlock));
    }
  }
  return position;
}

bool SkipFilter::key_is_skipped() const {
  return std::find(kSkipped.begin(), kSkipped.end(), key_) != kSkipped.end();
}

// Outside of strings, not a blank.
void SkipFilter::structural(char c) {
  switch (c) {
    case '{':
    case '[':
      ++depth_;
      if (depth_ == kTestDepth) in_test_ = c == '{';
      key_comes_ = depth_ == kTestDepth && in_test_;
      break;
    case '}':
    case ']':
      if (depth_ > 0) --depth_;
      key_comes_ = false;
      break;
    case ',':
      key_comes_ = depth_ == kTestDepth && in_test_;
      break;
    default:
      key_comes_ = false;
      break;
  }
}

// How many bytes go to the parser unchanged: all, or those before the value that is to be skipped.
std::size_t SkipFilter::pass(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
        value_comes_ = reading_key_ && key_is_skipped();
        reading_key_ = false;
        continue;
      }
      // Backslashes are taken as they come: an escaped key just isn't one of those to skip.
      if (reading_key_ && key_.size() < kLongestKnownKey) key_ += c;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    if (c == '"') {
      in_string_ = true;
      reading_key_ = key_comes_;
      key_comes_ = value_comes_ = false;
      key_.clear();
      continue;
    }
    if (value_comes_ && c != ':') {
      value_comes_ = false;
      if (c == '{' || c == '[') {
        begins_skip_ = true;
        return i;
      }
    }
    structural(c);
  }
  return bytes.size();
}

}  // namespace proctor::format
