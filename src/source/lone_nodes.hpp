// Patterns about one node by itself, asked without tree-sitter's query: compiling that reads through all of a
// grammar's table first, which takes milliseconds while a student's build waits for what skips tests.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "source/grammar.hpp"
#include "source/patterns.hpp"
#include "source/query.hpp"

namespace proctor::source {

class LoneNodes {
 public:
  /// Nothing if there is more to one of the patterns than taking away, hiding or doubting a node; what is
  /// wrong with one the query says.
  static std::optional<LoneNodes> of(const Grammar& grammar, std::span<const Pattern* const> patterns);

  /// As Query::run().
  std::vector<Match> run(const TSTree& tree, std::string_view text, bool& complete) const;

 private:
  struct Wanted {
    TSSymbol symbol;
    std::vector<Role> roles;  // of each capture
    PatternRules rules;
  };

  std::vector<Wanted> wanted_;
};

}  // namespace proctor::source
