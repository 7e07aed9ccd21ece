#include "policy/secret_patterns.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "base/text.hpp"

namespace proctor::policy {

SecretPatterns::SecretPatterns(const std::vector<std::string>& wanted) {
  for (std::string_view pattern : wanted) {
    // The parts stand side by side wherever the whole does. The last two share what is left, so that none is
    // too short.
    while (pattern.size() > kLongest) {
      const std::size_t part = std::min(kLongest, pattern.size() / 2);
      patterns_.emplace_back(pattern.substr(0, part));
      pattern.remove_prefix(part);
    }
    if (pattern.size() >= kShortest) patterns_.emplace_back(pattern);
  }
  std::sort(patterns_.begin(), patterns_.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  patterns_.erase(std::unique(patterns_.begin(), patterns_.end()), patterns_.end());
  if (patterns_.empty()) return;

  window_ = std::min<std::size_t>(patterns_.back().size(), std::numeric_limits<std::uint8_t>::max());
  shift_.assign(kTableSize, static_cast<std::uint8_t>(window_ - kBlock + 1));
  first_by_slot_.assign(kTableSize + 1, 0);
  std::vector<std::size_t> last_slot(patterns_.size());
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    const std::string& pattern = patterns_[i];
    for (std::size_t at = 0; at + kBlock <= window_; ++at) {
      std::uint8_t& shift = shift_[slot(pattern.data() + at)];
      shift = std::min(shift, static_cast<std::uint8_t>(window_ - kBlock - at));
    }
    last_slot[i] = slot(pattern.data() + window_ - kBlock);
    ++first_by_slot_[last_slot[i] + 1];
    by_first_byte_[static_cast<unsigned char>(pattern.front())].push_back(static_cast<std::uint32_t>(i));
  }
  std::partial_sum(first_by_slot_.begin(), first_by_slot_.end(), first_by_slot_.begin());
  by_slot_.resize(patterns_.size());
  std::iota(by_slot_.begin(), by_slot_.end(), 0U);
  std::stable_sort(by_slot_.begin(), by_slot_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return last_slot[a] < last_slot[b]; });
}

std::size_t SecretPatterns::slot(const char* block) {
  const auto byte = [block](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(block[i])}; };
  constexpr std::uint32_t kSpread = 0x9E3779B1U;
  return ((byte(0) | byte(1) << 8U | byte(2) << 16U) * kSpread) >> (32U - kTableBits);
}

std::optional<SecretPatterns::Match> SecretPatterns::find(std::string_view text, std::size_t from) const {
  if (patterns_.empty() || text.size() < window_) return std::nullopt;
  // Every window has one of the samples in it. They don't depend on each other, so the processor looks at
  // several at once.
  const std::size_t last_offset = window_ - kBlock;
  const std::size_t stride = last_offset + 1;
  const std::uint8_t absent = static_cast<std::uint8_t>(stride);
  std::size_t sample = from + last_offset;
  for (; sample + kBlock <= text.size(); sample += stride) {
    while (sample + 3 * stride + kBlock <= text.size() && shift_[slot(text.data() + sample)] == absent &&
           shift_[slot(text.data() + sample + stride)] == absent &&
           shift_[slot(text.data() + sample + 2 * stride)] == absent &&
           shift_[slot(text.data() + sample + 3 * stride)] == absent) {
      sample += 4 * stride;
    }
    if (sample + kBlock > text.size()) break;
    if (shift_[slot(text.data() + sample)] == absent) continue;
    if (const auto match = find_between(text, sample - last_offset, sample)) return match;
  }
  // A window that the last sample isn't in would end beyond the text.
  return std::nullopt;
}

// The first match that begins from `first` to `last`.
std::optional<SecretPatterns::Match> SecretPatterns::find_between(std::string_view text, std::size_t first,
                                                                  std::size_t last) const {
  for (std::size_t at = first; at <= last && at + window_ <= text.size();) {
    const std::size_t block = slot(text.data() + at + window_ - kBlock);
    if (shift_[block] > 0) {
      at += shift_[block];
      continue;
    }
    for (std::size_t i = first_by_slot_[block]; i < first_by_slot_[block + 1]; ++i) {
      const std::string& pattern = patterns_[by_slot_[i]];
      if (text.substr(at).starts_with(pattern)) return Match{at, at + pattern.size()};
    }
    ++at;
  }
  return std::nullopt;
}

std::size_t SecretPatterns::undecided(std::string_view text) const {
  if (patterns_.empty()) return text.size();
  for (std::size_t at = text.size() - std::min(text.size(), longest() - 1); at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    for (const std::uint32_t i : by_first_byte_[static_cast<unsigned char>(text[at])]) {
      if (patterns_[i].size() <= rest.size()) break;  // the longest come first
      if (std::string_view(patterns_[i]).starts_with(rest)) return at;
    }
  }
  return text.size();
}

namespace {

// What of the base64 of a text with `value` in it is the same whatever stands around the value, when
// `offset` bytes (modulo 3) come before it.
std::string base64_core(std::string_view value, std::size_t offset, std::string_view alphabet) {
  std::string padded(offset, '\0');
  padded += value;
  std::string out;
  for (std::size_t bit = 0; bit + 6 <= padded.size() * 8; bit += 6) {
    const auto byte = [&](std::size_t i) {
      return i < padded.size() ? unsigned{static_cast<unsigned char>(padded[i])} : 0U;
    };
    const unsigned both = byte(bit / 8) << 8U | byte(bit / 8 + 1);
    out += alphabet[both >> (10U - bit % 8) & 0x3FU];
  }
  // The first characters hold bits of what comes before.
  return out.substr(std::min(out.size(), offset == 0 ? 0 : offset + 1));
}

std::string hexadecimal(std::string_view value, std::string_view digits, std::string_view before,
                        std::string_view plain) {
  std::string out;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    const bool keep = plain.find(c) != std::string_view::npos;
    if (keep) {
      out += c;
    } else {
      out += before;
      out += {digits[byte >> 4U], digits[byte & 0xFU]};
    }
  }
  return out;
}

