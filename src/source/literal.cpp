#include "source/literal.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/text.hpp"
#include "source/query.hpp"

namespace proctor::source {
namespace {

std::string_view type_of(TSNode node) {
  return ts_node_type(node);
}

bool one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xC0 | (code >> 6));
  } else if (code < 0x10000) {
    byte(0xE0 | (code >> 12));
    byte(0x80 | ((code >> 6) & 0x3F));
  } else {
    byte(0xF0 | (code >> 18));
    byte(0x80 | ((code >> 12) & 0x3F));
    byte(0x80 | ((code >> 6) & 0x3F));
  }
  byte(0x80 | (code & 0x3F));
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

/// Takes a number off the front of a text.
std::optional<std::uint32_t> take_number(std::string_view& text, int base, std::size_t at_most) {
  std::uint32_t value = 0;
  std::size_t length = 0;
  while (length < std::min(at_most, text.size()) && digit_of(text[length]) < base)
    value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_of(text[length++]));
  if (length == 0) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

/// The number behind \u or \U, also \u{…}.
std::optional<std::uint32_t> take_code_point(std::string_view& text, std::size_t digits) {
  if (!text.starts_with('{')) return take_number(text, 16, digits);
  text.remove_prefix(1);
  const auto value = take_number(text, 16, 6);
  if (text.starts_with('}')) text.remove_prefix(1);
  return value;
}

/// Decodes the escape sequence that a text begins with and takes it off.
void take_escape(std::string_view& text, Escapes escapes, std::string& out) {
  text.remove_prefix(1);  // the backslash
  if (text.empty()) return out.push_back('\\');
  const char kind = text.front();
  if (digit_of(kind) < 8) {
    const std::uint32_t value = take_number(text, 8, 3).value_or(0);
    return escapes == Escapes::code_points ? append_utf8(out, value)
                                           : out.push_back(static_cast<char>(value));
  }
  text.remove_prefix(1);
  switch (kind) {
    case 'n':
      return out.push_back('\n');
    case 't':
      return out.push_back('\t');
    case 'r':
      return out.push_back('\r');
    case 'a':
      return out.push_back('\a');
    case 'b':
      return out.push_back('\b');
    case 'f':
      return out.push_back('\f');
    case 'v':
      return out.push_back('\v');
    case 'e':
      return out.push_back('\x1B');
    case '\r':
      if (text.starts_with('\n')) text.remove_prefix(1);
      return;
    case '\n':
      return;
    case 'x': {
      const auto value = take_number(text, 16, 2);
      if (!value) {
        out.append("\\x");
        return;
      }
      return escapes == Escapes::code_points ? append_utf8(out, *value)
                                             : out.push_back(static_cast<char>(*value));
    }
    case 'u':
    case 'U': {
      auto value = take_code_point(text, kind == 'u' ? 4 : 8);
      if (!value || *value > 0x10FFFF) return out.append("\\").push_back(kind);
      // JavaScript writes what lies beyond 16 bits as two halves.
      if (*value >= 0xD800 && *value < 0xDC00 && text.starts_with("\\u")) {
        std::string_view rest = text.substr(2);
        const auto low = take_code_point(rest, 4);
        if (low && *low >= 0xDC00 && *low < 0xE000) {
          value = 0x10000 + ((*value - 0xD800) << 10) + (*low - 0xDC00);
          text = rest;
        }
      }
      // Half of such a pair has no UTF-8: what prints it puts U+FFFD there.
      if (*value >= 0xD800 && *value < 0xE000) value = 0xFFFD;
      return append_utf8(out, *value);
    }
    default:
      out.push_back(kind);
  }
}

std::string decode(std::string_view text, Escapes escapes) {
  std::string out;
  while (!text.empty()) {
    if (text.front() == '\\') {
      take_escape(text, escapes, out);
    } else {
      out.push_back(text.front());
      text.remove_prefix(1);
    }
  }
  return out;
}

/// What stands between a shell's double quotes: a backslash is one before a few characters only.
std::string decode_shell_string(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      const char next = text[i + 1];
      if (next == '\n') {
        ++i;
        continue;
      }
      if (next == '"' || next == '\\' || next == '$' || next == '`') ++i;
    }
    out.push_back(text[i]);
  }
  return out;
}

/// A shell's word outside of quotes.
std::string without_backslashes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out.push_back(text[i]);
  }
  return out;
}

std::string_view within(std::string_view text, std::size_t front, std::size_t back) {
  return text.size() < front + back ? std::string_view() : text.substr(front, text.size() - front - back);
}

