#include "shell/words.hpp"

#include <string>

namespace proctor::shell {
namespace {

// Backslashes protect the next character, or end a line that goes on.
std::string unescaped(std::string_view text, std::string_view only = {}) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (only.empty() || only.find(text[i + 1]) != only.npos)) {
      if (text[++i] != '\n') plain += text[i];
    } else {
      plain += text[i];
    }
  }
  return plain;
}

std::string_view source(TSNode node, std::string_view all) {
  return all.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
}

Word word_of(TSNode node, std::string_view all) {
  const std::string_view type = type_of(node);
  std::string_view text = source(node, all);
  if (is_expansion(type)) return {std::string(text), false};
  if (type == "raw_string" && text.size() >= 2) return {std::string(text.substr(1, text.size() - 2)), true};
  if (type == "ansi_c_string" && text.size() >= 3) {
    std::string plain(text.substr(2, text.size() - 3));
    replace_all(plain, "\\n", "\n");
    return {unescaped(plain), true};
  }
  const bool quoted = type == "string";
  if (!quoted && type != "concatenation" && type != "command_name")
    return {type == "process_substitution" ? std::string(text) : unescaped(text), true};
  // What stands between the nodes belongs to a string, too.
  Word word;
  std::size_t at = ts_node_start_byte(node) + (quoted ? 1 : 0);
  for (const TSNode part : children(node)) {
    if (!ts_node_is_named(part)) continue;
    const std::size_t begin = ts_node_start_byte(part);
    if (begin > at) word.text += unescaped(all.substr(at, begin - at), "$`\"\\\n");
    if (type_of(part) == "string_content") {
      word.text += unescaped(source(part, all), "$`\"\\\n");
    } else {
      const Word inner = word_of(part, all);
      word.text += inner.text;
      word.literal = word.literal && inner.literal;
    }
    at = ts_node_end_byte(part);
  }
  const std::size_t end = ts_node_end_byte(node) - (quoted ? 1 : 0);
  if (end > at) word.text += unescaped(all.substr(at, end - at), "$`\"\\\n");
  return word;
}

}  // namespace

std::vector<Word> words_of(TSNode command, std::string_view text) {
  std::vector<Word> words;
  for (const TSNode part : children(command)) {
    const std::string_view type = type_of(part);
    if (!ts_node_is_named(part) || type == "variable_assignment" || type.ends_with("_redirect")) continue;
    words.push_back(word_of(part, text));
  }
  return words;
}

}  // namespace proctor::shell