// How writers of JSON differ, in the digits that they write \u with and in what they escape beside what they
// must.
struct JsonStyle {
  std::string_view digits;
  bool ascii = false;    // Python, PHP: all that isn't ASCII
  bool slashes = false;  // PHP
  bool markup = false;   // Go, PHP: & < >
};

char32_t code_point(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]);
  char32_t code = static_cast<unsigned char>(character[0]) & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

std::string json_unit(char32_t unit, std::string_view digits) {
  std::string out = "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += digits[(unit >> shift) & 0xFU];
  return out;
}

std::string json_escaped(std::string_view value, const JsonStyle& style) {
  constexpr std::string_view kShort = "\"\"\\\\\bb\ff\nn\rr\tt";  // what is escaped, and by which letter
  const bool ascii = style.ascii && is_valid_utf8(value);
  std::string out;
  while (!value.empty()) {
    const auto lead = static_cast<unsigned char>(value[0]);
    const std::size_t length = !ascii || lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    const char32_t code = code_point(value.substr(0, length));
    std::size_t letter = 0;
    while (letter < kShort.size() && kShort[letter] != value[0]) letter += 2;
    if (letter < kShort.size()) {
      out += {'\\', kShort[letter + 1]};
    } else if (style.slashes && code == '/') {
      out += "\\/";
    } else if (code >= 0x10000) {
      out += json_unit(0xD800 + ((code - 0x10000) >> 10U), style.digits);
      out += json_unit(0xDC00 + ((code - 0x10000) & 0x3FFU), style.digits);
    } else if (code < 0x20 || (ascii && code >= 0x7F) ||
               (style.markup && (code == '&' || code == '<' || code == '>'))) {
      out += json_unit(code, style.digits);
    } else {
      out += value.substr(0, length);
    }
    value.remove_prefix(length);
  }
  return out;
}

// How writers of URLs differ: in what they leave as it is beside letters and digits, and in a space as a
// plus.
struct PercentStyle {
  std::string_view kept;
  bool plus = false;
};

constexpr std::array<PercentStyle, 7> kPercentStyles{{
    {"-_.~"},                  // RFC 3986: PHP's rawurlencode
    {"-_.~/"},                 // Python's quote
    {"-_.~!*'()"},             // JavaScript's encodeURIComponent
    {"-_.~!*'();/?:@&=+$,#"},  // JavaScript's encodeURI
    {"-_.~", true},            // Python's quote_plus, Go's QueryEscape
    {"-_.*", true},            // forms, as browsers and Java write them
    {"-_.", true},             // PHP's urlencode
}};

std::string percent_encoded(std::string_view value, std::string_view digits, const PercentStyle& style) {
  constexpr std::string_view kAlphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string plain(kAlphanumeric);
  plain += style.kept;
  if (style.plus) plain += ' ';
  std::string out = hexadecimal(value, digits, "%", plain);
  if (style.plus) std::replace(out.begin(), out.end(), ' ', '+');
  return out;
}

// How writers of XML and HTML differ: in what they make of quotes.
struct MarkupStyle {
  std::string_view quote = "\"";
  std::string_view apostrophe = "'";
};

constexpr std::array<MarkupStyle, 7> kMarkupStyles{{
    {},                    // in text
    {"&quot;"},            // in an attribute
    {"&quot;", "&apos;"},  // JavaScript's writers of JUnit's XML
    {"&quot;", "&#39;"},   // templates
    {"&quot;", "&#x27;"},  // Python's html.escape
    {"&quot;", "&#039;"},  // PHP
    {"&#34;", "&#39;"},    // Go
}};

std::string markup_escaped(std::string_view value, const MarkupStyle& style) {
  std::string out;
  for (const char& c : value) {
    out += c == '&'    ? "&amp;"
           : c == '<'  ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '"'  ? style.quote
           : c == '\'' ? style.apostrophe
                       : std::string_view(&c, 1);
  }
  return out;
}

std::string shell_quoted(std::string_view value, std::string_view apostrophe) {
  std::string out;
  for (const char& c : value) out += c == '\'' ? apostrophe : std::string_view(&c, 1);
  return out;
}

}  // namespace

std::vector<std::string> forms_of_secret(std::string_view value) {
  constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::string_view kForUrls = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  constexpr std::string_view kLower = "0123456789abcdef";
  constexpr std::string_view kUpper = "0123456789ABCDEF";
  std::vector<std::string> forms{std::string(value)};
  for (std::size_t offset = 0; offset < 3; ++offset) {
    forms.push_back(base64_core(value, offset, kStandard));
    forms.push_back(base64_core(value, offset, kForUrls));
  }
  for (const std::string_view digits : {kLower, kUpper}) {
    for (const PercentStyle& style : kPercentStyles) forms.push_back(percent_encoded(value, digits, style));
    forms.push_back(hexadecimal(value, digits, "", ""));
    for (unsigned style = 0; style < 8; ++style)
      forms.push_back(json_escaped(value, {digits, (style & 1U) != 0, (style & 2U) != 0, (style & 4U) != 0}));
  }
  for (const MarkupStyle& style : kMarkupStyles) forms.push_back(markup_escaped(value, style));
  // As `set -x` shows it: bash's way, then dash's.
  forms.push_back(shell_quoted(value, R"('\'')"));
  forms.push_back(shell_quoted(value, R"('"'"')"));
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
  return forms;
}

}  // namespace proctor::policy
