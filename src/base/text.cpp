#include "base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace proctor {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// The length of the valid UTF-8 sequence at the start of text, 0 if there is none (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto in = [&](std::size_t i, unsigned low, unsigned high) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  if (text.empty()) return 0;
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return in(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned low = first == 0xE0 ? 0xA0U : 0x80U;
    const unsigned high = first == 0xED ? 0x9FU : 0xBFU;
    return in(1, low, high) && in(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90U : 0x80U;
    const unsigned high = first == 0xF4 ? 0x8FU : 0xBFU;
    return in(1, low, high) && in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// Marks that reorder what is shown (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069).
bool is_bidi_control(std::string_view sequence) {
  if (sequence == "\xD8\x9C" || sequence == "\xE2\x80\x8E" || sequence == "\xE2\x80\x8F") return true;
  if (sequence.size() != 3 || sequence[0] != '\xE2') return false;
  if (sequence[1] == '\x80') return sequence[2] >= '\xAA' && sequence[2] <= '\xAE';
  return sequence[1] == '\x81' && sequence[2] >= '\xA6' && sequence[2] <= '\xA9';
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string to_valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    out += length == 0 ? kReplacement : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

std::size_t utf8_prefix(std::string_view text, std::size_t limit) {
  if (limit >= text.size()) return text.size();
  std::size_t end = limit;
  // Only a real sequence is kept whole: a run of stray continuation bytes may be cut anywhere.
  for (int back = 0; back < 3 && end > 0 && is_continuation(text[end]); ++back) --end;
  return end + sequence_length(text.substr(end)) > limit ? end : limit;
}

std::size_t utf8_suffix(std::string_view text, std::size_t limit) {
  if (limit >= text.size()) return text.size();
  std::size_t begin = text.size() - limit;
  for (int ahead = 0; ahead < 3 && begin < text.size() && is_continuation(text[begin]); ++ahead) ++begin;
  return text.size() - begin;
}

std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  if (text[1] == '[') {
    std::size_t i = 2;
    while (i < text.size() && (text[i] < 0x40 || text[i] > 0x7E)) ++i;
    return std::min(i + 1, text.size());
  }
  if (text[1] >= 0x20 && text[1] <= 0x2F) {  // a choice of letters, as `tput sgr0` makes it: ESC ( B
    std::size_t i = 2;
    while (i < text.size() && text[i] >= 0x20 && text[i] <= 0x2F) ++i;
    return std::min(i + 1, text.size());
  }
  if (text[1] == ']' || text[1] == 'P' || text[1] == 'X' || text[1] == '^' || text[1] == '_') {
    for (std::size_t i = 2; i < text.size(); ++i) {
      if (text[i] == '\a') return i + 1;
      if (text[i] == '\x1b' && i + 1 < text.size() && text[i + 1] == '\\') return i + 2;
    }
    return text.size();
  }
  return 2;
}

std::string for_terminal(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const std::string_view sequence = text.substr(0, length);
    if (length == 0) {
      out += kReplacement;
      text.remove_prefix(1);
      continue;
    }
    if (text[0] == '\x1b') {
      text.remove_prefix(escape_length(text));
      continue;
    }
    const unsigned char first = static_cast<unsigned char>(text[0]);
    const bool c0 = first < 0x20 && first != '\n' && first != '\t';
    const bool c1 = length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
    if (!c0 && !c1 && first != 0x7F && !is_bidi_control(sequence)) out += sequence;
    text.remove_prefix(length);
  }
  return out;
}

std::string printable(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1000;
  if (unit == "ms") factor = 1;
  if (unit == "m" || unit == "min") factor = 60'000;
  if (unit == "h") factor = 3'600'000;
  if (unit == "d") factor = 24.0 * 3'600'000;
  const double milliseconds = number * factor;
  constexpr double kYear = 365.0 * 24 * 3'600'000;
  if (milliseconds < 1 || milliseconds > kYear) return std::nullopt;
  return std::chrono::milliseconds(std::llround(milliseconds));
}

std::string format_duration(std::chrono::milliseconds duration) {
  const auto count = duration.count();
  if (count < 1000) return fmt::format("{} ms", count);
  if (count < 60'000) return fmt::format("{:.1f} s", static_cast<double>(count) / 1000);
  return fmt::format("{} min {:02} s", count / 60'000, count / 1000 % 60);
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
  unsigned shift = 0;
  if (!unit.empty() && unit != "B") {
    constexpr std::string_view kUnits = "KMGT";
    const char upper = unit[0] >= 'a' ? static_cast<char>(unit[0] - 'a' + 'A') : unit[0];
    const std::size_t at = kUnits.find(upper);
    unit.remove_prefix(1);
    if (at == std::string_view::npos || !(unit.empty() || unit == "B" || unit == "iB")) return std::nullopt;
    shift = 10 * (static_cast<unsigned>(at) + 1);
  }
  if (number > (UINT64_MAX >> shift)) return std::nullopt;
  return number << shift;
}

std::string format_size(std::uint64_t bytes) {
  constexpr std::array<const char*, 4> kUnits{"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double number = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (number >= 1024 && unit + 1 < kUnits.size()) {
    number /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", number, kUnits.at(unit));
}

std::string shell_quote(std::string_view word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-./:=@%+,").find(c) != std::string_view::npos;
  };
  bool all_plain = !word.empty();
  for (const char c : word) all_plain = all_plain && plain(c);
  if (all_plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string shell_join(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += shell_quote(word);
  }
  return out;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  if (what.empty()) return;  // it is everywhere
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

}  // namespace proctor
