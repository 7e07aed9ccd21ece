#include "shell/parts.hpp"

#include <algorithm>
#include <string>

#include "shell/nodes.hpp"
#include "shell/words.hpp"

namespace proctor::shell {
namespace {

constexpr int kMostParts = 1000;  // of a list: the tree is as deep as a list is long

}  // namespace

bool take_apart(TSNode statement, Parts& parts, int depth) {
  if (depth > kMostParts) return false;
  const std::string_view type = type_of(statement);
  if (!is_one_of(type, {"list", "pipeline", "negated_command", "redirected_statement", "heredoc_redirect"}) ||
      (type == "redirected_statement" && ts_node_is_null(field(statement, "body")))) {
    parts.push_back({.node = statement});
    return true;
  }
  bool all = true;
  for (const TSNode part : children(statement)) {
    const std::string_view kind = type_of(part);
    if (is_one_of(kind, {"&&", "||", "|", "|&", "!"})) {
      parts.push_back({.operation = kind == "|&" ? "|" : kind});
    } else if (is_one_of(kind, {"file_redirect", "herestring_redirect", "heredoc_redirect"})) {
      if (!parts.empty()) parts.back().redirects.push_back(part);
      if (kind == "heredoc_redirect") all = take_apart(part, parts, depth + 1) && all;
    } else if (ts_node_is_named(part) && !kind.starts_with("heredoc_")) {
      all = take_apart(part, parts, depth + 1) && all;
    }
  }
  return all;
}

bool leaves_failing(const Parts& parts, std::string_view text, bool ends_shell) {
  if (parts.empty() || parts[0].node.id == nullptr) return false;
  const TSNode node = parts[0].node;
  if (type_of(node) == "compound_statement") {
    std::vector<TSNode> inside = children(node);
    std::erase_if(inside, [](TSNode each) { return !ts_node_is_named(each); });
    if (inside.empty() || !leaves_failing({{.node = inside.back()}}, text, ends_shell)) return false;
    const std::uint32_t begin = ts_node_start_byte(inside.back());
    return text.substr(begin, ts_node_end_byte(inside.back()) - begin).find("$?") == std::string_view::npos;
  }
  if (type_of(node) != "command") return false;
  const std::vector<Word> words = words_of(node, text);
  if (words.empty()) return false;
  if (words[0].text == "false" && !ends_shell) return true;
  if (words[0].text != "exit") return false;
  if (words.size() == 1 || words[1].text == "$?") return true;
  return words[1].literal && words[1].text.find_first_not_of("0123456789") == std::string::npos &&
         words[1].text.find_first_not_of('0') != std::string::npos;
}

}  // namespace proctor::shell
