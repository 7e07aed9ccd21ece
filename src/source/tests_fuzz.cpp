// Test files that can't be trusted: the first byte chooses the grammar and the way to show code.
#include "source/tests.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>

#include "base/text.hpp"

namespace {

using namespace proctor::source;

// Any named node may be a name, a body, a group, a table …: far more than a framework's query would match.
constexpr std::string_view kAnything = R"scm(
((_) @test . (_) @test.name . (_) @test.body)
((_ (_) @test.name) @test @group)
((_ (_) @group.name (_) @task) @group)
((_ . (_) @table.name (_ (_) @table.row.key . (_) @table.row.name) @table.row) @table @table.type)
((_ (_) @loop.table @loop.variable @loop.key . (_) @loop.body) @loop)
((_ . (_) @hide) (#match? @hide "^[x-z]"))
)scm";
constexpr std::string_view kSkips = R"scm(((_ . (_) @skip .) (#match? @skip "^[a-f]") (#set! with "x")))scm";

const TestFinder& finder(std::size_t number) {
  static const std::vector<std::string> names = grammars();
  static std::map<std::size_t, TestFinder> finders;
  constexpr std::array kStyles = {CodeStyle::body, CodeStyle::statements, CodeStyle::block, CodeStyle::whole,
                                  CodeStyle::table};
  number %= names.size() * kStyles.size();
  const auto known = finders.find(number);
  if (known != finders.end()) return known->second;
  auto made = TestFinder::make({.grammar = names[number / kStyles.size()],
                                .query = std::string(kAnything),
                                .code = kStyles[number % kStyles.size()],
                                .separator = "::",
                                .parse = {{"@(test )", "x\\1"}},
                                .skips = std::string(kSkips)});
  if (!made) std::abort();
  return finders.emplace(number, *std::move(made)).first->second;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  const TestFinder& asked = finder(data[0]);
  const Found found = asked.find(text).value();
  std::size_t last = 0;
  for (const FoundTest& test : found.tests) {
    if (!proctor::is_valid_utf8(test.id) || test.end > text.size() || test.begin > test.end) std::abort();
    if (test.begin < last || test.first_line < 1 || test.last_line < test.first_line) std::abort();
    last = test.begin;
  }
  // What can't be read has no edits: nobody knows what it skips.
  const auto edits = asked.edits(text);
  if (!edits) return 0;
  const auto lines = [](std::string_view of) { return std::ranges::count(of, '\n'); };
  if (lines(proctor::source::apply(text, *edits)) != lines(text)) std::abort();
  return 0;
}