constexpr std::array<std::string_view, 4> kContent = {"string_content", "string_fragment", "escape_sequence",
                                                      "interpreted_string_literal_content"};
constexpr std::array<std::string_view, 2> kJoined = {"concatenated_string", "concatenation"};
constexpr std::array<std::string_view, 4> kQuoted = {"string", "string_literal", "interpreted_string_literal",
                                                     "template_string"};

/// Python's strings: what is an escape depends on the letters before the quote, and the tree knows.
std::string decode_marked(const Grammar& grammar, TSNode node, std::string_view text, std::size_t at,
                          std::size_t end) {
  std::string out;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode content = ts_node_named_child(node, i);
    for (std::uint32_t j = 0; j < ts_node_named_child_count(content); ++j) {
      const TSNode escape = ts_node_named_child(content, j);
      if (type_of(escape) != "escape_sequence") continue;
      const std::size_t begin = ts_node_start_byte(escape);
      if (begin < at || ts_node_end_byte(escape) > end) continue;
      out.append(text.substr(at, begin - at)).append(decode(text_of(escape, text), grammar.escapes));
      at = ts_node_end_byte(escape);
    }
  }
  return out.append(text.substr(at, end - at));
}

/// What stands between quotes. Nothing if a value is put in at run time.
std::optional<std::string> read_quoted(const Grammar& grammar, TSNode node, std::string_view text) {
  const std::uint32_t children = ts_node_child_count(node);
  if (children < 2) return std::nullopt;
  const TSNode open = ts_node_child(node, 0);
  const std::size_t begin = ts_node_end_byte(open);
  const std::size_t end = ts_node_start_byte(ts_node_child(node, children - 1));
  if (begin > end || end > text.size()) return std::nullopt;
  for (std::uint32_t i = 1; i + 1 < children; ++i) {
    const TSNode child = ts_node_child(node, i);
    if (ts_node_is_named(child) && !one_of(type_of(child), kContent)) return std::nullopt;
  }
  if (type_of(open) == "string_start") return decode_marked(grammar, node, text, begin, end);
  const std::string_view content = text.substr(begin, end - begin);
  return grammar.escapes == Escapes::shell ? decode_shell_string(content) : decode(content, grammar.escapes);
}

std::optional<std::string> read_one(const Grammar& grammar, TSNode node, std::string_view text) {
  const std::string_view type = type_of(node), own = text_of(node, text);
  if (type.ends_with("identifier") || type == "number") return std::string(own);
  if (type == "word") return without_backslashes(own);
  if (type == "raw_string") return std::string(within(own, 1, 1));
  if (type == "ansi_c_string") return decode(within(own, 2, 1), Escapes::bytes);
  if (type == "raw_string_literal") {
    if (own.starts_with('`')) return std::string(within(own, 1, 1));
    // C++: R"delimiter(text)delimiter"
    const std::size_t open = own.find('('), close = own.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
      return std::nullopt;
    return std::string(own.substr(open + 1, close - open - 1));
  }
  if (one_of(type, kQuoted)) return read_quoted(grammar, node, text);
  return std::nullopt;
}

std::optional<std::string> read_literal(const Grammar& grammar, TSNode node, std::string_view text) {
  if (!one_of(type_of(node), kJoined)) return read_one(grammar, node, text);
  std::string joined;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (ts_node_is_extra(child)) continue;
    // A macro among the parts of a string.
    if (type_of(child).ends_with("identifier")) return std::nullopt;
    const auto part = read_one(grammar, child, text);
    if (!part) return std::nullopt;
    joined += *part;
  }
  return joined;
}

/// An identifier that is handed to a function is a variable, not a name.
bool is_variable(TSNode node) {
  if (!type_of(node).ends_with("identifier")) return false;
  const TSNode parent = ts_node_parent(node);
  if (ts_node_is_null(parent)) return false;
  return type_of(parent) == "arguments" || type_of(parent) == "argument_list";
}

}  // namespace

Name read_name(const Grammar& grammar, TSNode node, std::string_view text) {
  std::optional<std::string> read;
  if (!is_variable(node)) read = read_literal(grammar, node, text);
  if (!read) return {.text = to_valid_utf8(text_of(node, text)), .literal = false};
  // Where a string goes over several lines, its line feeds are line feeds whatever the file has.
  for (std::size_t at = 0; (at = read->find("\r\n", at)) != std::string::npos;) read->erase(at, 1);
  return {.text = to_valid_utf8(*read), .literal = true};
}

}  // namespace proctor::source
