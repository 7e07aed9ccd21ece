#include "policy/patterns.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace proctor::policy {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Bytes that mean nothing special to sh, cmd or PowerShell wherever they stand. Everything else is left out,
// also other alphabets: what isn't known to be harmless is asked for.
bool is_plain(char c) {
  return is_word(c) || std::string_view(" _-./:=@+,").find(c) != std::string_view::npos;
}

bool anything(std::string_view) {
  return true;
}

bool harmless(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_plain);
}

// The pieces between the stars are found one after the other, each as early as it can be, so no text takes
// more than one pass for each piece. Being early costs no match with `harmless`, either: what it forbids can
// only be covered by a piece, which ties that piece to its place.
bool matches(std::string_view pattern, std::string_view text, bool (*star)(std::string_view)) {
  std::size_t end = pattern.find('*');
  if (end == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, end))) return false;
  text.remove_prefix(end);
  pattern.remove_prefix(end + 1);
  while ((end = pattern.find('*')) != std::string_view::npos) {
    const std::size_t at = text.find(pattern.substr(0, end));
    if (at == std::string_view::npos || !star(text.substr(0, at))) return false;
    text.remove_prefix(at + end);
    pattern.remove_prefix(end + 1);
  }
  return text.ends_with(pattern) && star(text.substr(0, text.size() - pattern.size()));
}

struct ToolEntry {
  std::string_view tool;
  std::string_view command;
};

// "Test(npm test)"; nothing for an entry of another form.
std::optional<ToolEntry> as_tool_entry(std::string_view entry) {
  const std::size_t open = entry.find('(');
  if (open == 0 || open == std::string_view::npos || !entry.ends_with(')')) return std::nullopt;
  const std::string_view tool = entry.substr(0, open);
  for (const char c : tool) {
    if (!is_word(c) && std::string_view("_-.*").find(c) == std::string_view::npos) return std::nullopt;
  }
  return ToolEntry{tool, entry.substr(open + 1, entry.size() - open - 2)};
}

// One space where there was any white space, none at the ends.
std::string plain_spaces(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = std::string_view(" \t\n\v\f\r").find(c) != std::string_view::npos;
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_tool(std::string_view name, const CallFacts& call) {
  return !name.empty() && (name == call.tool || name == call.alias);
}

bool could_be_tool(std::string_view name, const CallFacts& call) {
  const std::string pattern = lower(name);
  return matches(pattern, lower(call.tool), anything) ||
         (!call.alias.empty() && matches(pattern, lower(call.alias), anything));
}

}  // namespace

bool allow_matches(std::string_view entry, const CallFacts& call) {
  if (entry.empty()) return false;
  if (const auto of_tool = as_tool_entry(entry))
    return is_tool(of_tool->tool, call) && matches(of_tool->command, call.command, harmless);
  return is_tool(entry, call) || (!call.command.empty() && matches(entry, call.command, harmless));
}

bool deny_matches(std::string_view entry, const CallFacts& call) {
  const std::string pattern = plain_spaces(entry);
  if (pattern.empty()) return false;
  const std::string command = plain_spaces(call.command);
  // A bare name is a tool only as a whole: *run* is meant for commands.
  if (matches(pattern, command, anything)) return true;
  if (pattern.find('*') == std::string::npos && could_be_tool(pattern, call)) return true;
  const auto of_tool = as_tool_entry(pattern);
  return of_tool && could_be_tool(of_tool->tool, call) &&
         matches(plain_spaces(of_tool->command), command, anything);
}

}  // namespace proctor::policy
