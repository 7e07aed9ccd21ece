// The patterns of a query, each with what a text must have for it to match at all.
//
// Compiling a query takes tree-sitter milliseconds for each pattern, much longer than it takes to ask one,
// and a framework's query has patterns for whatever may be in a test file. Those that can't match needn't be
// compiled.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "source/grammar.hpp"
#include "source/predicate.hpp"

namespace proctor::source {

/// A node of a Shape.
struct ShapeNode {
  std::string type;
  std::string field{};                    ///< of its parent, where it stands; empty: its place says it
  std::vector<std::uint32_t> captures{};  ///< indices into those of the shape
  std::vector<ShapeNode> children{};  ///< each in a field, but for the first: it may be the first named child
};

/// What a pattern says that is about nodes of one kind each, with others in their fields, and nodes right
/// behind one another: `((a name: (b) @x) . (comment) @hide (#match? @hide "^x"))`. Most patterns are more
/// than that.
struct Shape {
  std::vector<ShapeNode> row;         ///< named siblings, each the next one
  std::vector<std::string> captures;  ///< the indices of the statements are into these, too
  std::vector<Statement> statements;
};

struct Pattern {
  std::size_t begin = 0, end = 0;               ///< in the query
  std::set<std::string> nodes;                  ///< each must be in the tree
  std::vector<std::vector<std::string>> texts;  ///< of each, one must be in the text
  bool skips = false;                           ///< it may capture @skip
  std::optional<Shape> shape{};
};

/// Takes a query apart. What it doesn't understand it leaves to tree-sitter: one pattern that may always
/// match.
std::vector<Pattern> split_patterns(const Grammar& grammar, std::string_view query);

/// The kinds of nodes in a tree.
std::set<std::string_view> node_types(const TSTree& tree);

/// Whether the text has what the pattern's conditions ask for.
bool may_be_in(const Pattern& pattern, std::string_view text);

/// Whether a tree of these kinds of nodes has those that the pattern is about.
bool may_match(const Pattern& pattern, const std::set<std::string_view>& types);

}  // namespace proctor::source
