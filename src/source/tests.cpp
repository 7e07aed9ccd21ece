#include "source/tests.hpp"

#include "source/grammar.hpp"

namespace proctor::source {

std::optional<CodeStyle> code_style(std::string_view word) {
  if (word == "body") return CodeStyle::body;
  if (word == "statements") return CodeStyle::statements;
  if (word == "block") return CodeStyle::block;
  if (word == "whole") return CodeStyle::whole;
  if (word == "table") return CodeStyle::table;
  return std::nullopt;
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
