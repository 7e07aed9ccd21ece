#include "run/test_list.hpp"

#include <utility>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/kept_version.hpp"
#include "base/text.hpp"
#include "history/state_places.hpp"

namespace proctor {

namespace fs = std::filesystem;

TestList::TestList(const std::string& kind, const fs::path& project_root) {
  const std::string name = sha256_hex(project_root.string()).substr(0, 32) + ".json";
  fs::file_time_type written = fs::file_time_type::min();
  for (const fs::path& directory : history::state_dirs(kind)) {
    const fs::path file = directory / name;
    if (file_.empty()) file_ = newest_ = file;
    std::error_code none;
    const auto time = fs::last_write_time(file, none);
    if (none || time <= written) continue;
    written = time;
    newest_ = file;
  }
}

json::value TestList::read() const {
  const auto text = read_file(newest_);
  return text ? parse_json(*text).value_or(json::value()) : json::value();
}

Result<void> TestList::known() const {
  const json::value document = read();
  return document.is_object() ? check_kept_version(document.get_object(), newest_) : Result<void>();
}

std::vector<TestId> TestList::load() const {
  std::vector<TestId> tests;
  json::value document = read();
  if (const json::object* object = document.if_object()) {
    const json::value* list = object->if_contains("tests");
    document = list && check_kept_version(*object, newest_) ? json::value(*list) : json::value();
  }
  if (!document.is_array()) return tests;
  for (const json::value& entry : document.get_array()) {
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
  if (!known()) return {};
  json::array list;
  for (const TestId& test : tests)
    list.push_back(
        json::array{to_valid_utf8(test.file), to_valid_utf8(test.suite), to_valid_utf8(test.name)});
  auto made = make_private_dirs(file_.parent_path());
  return made ? write_file(file_,
                           to_json_line(json::object{{"version", kKeptVersion}, {"tests", std::move(list)}}))
              : made;
}

}  // namespace proctor
