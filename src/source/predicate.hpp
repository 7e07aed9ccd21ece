// The conditions that a query puts behind `#`, and what it sets there.
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "source/query.hpp"

namespace proctor::source {

/// A condition on the nodes of one capture. It holds if it does for each of them.
struct Predicate {
  enum class Kind { equal, equal_capture, matches, any_of };
  Kind kind = Kind::equal;
  bool negated = false;
  std::uint32_t capture = 0;
  std::uint32_t other = 0;                  ///< the capture to compare with
  std::vector<std::string> words;           ///< to compare with
  std::shared_ptr<const re2::RE2> pattern;  ///< to search for

  bool holds(std::span<const TSQueryCapture> captures, std::string_view text) const;
};

struct PatternRules {
  std::vector<Predicate> predicates;
  Settings settings;
};

/// Reads all that stands behind `#` in one pattern. The error says what is wrong, not where.
Result<PatternRules> read_rules(const TSQuery& query, std::uint32_t pattern);

}  // namespace proctor::source
