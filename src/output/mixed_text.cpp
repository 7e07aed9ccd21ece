#include "output/mixed_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "output/characters.hpp"
#include "output/control_sequence.hpp"

namespace proctor::output {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// What becomes of a byte by itself.
struct Fate {
  std::array<char, 4> shown{};
  std::uint8_t size = 0;
  bool special = false;  // it takes a closer look
};

constexpr std::array<Fate, 256> kFates = [] {
  std::array<Fate, 256> fates{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    Fate& fate = fates.at(byte);
    if ((byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t') {
      fate = {{static_cast<char>(byte)}, 1, false};
    } else if (byte == '\r' || byte == '\b' || byte == 0x1B || byte == 0x9B ||
               (byte >= 0xC2 && byte <= 0xF4)) {
      fate.special = true;
    } else if (byte >= 0x80) {  // begins no character
      fate = {{kReplacement[0], kReplacement[1], kReplacement[2]}, 3, false};
    }
  }
  return fates;
}();

const Fate& fate_of(char c) {
  return kFates[static_cast<unsigned char>(c)];
}

// Of the first byte.
std::size_t run_length(std::string_view bytes) {
  return std::min(bytes.find_first_not_of(bytes.front()), bytes.size());
}

bool is_printable(char c) {
  return c >= 0x20 && c < 0x7F;
}

// How many of the 16 bytes are plain, before one that isn't (or may not be).
std::size_t plain_run(const char* bytes) {
#if defined(__SSE2__)
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const auto is = [text](char c) { return _mm_cmpeq_epi8(text, _mm_set1_epi8(c)); };
  const __m128i low = _mm_cmplt_epi8(text, _mm_set1_epi8(' '));  // not ASCII as well
  const __m128i other = _mm_or_si128(_mm_andnot_si128(_mm_or_si128(is('\n'), is('\t')), low), is('\x7F'));
  return static_cast<std::size_t>(
      std::countr_zero(0x10000U | static_cast<unsigned>(_mm_movemask_epi8(other))));
#else
  const std::size_t first = plain_bytes(bytes);
  return first < 8 ? first : first + plain_bytes(bytes + 8);
#endif
}

// How many zeros there are, as far as they come by eights.
std::ptrdiff_t zeros(const char* at, const char* end) {
  const char* const begin = at;
  for (std::uint64_t word = 0; end - at >= 8; at += 8) {
    std::memcpy(&word, at, sizeof word);
    if (word != 0) break;
  }
  return at - begin;
}

// Whether a C1 control (in UTF-8) begins here that introduces nothing.
bool is_lone_c1(std::string_view bytes) {
  if (bytes.size() < 2 || bytes[0] != '\xC2') return false;
  const unsigned code = static_cast<unsigned char>(bytes[1]);
  return code >= 0x80 && code < 0xA0 && behind_c1(code, {}) == 0;
}

// The sequence that begins here; 0 if it goes on behind the end.
std::size_t escape(std::string_view bytes) {
  if (bytes.size() > kLongestSequence && bytes[1] == '[') {  // a colour, nearly always
    std::size_t at = 2;
    while (at < kLongestSequence && bytes[at] >= '0' && bytes[at] <= '?') ++at;
    if (bytes[at] >= '@' && bytes[at] <= '~') return at + 1;
  }
  if (bytes.size() > 1 && bytes[1] == bytes[0]) return run_length(bytes) - 1;
  const std::size_t size = escape_sequence(bytes);
  return size == kSequenceGoesOn ? 0 : size;
}

}  // namespace

// Works on copies of the members: to the compiler each byte that is written could be one of them.
std::string_view MixedText::take(std::string_view bytes) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  char* const text = text_.data();
  std::size_t size = size_;
  bool has_runs = true;  // of plain text, lately
  while (at < end && size <= kRoom) {
    const char* const begin = at;
    if (has_runs) {
      at += zeros(at, end);
      while (end - at >= kMost && size <= kRoom) {
        const std::size_t plain = plain_run(at);
        std::memcpy(text + size, at, kMost);
        size += plain;
        at += plain;
        if (plain < kMost) break;
      }
      if (at == end || size > kRoom) break;
      has_runs = at - begin >= kShortBurst;
    }
    const char* const burst = at;
    // Byte by byte, without a branch that depends on those that aren't special.
    const char* const stop = at + std::min<std::ptrdiff_t>(end - at, has_runs ? kShortBurst : kLongBurst);
    const Fate* fate = &fate_of(*at);
    while (!fate->special) {
      std::memcpy(text + size, fate->shown.data(), fate->shown.size());
      size += fate->size;
      if (++at == stop) break;
      fate = &fate_of(*at);
    }
    has_runs = has_runs || at - burst >= kMost;
    if (at == stop) continue;
    const std::string_view rest(at, static_cast<std::size_t>(end - at));
    std::size_t taken = 0;
    if (static_cast<unsigned char>(*at) >= 0xC2) {
      if (rest.size() > 1 && (static_cast<unsigned char>(at[1]) & 0xC0U) != 0x80U) {
        std::memcpy(text + size, kReplacement.data(), kReplacement.size());
        size += kReplacement.size();
        taken = 1;
      } else if ((taken = plain_character(rest)) > 0) {
        std::memcpy(text + size, at, 4);
        size += taken;
      } else if (is_lone_c1(rest)) {
        taken = 2;
      }
    } else if (*at == '\r' && rest.size() > 1 && at[1] == '\n') {
      taken = 1;  // nothing is overwritten
    } else if (*at == '\x1B') {
      taken = escape(rest);
      if (taken == 0) break;
    } else if (*at == '\r' && rest.size() > 1) {
      // The usual case of overwrite(): another state of the line follows, perhaps behind "erase the line".
      std::size_t next = 1;
      if (at[1] == '\x1B') next += escape(rest.substr(1));
      std::size_t back = size;
      if (next < rest.size() && is_printable(at[next])) {
        while (back > line_ && text[back - 1] != '\n') --back;
        if (back > line_ || (back == line_ && is_whole_)) {
          size = back;
          taken = next;
        }
      }
    } else if (*at == '\b' && rest.size() > 1 && is_printable(at[1]) && line_ != kUnknown && size > line_ &&
               is_printable(text[size - 1])) {
      --size;  // the usual case of overwrite()
      taken = 1;
    }
    if (taken == 0) {
      size_ = size;
      taken = special(rest);
      // What comes next overwrites.
      while (taken > 0 && taken < rest.size() && (returned_ || backspaces_ > 0)) {
        const std::size_t more = special(rest.substr(taken));
        if (more == 0) return rest.substr(taken);
        taken += more;
      }
      size = size_;
      if (taken == 0) break;
    }
    at += taken;
  }
  size_ = size;
  return {at, static_cast<std::size_t>(end - at)};
}

