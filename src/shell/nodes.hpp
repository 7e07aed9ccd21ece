// Short ways to look at the nodes of a tree.
#pragma once

#include <re2/re2.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace proctor::shell {

inline std::string_view type_of(TSNode node) {
  return ts_node_is_null(node) ? std::string_view() : ts_node_type(node);
}

inline std::vector<TSNode> children(TSNode node) {
  std::vector<TSNode> nodes;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
       more = ts_tree_cursor_goto_next_sibling(&cursor))
    nodes.push_back(ts_tree_cursor_current_node(&cursor));
  ts_tree_cursor_delete(&cursor);
  return nodes;
}

inline TSNode field(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

template <std::size_t size>
bool is_one_of(std::string_view text, const std::string_view (&list)[size]) {
  return std::ranges::find(list, text) != std::end(list);
}

inline std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string line(trim(text));
  static const RE2 kBlanks(R"(\s+)");
  RE2::GlobalReplace(&line, kBlanks, " ");
  if (line.size() <= kLongest) return line;
  line.resize(utf8_prefix(line, kLongest));
  return line + "…";
}

inline bool is_expansion(std::string_view type) {
  return is_one_of(type, {"simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"});
}

}  // namespace proctor::shell
