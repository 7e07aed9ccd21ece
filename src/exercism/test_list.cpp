#include "exercism/test_list.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/files.hpp"

namespace proctor::exercism {
namespace fs = std::filesystem;
namespace {

// TestFinder says of those that it takes for too large that they are.
constexpr std::uint64_t kLargestTestFile = 64U << 20U;

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

Result<TestFiles> TestFiles::read(const framework::Definition& definition, const fs::path& root,
                                  const std::vector<std::string>& files) {
  TestFiles read;
  const framework::Definition::Source& rules = definition.source;
  read.marks_ = rules.marks;
  if (!rules.grammar.empty() && !rules.query.empty()) {
    auto finder = source::TestFinder::make(framework::test_rules(rules));
    if (!finder) return tl::unexpected(finder.error());
    read.finder_.emplace(*std::move(finder));
  } else if (rules.marks.begin.empty()) {
    return read;
  }
  read.last_counts_ = rules.last_counts;
  for (const std::string& path : files) {
    if (auto text = read_if_there(root / path, kLargestTestFile))
      read.files_.push_back({path, source::TestText(std::move(*text))});
  }
  return read;
}

Result<void> TestFiles::unskip(const fs::path& root) const {
  if (!finder_) return {};
  for (const File& file : files_) {
    const auto edits = finder_->edits(file.text);
    if (!edits) {
      Error error = edits.error();
      error.message = file.path + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    if (edits->empty()) continue;
    if (auto written = write_file(root / file.path, source::apply(file.text.text(), *edits)); !written)
      return written;
  }
  return {};
}

Result<TestList> TestFiles::list() const {
  std::vector<source::Found> found;
  std::vector<source::Table> tables;
  for (const File& file : files_) {
    if (!finder_) {
      found.push_back({.tests = source::find_marked(marks_, file.text.text()), .tables = {}});
      continue;
    }
    auto tests = finder_->find(file.text);
    if (!tests) return tl::unexpected(tests.error());
    tables.insert(tables.end(), tests->tables.begin(), tests->tables.end());
    found.push_back(std::move(*tests));
  }
  TestList list;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    // Tables are often in a file of their own.
    if (!tables.empty() && files_.size() > 1) {
      auto tests = finder_->find(files_[i].text, tables);
      if (tests) found[i] = std::move(*tests);
    }
    if (last_counts_) keep_last(found[i].tests);
    for (source::FoundTest& test : found[i].tests) list.push_back({files_[i].path, std::move(test)});
  }
  return list;
}

}  // namespace proctor::exercism