// Anything. Returns how many bytes were taken, 0 if more of them have to be there.
std::size_t MixedText::special(std::string_view bytes) {
  const char c = bytes.front();
  const Fate& fate = fate_of(c);
  if (!fate.special) {
    if (c == '\n') {  // nothing is overwritten
      returned_ = false;
      backspaces_ = 0;
    }
    if (fate.size > 0) append({fate.shown.data(), fate.size});
    return 1;
  }
  switch (c) {
    case '\r':
      returned_ = true;
      backspaces_ = 0;
      return run_length(bytes);
    case '\b': {
      const std::size_t size = run_length(bytes);
      if (!returned_) backspaces_ += size;
      return size;
    }
    case '\x1B':
      return escape(bytes);
    default:
      return character(bytes);
  }
}

std::size_t MixedText::character(std::string_view bytes) {
  if (const std::size_t size = plain_character(bytes); size > 0) {
    append(bytes.substr(0, size));
    return size;
  }
  const Character character = classify(bytes);
  std::size_t behind = 0;
  switch (character.kind) {
    case CharacterKind::text:
      append(bytes.substr(0, character.size));
      break;
    case CharacterKind::control:  // U+0080 to U+009F are C2 and the code
      behind = behind_c1(static_cast<unsigned char>(bytes[1]), bytes.substr(2));
      break;
    case CharacterKind::separator:
      append(" ");
      break;
    case CharacterKind::hidden:
      break;
    case CharacterKind::unfinished:
      return 0;
    case CharacterKind::invalid:
      // A control sequence in eight bits. The other introducers are ordinary letters in old encodings, and
      // would swallow a text that is only badly encoded.
      if (bytes.front() == '\x9B') {
        behind = behind_c1(0x9B, bytes.substr(1));
      } else {
        append(kReplacement);
      }
      break;
  }
  return behind == kSequenceGoesOn ? 0 : character.size + behind;
}

void MixedText::append(std::string_view text) {
  if (returned_ || backspaces_ > 0) overwrite();
  for (const char c : text) text_[size_++] = c;
}

// What was announced happens, as in Sanitizer::Line.
void MixedText::overwrite() {
  find_line();
  if (returned_) {
    if (!is_whole_) {
      tell();
      out_.carriage_return();
      line_ = 0;
      is_whole_ = true;
    }
    size_ = line_;
  } else {
    for (; backspaces_ > 0 && line_ != kUnknown && size_ > line_; --backspaces_) {
      do {
        --size_;
      } while (size_ > line_ && (static_cast<unsigned char>(text_[size_]) & 0xC0U) == 0x80U);
    }
    if (backspaces_ > 0 && !is_whole_) {
      tell();
      out_.backspace(backspaces_);
    }
  }
  returned_ = false;
  backspaces_ = 0;
}

void MixedText::find_line() {
  const std::size_t from = line_ == kUnknown ? 0 : line_;
  const auto* newline = static_cast<const char*>(::memrchr(text_.data() + from, '\n', size_ - from));
  if (newline == nullptr) return;
  line_ = static_cast<std::size_t>(newline + 1 - text_.data());
  is_whole_ = true;
}

void MixedText::tell() {
  if (size_ > 0) out_.text({text_.data(), size_});
  size_ = 0;
  is_whole_ = false;
  line_ = out_.room() >= text_.size() ? 0 : kUnknown;
}

void MixedText::finish() {
  tell();
  if (returned_) {
    out_.carriage_return();
  } else if (backspaces_ > 0) {
    out_.backspace(backspaces_);
  }
}

}  // namespace proctor::output
