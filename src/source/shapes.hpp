// Patterns of a simple shape, asked without tree-sitter's query: compiling that reads through all of a
// grammar's table first, which takes milliseconds while a student waits.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "source/grammar.hpp"
#include "source/patterns.hpp"
#include "source/query.hpp"

namespace proctor::source {

class Shapes {
 public:
  /// Nothing if one of the patterns has no such shape, or if something is wrong with it: what, the query
  /// says.
  static std::optional<Shapes> of(const Grammar& grammar, std::span<const Pattern* const> patterns);

  /// As Query::run().
  std::vector<Match> run(const TSTree& tree, std::string_view text, bool& complete) const;

 private:
  struct Node {
    TSSymbol symbol = 0;
    TSFieldId field = 0;  // 0: the place says which it is
    std::vector<std::uint32_t> captures;
    std::vector<Node> children;
  };
  struct Wanted {
    std::vector<Node> row;
    std::vector<Role> roles;  // of each capture
    PatternRules rules;
  };
  class Finder;

  static std::optional<Node> resolved(const Grammar& grammar, const ShapeNode& node);

  std::vector<Wanted> wanted_;
};

}  // namespace proctor::source
