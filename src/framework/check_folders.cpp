// Run by the build: a folder of frameworks/ that can't be used ends it.
#include <fmt/format.h>

#include "framework/definition.hpp"
#include "framework/words.hpp"
#include "source/tests.hpp"

namespace proctor::framework {
namespace {

Result<void> check_queries(const Definition::Source& source) {
  if (source.grammar.empty()) return {};
  const auto finder = source::TestFinder::make(test_rules(source));
  return finder ? finder->check() : tl::unexpected(finder.error());
}

int check_folders() {
  for (const Definition& one : definitions()) {
    if (const auto checked = check_queries(one.source); !checked) {
      fmt::print(stderr, "frameworks/{}/{}\n", one.name, checked.error().message);
      return 1;
    }
  }
  words();
  return 0;
}

}  // namespace
}  // namespace proctor::framework

int main() {
  try {
    return proctor::framework::check_folders();
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return 1;
  }
}
