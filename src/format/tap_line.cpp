#include "format/tap_line.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/json.hpp"
#include "base/text.hpp"
#include "format/digits.hpp"

namespace proctor::format {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return result;
}

}  // namespace

bool is_node_file(std::string_view name) {
  const std::string_view end = name.substr(std::min(name.rfind('.'), name.size()));
  return name.find(' ') == std::string_view::npos &&
         (end == ".js" || end == ".mjs" || end == ".cjs" || end == ".ts" || end == ".mts" || end == ".cts" ||
          end == ".jsx" || end == ".tsx");
}

std::string tap_unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '#' || text[i + 1] == '\\')) ++i;
    result += text[i];
  }
  return result;
}

std::string tap_yaml_value(std::string_view yaml, std::string_view key) {
  const std::vector<std::string_view> lines = split_lines(yaml);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with(key) || lines[i].size() <= key.size() || lines[i][key.size()] != ':') continue;
    const std::string_view value = trim(lines[i].substr(key.size() + 1));
    if (!value.starts_with('|') && !value.starts_with('>')) {
      const bool quoted =
          value.size() > 1 && (value[0] == '\'' || value[0] == '"') && value.back() == value[0];
      // In double quotes escapes are those of JSON, as far as anybody writes them.
      if (quoted && value[0] == '"' && value.find('\\') != std::string_view::npos) {
        if (const auto text = parse_json(value); text && text->is_string())
          return std::string(text->get_string());
      }
      return std::string(quoted ? value.substr(1, value.size() - 2) : value);
    }
    std::string text;
    for (++i; i < lines.size() && (lines[i].starts_with(' ') || lines[i].empty()); ++i)
      text += std::string(lines[i].substr(std::min<std::size_t>(2, lines[i].size()))) + '\n';
    return std::string(trim(text));
  }
  return {};
}

std::optional<TapPoint> parse_tap_point(std::string_view text) {
  TapPoint point;
  if (text.starts_with("not ok")) {
    point.ok = false;
    text.remove_prefix(6);
  } else if (text.starts_with("ok")) {
    text.remove_prefix(2);
  } else {
    return std::nullopt;
  }
  if (!text.empty() && text[0] != ' ' && text[0] != '\t') return std::nullopt;
  text = trim(text);
  std::size_t digits = 0;
  while (digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits]))) ++digits;
  if (digits > 0 && digits < 9 && (digits == text.size() || text[digits] == ' ')) {
    point.number = static_cast<std::size_t>(number_at(text, 0));
    text = trim(text.substr(digits));
  }
  if (text.starts_with("- ")) text = trim(text.substr(2));
  if (text.ends_with(" {") || text == "{") {
    point.opens = true;
    text = trim(text.substr(0, text.size() - 1));
  }
  for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    if (at > 0 && text[at - 1] == '\\') continue;
    const std::string_view words = trim(text.substr(at + 1));
    const std::string kind = lower(words.substr(0, 4));
    const std::size_t end = std::min(words.find_first_of(" \t:"), words.size());
    if ((kind == "skip" || kind == "todo") && end == 4) {  // "# skipped on foobar" is a part of the name
      point.directive = kind;
      point.reason = std::string(trim(words.substr(std::min(end + 1, words.size()))));
    } else if (words.starts_with("time=")) {
      const std::string_view time = words.substr(5);
      const std::size_t unit = time.find("ms");
      const auto value = number_of(time.substr(0, unit == std::string_view::npos ? time.find('s') : unit));
      if (value) point.duration_ms = unit == std::string_view::npos ? *value * 1000 : *value;
    } else {
      continue;
    }
    text = trim(text.substr(0, at));
    break;
  }
  point.name = tap_unescaped(text);
  return point;
}

}  // namespace proctor::format
