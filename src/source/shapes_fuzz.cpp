// Patterns of a simple shape find in any text what tree-sitter's query finds.
#include "source/shapes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace proctor::source;

constexpr std::string_view kShapes = R"scm(
(function_definition declarator: (function_declarator declarator: (identifier) @test.name)
  body: (compound_statement) @test.body) @test
((call_expression function: (identifier) @_run arguments: (argument_list . (identifier) @run)) (#not-eq? @_run "f"))
(declaration declarator: (identifier) @run declarator: (identifier) @skip)
((expression_statement) @skip . (comment) @hide)
((expression_statement) . (expression_statement) . (return_statement) @skip)
(binary_expression left: (binary_expression left: (identifier) @skip) right: (identifier) @hide)
(preproc_if) @perhaps
((comment) @hide (#match? @hide "x"))
)scm";
// With more, the query gives up matches that are under way.
constexpr std::size_t kShortText = 300;

struct Asked {
  std::vector<Shapes> shapes;
  std::vector<Query> queries;
};

const Asked& asked(const Grammar& grammar) {
  static const Asked both = [&] {
    Asked made;
    const std::string text(kShapes);
    for (const Pattern& pattern : split_patterns(grammar, text)) {
      const std::array<const Pattern*, 1> one{&pattern};
      made.shapes.push_back(Shapes::of(grammar, one).value());
      made.queries.push_back(
          Query::compile(grammar, text.substr(pattern.begin, pattern.end - pattern.begin)).value());
    }
    return made;
  }();
  return both;
}

using Found = std::vector<std::vector<std::pair<Role, const void*>>>;

Found sorted(const std::vector<Match>& matches) {
  Found found;
  for (const Match& match : matches) {
    found.emplace_back();
    for (const Capture& capture : match.captures) found.back().emplace_back(capture.role, capture.node.id);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Grammar& grammar = *find_grammar("c");
  const Tree tree = parse(grammar, text);
  if (!tree) return 0;
  const Asked& both = asked(grammar);
  for (std::size_t i = 0; i < both.shapes.size(); ++i) {
    bool by_shape = false, by_query = false;
    const Found got = sorted(both.shapes[i].run(*tree, text, by_shape));
    const Found wanted = sorted(both.queries[i].run(*tree, text, by_query));
    if (!by_shape || !by_query) continue;
    if (size <= kShortText ? got != wanted : !std::ranges::includes(got, wanted)) {
      std::fprintf(stderr, "pattern %zu: %zu matches, the query has %zu\n", i, got.size(), wanted.size());
      std::abort();
    }
  }
  return 0;
}
