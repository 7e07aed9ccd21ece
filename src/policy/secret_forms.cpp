#include "policy/secret_forms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.hpp"

namespace proctor::policy {
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

std::size_t length_of_character(char first) {
  const auto lead = static_cast<unsigned char>(first);
  return lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
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
    const std::size_t length = ascii ? length_of_character(value[0]) : 1;
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

// A reverse solidus before each of these.
std::string solidus_escaped(std::string_view value, std::string_view escaped) {
  std::string out;
  for (const char c : value) {
    if (escaped.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// `printf %q` of bash.
std::string word_escaped(std::string_view value) {
  constexpr std::string_view kPlain = "%+,-./:=@_";
  std::string out;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) == 0 && kPlain.find(c) == std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// Python's repr() of text, of bytes, and ascii(), also what node prints of values in others.
struct ReprStyle {
  bool bytes = false;
  bool ascii = false;
  bool apostrophes = false;  // are escaped, as they are if quotes are there, too
};

std::string repr_escaped(std::string_view value, const ReprStyle& style) {
  constexpr std::string_view kShort = "\\\\\tt\nn\rr";
  const bool points = !style.bytes && is_valid_utf8(value);
  std::string out;
  while (!value.empty()) {
    const std::size_t length = points ? length_of_character(value[0]) : 1;
    const char32_t code =
        length == 1 ? static_cast<unsigned char>(value[0]) : code_point(value.substr(0, length));
    std::size_t letter = 0;
    while (letter < kShort.size() && kShort[letter] != value[0]) letter += 2;
    if (letter < kShort.size()) {
      out += {'\\', kShort[letter + 1]};
    } else if (code == '\'' && style.apostrophes) {
      out += "\\'";
    } else if (code < 0x20 || code == 0x7F || (code > 0x7F && (style.bytes || style.ascii))) {
      out += code < 0x100     ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
             : code < 0x10000 ? fmt::format("\\u{:04x}", static_cast<unsigned>(code))
                              : fmt::format("\\U{:08x}", static_cast<unsigned>(code));
    } else {
      out += value.substr(0, length);
    }
    value.remove_prefix(length);
  }
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
  forms.push_back(shell_quoted(value, "''"));          // YAML
  forms.push_back(solidus_escaped(value, R"("$`\)"));  // bash's `export -p`, `declare -p`
  forms.push_back(solidus_escaped(value, R"('\)"));
  forms.push_back(word_escaped(value));
  for (unsigned style = 0; style < 8; ++style)
    forms.push_back(repr_escaped(value, {(style & 1U) != 0, (style & 2U) != 0, (style & 4U) != 0}));
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
  return forms;
}

}  // namespace proctor::policy
