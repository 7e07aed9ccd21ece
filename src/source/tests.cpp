#include "source/tests.hpp"

#include <algorithm>

#include "source/grammar.hpp"

namespace proctor::source {

std::vector<std::string> code_styles() {
  return {"body", "statements", "block", "whole", "table"};
}

std::optional<CodeStyle> code_style(std::string_view word) {
  const auto words = code_styles();
  const auto found = std::ranges::find(words, word);
  return found == words.end() ? std::nullopt : std::optional(static_cast<CodeStyle>(found - words.begin()));
}

Result<Found> find_tests(const Rules& rules, std::string_view text) {
  const auto finder = TestFinder::make(rules);
  if (!finder) return tl::unexpected(finder.error());
  if (auto checked = finder->check(); !checked) return tl::unexpected(checked.error());
  return finder->find(text);
}

std::vector<std::string> grammars() {
  std::vector<std::string> names;
  for (const Grammar& grammar : all_grammars()) names.emplace_back(grammar.name);
  return names;
}

}  // namespace proctor::source
