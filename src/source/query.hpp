// A tree-sitter query, compiled once and then asked of many trees.
//
// tree-sitter itself only matches shapes. What stands in a query behind `#` it leaves to who uses it: here
// are #eq? #not-eq? #match? #not-match? #any-of? #not-any-of? and #set!.
#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "source/grammar.hpp"

namespace re2 {
class RE2;
}

namespace proctor::source {

/// What a captured node is to us: the word behind `@`.
enum class Role {
  none,  ///< a name that begins with `_`: for predicates alone
  test,
  test_name,
  test_body,
  run,
  group,
  group_name,
  task,
  skip,
  hide,
  perhaps,
  table,
  table_name,
  table_type,
  table_row,
  table_row_key,
  table_row_name,
  loop,
  loop_table,
  loop_variable,
  loop_key,
  loop_body,
};

struct Capture {
  Role role;
  TSNode node;
};

/// What a pattern says with #set!.
struct Settings {
  std::string with;                      ///< stands for what is skipped
  std::shared_ptr<const re2::RE2> task;  ///< finds a task's number; may be null
};

struct Match {
  const Settings* settings;
  std::vector<Capture> captures;

  /// The first node of a role; a null node if there is none.
  TSNode first(Role role) const;
};

class Query {
 public:
  /// Errors name the line and the column in the query.
  static Result<Query> compile(const Grammar& grammar, std::string_view text);

  Query(Query&&) noexcept;
  Query& operator=(Query&&) noexcept;
  ~Query();

  bool captures(Role role) const;

  /// All matches in the order of the text, or as many as there are before it takes too long (then `complete`
  /// is false).
  std::vector<Match> run(const TSTree& tree, std::string_view text, bool& complete) const;

 private:
  struct Parts;
  explicit Query(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// The text of a node.
std::string_view text_of(TSNode node, std::string_view text);

}  // namespace proctor::source
