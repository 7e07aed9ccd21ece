#include "run/known_tests.hpp"

#include <algorithm>
#include <set>

#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/nearest.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "request/called.hpp"

namespace proctor {
namespace {

constexpr std::size_t kMostTests = 5'000;  // of more, to read them would be felt in each run

// What a person would look at: the name, and the same with its suite.
std::string last_names(const TestId& test) {
  if (test.name.empty()) return test.suite;
  return test.suite.empty() ? test.name : test.suite + "::" + test.name;
}

}  // namespace

KnownTests::KnownTests(const std::filesystem::path& project_root)
    : file_(user_state_dir() / "known" / (sha256_hex(project_root.string()).substr(0, 32) + ".json")) {}

std::vector<TestId> KnownTests::load() const {
  std::vector<TestId> tests;
  const auto text = read_file(file_);
  const auto document = text ? parse_json(*text) : Result<json::value>(json::array());
  if (!document || !document->is_array()) return tests;  // damaged: as if nothing were remembered
  for (const json::value& entry : document->get_array()) {
    const json::array* fields = entry.if_array();
    if (!fields || fields->size() != 3) continue;
    const auto field = [&](std::size_t i) {
      const json::string* value = (*fields)[i].if_string();
      return value ? std::string(*value) : std::string();
    };
    tests.push_back({field(0), field(1), field(2)});
  }
  return tests;
}

void KnownTests::remember(const Report& report, bool all) const {
  std::set<TestId> tests;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) tests.insert({suite.file, suite.name, test.name});
  }
  for (const NotRun& test : report.not_run) tests.insert({test.file, test.suite, test.name});
  if (tests.empty()) return;
  std::vector<TestId> before = load();
  std::sort(before.begin(), before.end());
  if (!all) tests.insert(before.begin(), before.end());
  const std::vector<TestId> after(tests.begin(), tests.end());
  if (after == before || after.size() > kMostTests) return;
  json::array list;
  for (const TestId& test : after)
    list.push_back(
        json::array{to_valid_utf8(test.file), to_valid_utf8(test.suite), to_valid_utf8(test.name)});
  if (make_private_dirs(file_.parent_path())) (void)write_file(file_, to_json_line(list));
}

std::vector<TestId> KnownTests::called(const std::string& name) const {
  std::vector<TestId> found;
  const std::string asked = name_path(name);
  std::set<TestId> seen;
  for (TestId& test : load()) {
    if (!is_called(asked, name_path(test))) continue;
    // Where a whole suite is meant, that is all of it, whatever is new in it.
    if (!test.suite.empty() && is_called(asked, name_path(TestId{test.file, test.suite, ""})))
      test.name.clear();
    if (seen.insert(test).second) found.push_back(std::move(test));
  }
  return found;
}

std::vector<std::string> KnownTests::nearest_to(const std::string& name) const {
  std::vector<std::string> names;
  std::vector<std::string> texts;
  const auto add = [&](const TestId& test, const TestId& meant) {
    const std::string last = test.name.substr(test.name.rfind('.') + 1);  // "sub.TestA" of Go
    for (const std::string& one : {test.name, last, last_names(test), to_text(test)}) {
      names.push_back(printable(one));
      texts.push_back(printable(to_text(meant)));
    }
  };
  for (const TestId& test : load()) {
    add(test, test);
    // Of its row or its parameters nobody thinks first.
    TestId whole = test;
    whole.name.resize(std::min(test.name.find_first_of("[("), test.name.size()));
    if (!whole.name.empty() && whole != test) add(whole, test.name[whole.name.size()] == '[' ? whole : test);
  }
  std::vector<std::string> meant;
  for (const std::string& near : nearest(name, names, 9)) {
    for (std::size_t i = 0; i < names.size() && meant.size() < 3; ++i) {
      if (names[i] == near && std::find(meant.begin(), meant.end(), texts[i]) == meant.end())
        meant.push_back(texts[i]);
    }
  }
  return meant;
}

}  // namespace proctor
