#include "source/shapes.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "source/thread_time.hpp"
#include "source/walk.hpp"

namespace proctor::source {
namespace {

// In so many ways a pattern may fit one node; no text that somebody wrote comes near.
constexpr std::size_t kMostWays = 128;

// That of what couldn't be parsed; tree-sitter has no name for it (ts_builtin_sym_error).
constexpr auto kErrorSymbol = static_cast<TSSymbol>(-1);

using Captures = std::vector<TSQueryCapture>;

class Cursor {
 public:
  explicit Cursor(const TSTreeCursor& at) : cursor_(ts_tree_cursor_copy(&at)) {}
  ~Cursor() { ts_tree_cursor_delete(&cursor_); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  const TSTreeCursor& get() const { return cursor_; }
  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  TSFieldId field() const { return ts_tree_cursor_current_field_id(&cursor_); }
  bool to_parent() { return ts_tree_cursor_goto_parent(&cursor_); }
  bool to_first_child() { return ts_tree_cursor_goto_first_child(&cursor_); }
  bool to_next_sibling() { return ts_tree_cursor_goto_next_sibling(&cursor_); }
  bool to_next_named_sibling() {
    while (to_next_sibling())
      if (ts_node_is_named(node())) return true;
    return false;
  }

 private:
  TSTreeCursor cursor_;
};

}  // namespace

/// In which ways nodes of one tree fit.
class Shapes::Finder {
 public:
  bool too_many() const { return too_many_; }

  /// What is captured in each of the ways in which the cursor's node and those behind it are the row.
  std::vector<Captures> ways(const TSTreeCursor& first, const std::vector<Node>& row) {
    std::vector<Captures> found = ways(first, row.front(), {});
    if (found.empty() || row.size() == 1) return found;
    // What could not be parsed may stand between them: the query finds none there.
    Cursor parent(first);
    if (parent.to_parent() && ts_node_symbol(parent.node()) == kErrorSymbol) return {};
    Cursor cursor(first);
    for (std::size_t i = 1; i < row.size() && !found.empty(); ++i) {
      if (!cursor.to_next_named_sibling()) return {};
      std::vector<Captures> longer;
      for (const Captures& before : found) append(longer, ways(cursor.get(), row[i], before));
      found = std::move(longer);
    }
    return found;
  }

 private:
  std::vector<Captures> ways(const TSTreeCursor& at, const Node& wanted, const Captures& before) {
    const TSNode node = ts_tree_cursor_current_node(&at);
    if (!ts_node_is_named(node) || ts_node_symbol(node) != wanted.symbol) return {};
    Captures own = before;
    for (const std::uint32_t capture : wanted.captures) own.push_back({node, capture});
    if (wanted.children.empty()) return {std::move(own)};

    // The children come in their order: with each way goes where the next one may be.
    std::vector<std::pair<Captures, std::size_t>> found{{std::move(own), 0}};
    for (const Node& child : wanted.children) {
      std::vector<std::pair<Captures, std::size_t>> longer;
      Cursor cursor(at);
      bool more = cursor.to_first_child();
      for (std::size_t place = 0; more; ++place, more = cursor.to_next_sibling()) {
        const bool is_named = ts_node_is_named(cursor.node());
        if (child.field == 0 ? !is_named : cursor.field() != child.field) continue;
        for (const auto& [captures, next] : found) {
          if (next > place) continue;
          for (Captures& way : ways(cursor.get(), child, captures))
            longer.emplace_back(std::move(way), place + 1);
        }
        if (longer.size() > kMostWays) {
          too_many_ = true;
          return {};
        }
        if (child.field == 0) break;
      }
      found = std::move(longer);
    }
    std::vector<Captures> all;
    all.reserve(found.size());
    for (auto& [captures, next] : found) all.push_back(std::move(captures));
    return all;
  }

  static void append(std::vector<Captures>& all, std::vector<Captures> more) {
    std::ranges::move(more, std::back_inserter(all));
  }

  bool too_many_ = false;
};

std::optional<Shapes::Node> Shapes::resolved(const Grammar& grammar, const ShapeNode& node) {
  const auto size = [](const std::string& text) { return static_cast<std::uint32_t>(text.size()); };
  const TSLanguage* language = grammar.language();
  Node found{.symbol = ts_language_symbol_for_name(language, node.type.data(), size(node.type), true),
             .field = 0,
             .captures = node.captures,
             .children = {}};
  if (!node.field.empty()) {
    found.field = ts_language_field_id_for_name(language, node.field.data(), size(node.field));
    if (found.field == 0) return std::nullopt;
  }
  for (const ShapeNode& child : node.children) {
    auto one = resolved(grammar, child);
    if (!one) return std::nullopt;
    found.children.push_back(*std::move(one));
  }
  return found;
}

std::optional<Shapes> Shapes::of(const Grammar& grammar, std::span<const Pattern* const> patterns) {
  Shapes shapes;
  for (const Pattern* pattern : patterns) {
    if (!pattern->shape) return std::nullopt;
    const Shape& shape = *pattern->shape;
    Wanted wanted;
    for (const ShapeNode& node : shape.row) {
      auto one = resolved(grammar, node);
      if (!one) return std::nullopt;
      wanted.row.push_back(*std::move(one));
    }
    for (const std::string& capture : shape.captures) {
      const auto role = role_of(capture);
      if (!role) return std::nullopt;
      wanted.roles.push_back(*role);
    }
    const auto has = [&](std::string_view name) {
      return std::ranges::find(shape.captures, name) != shape.captures.end();
    };
    if (part_alone(has)) return std::nullopt;
    auto rules = read_rules(shape.statements);
    if (!rules) return std::nullopt;
    wanted.rules = *std::move(rules);
    shapes.wanted_.push_back(std::move(wanted));
  }
  return shapes;
}

std::vector<Match> Shapes::run(const TSTree& tree, std::string_view text, bool& complete) const {
  const auto deadline = thread_time() + kQueryTime;
  Finder finder;
  std::vector<Match> matches;
  complete = true;
  walk_with_cursor(tree, [&](const TSTreeCursor& cursor) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (!ts_node_is_named(node)) return true;
    for (const Wanted& wanted : wanted_) {
      if (ts_node_symbol(node) != wanted.row.front().symbol) continue;
      if (thread_time() > deadline) complete = false;
      for (const Captures& captures : finder.ways(cursor, wanted.row)) {
        const auto holds = [&](const Predicate& predicate) { return predicate.holds(captures, text); };
        if (!std::ranges::all_of(wanted.rules.predicates, holds)) continue;
        Match match{&wanted.rules.settings, {}};
        for (const TSQueryCapture& captured : captures)
          match.captures.push_back({wanted.roles[captured.index], captured.node});
        matches.push_back(std::move(match));
      }
      if (finder.too_many()) complete = false;
      if (!complete) return false;
    }
    return true;
  });
  return matches;
}

}  // namespace proctor::source
