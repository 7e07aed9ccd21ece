#include "source/grammar.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace proctor::source {
namespace {

// Hostile text can make a parser try ever more ways to recover from errors.
constexpr std::uint64_t kParseMicroseconds = 1'500'000;

// A sum of so many terms is as deep as that. Nobody nests by hand like this.
constexpr int kDeepestTree = 1'000;

struct DeleteParser {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

bool too_deep(const TSTree& tree) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(&tree));
  int depth = 0;
  for (bool more = true; more && depth <= kDeepestTree;) {
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      ++depth;
      continue;
    }
    while (!(more = ts_tree_cursor_goto_next_sibling(&cursor)) && ts_tree_cursor_goto_parent(&cursor))
      --depth;
  }
  ts_tree_cursor_delete(&cursor);
  return depth > kDeepestTree;
}

}  // namespace

const Grammar* find_grammar(std::string_view name) {
  const std::span<const Grammar> all = all_grammars();
  const auto found = std::ranges::find(all, name, &Grammar::name);
  return found == all.end() ? nullptr : &*found;
}

Tree parse(const Grammar& grammar, std::string_view text) {
  return parse(grammar, text, 0, text.size());
}

Tree parse(const Grammar& grammar, std::string_view text, std::size_t begin, std::size_t end) {
  const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), grammar.language())) return nullptr;
  ts_parser_set_timeout_micros(parser.get(), kParseMicroseconds);
  if (begin > 0 || end < text.size()) {
    constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
    const TSRange range{
        {0, 0}, {kMost, kMost}, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    if (!ts_parser_set_included_ranges(parser.get(), &range, 1)) return nullptr;
  }
  Tree tree(
      ts_parser_parse_string(parser.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
  if (tree && too_deep(*tree)) return nullptr;
  return tree;
}

}  // namespace proctor::source
