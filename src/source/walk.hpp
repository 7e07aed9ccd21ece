// All nodes of a tree, in the order of the text.
#pragma once

#include <tree_sitter/api.h>

namespace proctor::source {

/// `visit` takes a cursor at each node, which it leaves where it is, and says whether to go on.
template <typename Visit>
void walk_with_cursor(const TSTree& tree, const Visit& visit) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(&tree));
  for (bool more = true; more && visit(cursor);) {
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!(more = ts_tree_cursor_goto_next_sibling(&cursor)) && ts_tree_cursor_goto_parent(&cursor)) {
    }
  }
  ts_tree_cursor_delete(&cursor);
}

/// `visit` takes a TSNode and says whether to go on.
template <typename Visit>
void walk(const TSTree& tree, const Visit& visit) {
  walk_with_cursor(tree,
                   [&](const TSTreeCursor& cursor) { return visit(ts_tree_cursor_current_node(&cursor)); });
}

}  // namespace proctor::source
