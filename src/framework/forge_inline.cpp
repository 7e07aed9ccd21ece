#include "framework/forge_inline.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <vector>

#include "base/text.hpp"
#include "framework/forge_keys.hpp"

namespace proctor::framework {
namespace {

constexpr std::string_view kMark = "forge-config:";
// Newer forges read the annotations of another tool, which may name a program to run as a solver.
constexpr std::string_view kHalmosMark = "@custom:halmos";
constexpr std::size_t kLongestSetting = 200;

std::string_view take(std::string_view& text, std::string_view more_than_alphanumeric) {
  const auto end = std::find_if_not(text.begin(), text.end(), [&](unsigned char c) {
    return std::isalnum(c) != 0 ||
           more_than_alphanumeric.find(static_cast<char>(c)) != std::string_view::npos;
  });
  const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(word.size());
  return word;
}

bool take_char(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// A number, a boolean, or a string of letters and digits; neither a path nor a table nor a list.
bool take_value(std::string_view& text) {
  constexpr std::string_view kMarks = "_.+-";
  for (const char quote : {'"', '\''}) {
    if (take_char(text, quote)) {
      take(text, kMarks);
      return take_char(text, quote);
    }
  }
  return !take(text, kMarks).empty();
}

bool is_harmless_key(const std::vector<std::string>& parts) {
  if (parts.size() < 2 || parts.front().empty()) return false;
  if (parts.size() == 2) return is_evm_key(parts[1]);
  if (parts[1] != "fuzz" && parts[1] != "invariant") return false;
  return std::none_of(parts.begin() + 2, parts.end(), [](const std::string& part) {
    return part.empty() || part.ends_with("_dir") || part.ends_with("_file") || part.ends_with("_path");
  });
}

// "default.fuzz.runs = 500", and behind it nothing but the end of the comment.
bool is_harmless_setting(std::string_view text) {
  text = trim(text);
  std::vector<std::string> parts;
  do {
    parts.emplace_back(take(text, "_-"));
    std::replace(parts.back().begin(), parts.back().end(), '-', '_');
  } while (take_char(text, '.'));
  text = trim(text);
  if (!is_harmless_key(parts) || !take_char(text, '=')) return false;
  text = trim(text);
  if (!take_value(text)) return false;
  text = trim(text);
  return text.empty() || text.starts_with("*/") || text.starts_with('`');
}

// "--loop 4 --solver-timeout-branching 100", without a quote or a backslash to hide an option in.
bool is_harmless_halmos(std::string_view text) {
  take(text, " \t\r=,{}_-");
  text = trim(text);
  return text.empty() || text.starts_with("*/");
}

bool names_a_solver(std::string_view text) {
  constexpr std::string_view kSolver = "--solver";
  for (std::size_t at = text.find(kSolver); at != std::string_view::npos; at = text.find(kSolver, at + 1)) {
    if (!text.substr(at + kSolver.size()).starts_with("-timeout")) return true;
  }
  return false;
}

}  // namespace

std::optional<InlineSetting> find_harmful_setting(std::string_view source) {
  int number = 0;
  while (!source.empty()) {
    ++number;
    const std::size_t newline = source.find('\n');
    const std::string_view line = source.substr(0, newline);
    source = newline == std::string_view::npos ? std::string_view() : source.substr(newline + 1);
    const auto found = [&](std::string_view text) {
      text = trim(text);
      return InlineSetting{number, std::string(text.substr(0, utf8_prefix(text, kLongestSetting)))};
    };
    // A line may hold the mark twice: each is looked at.
    for (std::size_t at = line.find(kMark); at != std::string_view::npos; at = line.find(kMark, at + 1)) {
      const std::string_view text = line.substr(at + kMark.size());
      if (!is_harmless_setting(text)) return found(text);
    }
    if (const std::size_t at = line.find(kHalmosMark); at != std::string_view::npos) {
      const std::string_view text = line.substr(at + kHalmosMark.size());
      if (!is_harmless_halmos(text) || names_a_solver(text)) return found(text);
    }
  }
  return std::nullopt;
}

}  // namespace proctor::framework
