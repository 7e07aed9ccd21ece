// The languages whose source can be read: tree-sitter's grammars, built into the program.
#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <span>
#include <string_view>

namespace proctor::source {

/// What a backslash in a string of the language stands for.
enum class Escapes {
  code_points,  ///< \xE9 is the character U+00E9
  bytes,        ///< \xE9 is a byte
  shell,        ///< a backslash only protects the next character; the tree doesn't mark it
};

struct Grammar {
  std::string_view name;
  const TSLanguage* (*language)();
  Escapes escapes;
  bool raw_strings = false;  ///< what stands between backquotes is taken as it is, over several lines
};

/// In the order of the list in cmake/Grammars.cmake, of which CMake makes the table.
std::span<const Grammar> all_grammars();

/// Nothing if there is no grammar of that name.
const Grammar* find_grammar(std::string_view name);

struct DeleteTree {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
using Tree = std::unique_ptr<TSTree, DeleteTree>;

/// The syntax tree, also of text that is not valid. Nothing if it took longer than a second or two: a test
/// file takes milliseconds.
Tree parse(const Grammar& grammar, std::string_view text);

/// The same of the bytes from `begin` to before `end` alone; the nodes' bytes are those of the text.
Tree parse(const Grammar& grammar, std::string_view text, std::size_t begin, std::size_t end);

}  // namespace proctor::source
