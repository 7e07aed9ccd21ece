#include "policy/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/hash.hpp"
#include "base/text.hpp"

namespace proctor::policy {
namespace {

constexpr std::size_t kLongestSummary = 200;
constexpr std::size_t kLongestPlace = 60;
constexpr const char* kEllipsis = "…";
constexpr std::size_t kMostBlanks = 20;  // in a row: more indent nothing, and push what follows out of sight

struct Character {
  std::size_t length = 1;
  char32_t code = 0;
  bool valid = false;
};

Character first_character(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, lead, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (length > text.size() || !is_valid_utf8(text.substr(0, length))) return {};
  char32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    code = (code << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return {length, code, true};
}

// Characters of Unicode that have no width, that change the direction or the line of what follows, or that
// look like a space and are none to a shell.
bool is_unseen(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  constexpr std::array kRanges{Range{0x80, 0xA0},       Range{0xAD, 0xAD},       Range{0x034F, 0x034F},
                               Range{0x061C, 0x061C},   Range{0x115F, 0x1160},   Range{0x17B4, 0x17B5},
                               Range{0x1680, 0x1680},   Range{0x180B, 0x180F},   Range{0x2000, 0x200F},
                               Range{0x2028, 0x202F},   Range{0x205F, 0x206F},   Range{0x2800, 0x2800},
                               Range{0x3000, 0x3000},   Range{0x3164, 0x3164},   Range{0xFE00, 0xFE0F},
                               Range{0xFEFF, 0xFEFF},   Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFFB},
                               Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE0FFF}};
  return std::any_of(kRanges.begin(), kRanges.end(),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

std::size_t count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// The byte at which character number `index` of a valid text begins.
std::size_t offset_of(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  for (; index > 0 && at < text.size(); --index) at += first_character(text.substr(at)).length;
  return at;
}

// What a command does often stands at its end, so it is the middle that goes.
std::string shortened(const std::string& text, std::size_t limit) {
  const std::size_t length = count(text);
  if (length <= limit) return text;
  const std::size_t head = (limit - 1) / 2;
  const std::size_t tail = limit - 1 - head;
  return text.substr(0, offset_of(text, head)) + kEllipsis + text.substr(offset_of(text, length - tail));
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '\\';
    out += c;
  }
  return out + '"';
}

std::string seconds(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? fmt::format("{} s", time.count() / 1000)
                                  : fmt::format("{} ms", time.count());
}

}  // namespace

const char* word(Risk risk) {
  switch (risk) {
    case Risk::low:
      return "low";
    case Risk::medium:
      return "medium";
    case Risk::high:
      return "high";
  }
  return "high";
}

std::string make_visible(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    if (blanks > kMostBlanks) {
      out += fmt::format("<{} spaces>", blanks);
      text.remove_prefix(blanks);
      continue;
    }
    const Character c = first_character(text);
    if (!c.valid) {
      out += fmt::format("<0x{:02X}>", static_cast<unsigned char>(text[0]));
    } else if (c.code < 0x20 || c.code == 0x7F) {
      // U+2400 and what follows are pictures of the control characters.
      out += "\xE2\x90";
      out += static_cast<char>(c.code == 0x7F ? 0xA1 : 0x80 + c.code);
    } else if (is_unseen(c.code)) {
      out += fmt::format("<U+{:04X}>", static_cast<std::uint32_t>(c.code));
    } else {
      out += text.substr(0, c.length);
    }
    text.remove_prefix(c.length);
  }
  return out;
}

std::string fingerprint_of(const CallFacts& facts) {
  Sha256 hash;
  hash.add_field(facts.tool);
  hash.add_field(facts.answered.empty() ? facts.command : facts.answered);
  hash.add_field(facts.workdir.string());
  return hash.hex();
}

Question make_question(const CallFacts& facts, Risk risk, std::optional<std::chrono::milliseconds> timeout,
                       const Mask& mask) {
  // Masked before anything is changed in it: a secret is known by its exact characters.
  const auto shown = [&mask](const std::string& text) { return make_visible(mask ? mask(text) : text); };
  Question question;
  question.fingerprint = fingerprint_of(facts);
  question.tool = make_visible(facts.tool);
  question.risk = risk;
  question.command = shown(facts.command);
  question.runs = shown(facts.runs);
  question.workdir = shown(facts.workdir.string());
  question.held = facts.held;

  const std::string verb = facts.command.empty() ? "Call " : "Run ";
  std::string rest;
  if (!question.workdir.empty()) rest += " in " + shortened(question.workdir, kLongestPlace);
  std::string how;
  if (facts.held) how = fmt::format("isolation {}", word(*facts.held));
  if (timeout) how += fmt::format("{}time limit {}", how.empty() ? "" : "; ", seconds(*timeout));
  if (!how.empty()) rest += " (" + how + ")";
  const std::size_t room = kLongestSummary - count(verb) - count(rest);
  const std::string what = facts.command.empty() ? question.tool : in_quotes(question.command);
  question.summary = verb + shortened(what, room) + rest;
  return question;
}

}  // namespace proctor::policy
