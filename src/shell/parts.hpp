// A statement of a shell command, taken apart: commands with operators between.
#pragma once

#include <tree_sitter/api.h>

#include <string_view>
#include <vector>

namespace proctor::shell {

/// A command, an operator between commands, or `!`.
struct Part {
  std::string_view operation{};
  TSNode node{};
  std::vector<TSNode> redirects{};
};
using Parts = std::vector<Part>;

/// Adds the parts of a statement in the order in which they stand: the grammar's own order of operators isn't
/// the shell's. False if they are too many.
bool take_apart(TSNode statement, Parts& parts, int depth = 0);

/// Whether the first part is `exit 1`, `exit $?`, or a group that ends so: then the shell ends, and fails. A
/// mere `false` counts as well unless the shell has to end.
bool leaves_failing(const Parts& parts, std::string_view text, bool ends_shell);

}  // namespace proctor::shell
