#include "exercism/test_list.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/files.hpp"

namespace proctor::exercism {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kLargest = 1U << 20U;

struct File {
  std::string path;
  std::string text;
  source::Found found;
};

// Takes away those that a later one of the same name has replaced, with its group or in it.
void keep_last(std::vector<source::FoundTest>& tests) {
  std::map<std::string, std::size_t> last_group;  // its number in the file
  for (const source::FoundTest& test : tests) {
    if (test.groups.empty()) continue;
    std::size_t& number = last_group[test.groups.front()];
    number = std::max(number, test.group_number);
  }
  std::erase_if(tests, [&](const source::FoundTest& test) {
    return !test.groups.empty() && test.group_number != last_group.at(test.groups.front());
  });
  std::set<std::string> later;
  for (std::size_t i = tests.size(); i-- > 0;) {
    if (!later.insert(tests[i].id).second) tests[i].id.clear();  // no test has an empty one
  }
  std::erase_if(tests, [](const source::FoundTest& test) { return test.id.empty(); });
}

}  // namespace

std::string_view local_id(std::string_view id, std::string_view file, std::string_view separator) {
  const std::string before = std::string(file) + std::string(separator);
  if (!file.empty() && id.starts_with(before)) id.remove_prefix(before.size());
  return id;
}

Result<TestList> list_tests(const framework::Definition& definition, const fs::path& root,
                            const std::vector<std::string>& files) {
  TestList list;
  const framework::Definition::Source& rules = definition.source;
  if (rules.grammar.empty() || rules.query.empty()) return list;
  const auto finder =
      source::TestFinder::make({.grammar = rules.grammar,
                                .query = rules.query,
                                .code = source::code_style(rules.code).value_or(source::CodeStyle::body),
                                .separator = rules.separator,
                                .parse = rules.parse,
                                .section = rules.section});
  if (!finder) return tl::unexpected(finder.error());
  std::vector<File> found;
  std::vector<source::Table> tables;
  for (const std::string& path : files) {
    auto text = read_file(root / path, kLargest);
    if (!text) continue;
    found.push_back({path, std::move(*text), {}});
    auto tests = finder->find(found.back().text);
    if (!tests) return tl::unexpected(tests.error());
    found.back().found = std::move(*tests);
    const auto& more = found.back().found.tables;
    tables.insert(tables.end(), more.begin(), more.end());
  }
  for (File& file : found) {
    // Tables are often in a file of their own.
    if (!tables.empty() && found.size() > 1) {
      auto tests = finder->find(file.text, tables);
      if (tests) file.found = std::move(*tests);
    }
    if (!file.found.edits.empty()) {
      if (auto written = write_file(root / file.path, source::apply(file.text, file.found.edits)); !written)
        return tl::unexpected(written.error());
    }
    if (rules.last_counts) keep_last(file.found.tests);
    for (source::FoundTest& test : file.found.tests) list.push_back({file.path, std::move(test)});
  }
  return list;
}

}  // namespace proctor::exercism
