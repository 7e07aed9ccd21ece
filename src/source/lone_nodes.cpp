#include "source/lone_nodes.hpp"

#include <algorithm>
#include <cstdint>

#include "source/thread_time.hpp"
#include "source/walk.hpp"

namespace proctor::source {

std::optional<LoneNodes> LoneNodes::of(const Grammar& grammar, std::span<const Pattern* const> patterns) {
  LoneNodes nodes;
  for (const Pattern* pattern : patterns) {
    if (!pattern->lone) return std::nullopt;
    const LoneNode& lone = *pattern->lone;
    Wanted wanted{.symbol = ts_language_symbol_for_name(grammar.language(), lone.type.data(),
                                                        static_cast<std::uint32_t>(lone.type.size()), true),
                  .roles = {},
                  .rules = {}};
    for (const std::string& capture : lone.captures) {
      const auto role = role_of(capture);
      if (role != Role::none && role != Role::skip && role != Role::hide && role != Role::perhaps)
        return std::nullopt;
      wanted.roles.push_back(*role);
    }
    auto rules = read_rules(lone.statements);
    if (!rules) return std::nullopt;
    wanted.rules = *std::move(rules);
    nodes.wanted_.push_back(std::move(wanted));
  }
  return nodes;
}

std::vector<Match> LoneNodes::run(const TSTree& tree, std::string_view text, bool& complete) const {
  const auto deadline = thread_time() + kQueryTime;
  std::vector<Match> matches;
  std::vector<TSQueryCapture> captures;
  complete = true;
  walk(tree, [&](TSNode node) {
    if (!ts_node_is_named(node)) return true;
    for (const Wanted& wanted : wanted_) {
      if (ts_node_symbol(node) != wanted.symbol) continue;
      if (thread_time() > deadline) {
        complete = false;
        return false;
      }
      captures.clear();
      for (std::uint32_t i = 0; i < wanted.roles.size(); ++i) captures.push_back({node, i});
      const auto holds = [&](const Predicate& predicate) { return predicate.holds(captures, text); };
      if (!std::ranges::all_of(wanted.rules.predicates, holds)) continue;
      Match match{&wanted.rules.settings, {}};
      for (const Role role : wanted.roles) match.captures.push_back({role, node});
      matches.push_back(std::move(match));
    }
    return true;
  });
  return matches;
}

}  // namespace proctor::source
