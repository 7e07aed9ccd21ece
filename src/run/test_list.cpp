#include "run/test_list.hpp"

#include <utility>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"

namespace proctor {

TestList::TestList(const std::string& kind, const std::filesystem::path& project_root)
    : file_(user_state_dir() / kind / (sha256_hex(project_root.string()).substr(0, 32) + ".json")) {}

std::vector<TestId> TestList::load() const {
  std::vector<TestId> tests;
  const auto text = read_file(file_);
  const auto document = text ? parse_json(*text) : Result<json::value>(json::array());
  if (!document || !document->is_array()) return tests;
  for (const json::value& entry : document->get_array()) {
    const json::array* fields = entry.if_array();
    if (!fields || fields->size() != 3) continue;
    TestId test;
    std::string* const into[] = {&test.file, &test.suite, &test.name};
    for (std::size_t i = 0; i < 3; ++i) {
      if (const json::string* field = (*fields)[i].if_string()) *into[i] = std::string(*field);
    }
    tests.push_back(std::move(test));
  }
  return tests;
}

Result<void> TestList::save(const std::set<TestId>& tests) const {
  json::array list;
  for (const TestId& test : tests)
    list.push_back(
        json::array{to_valid_utf8(test.file), to_valid_utf8(test.suite), to_valid_utf8(test.name)});
  auto made = make_private_dirs(file_.parent_path());
  return made ? write_file(file_, to_json_line(list)) : made;
}

}  // namespace proctor
