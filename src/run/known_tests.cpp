#include "run/known_tests.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/nearest.hpp"
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

// Of the tests that are there, by their ids: those whose last name is near to what was asked for.
std::vector<std::string> nearest_ids(const std::string& asked, const std::vector<std::string>& ids) {
  std::vector<std::string> names;
  names.reserve(ids.size());
  for (const std::string& id : ids) names.push_back(last_name(id));
  std::vector<std::string> meant;
  for (const std::string& name : nearest(last_name(asked), names)) {
    for (std::size_t i = 0; i < ids.size() && meant.size() < 3; ++i) {
      const std::string text = printable(ids[i]);
      if (names[i] == name && std::find(meant.begin(), meant.end(), text) == meant.end())
        meant.push_back(text);
    }
  }
  return meant;
}

}  // namespace

KnownTests::KnownTests(const std::filesystem::path& project_root) : list_("known", project_root) {}

void KnownTests::remember(const Report& report, bool all) const {
  std::set<TestId> tests;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) tests.insert({suite.file, suite.name, test.name});
  }
  for (const NotRun& test : report.not_run) tests.insert({test.file, test.suite, test.name});
  if (tests.empty()) return;
  std::vector<TestId> before = list_.load();
  std::sort(before.begin(), before.end());
  if (!all) tests.insert(before.begin(), before.end());
  const std::vector<TestId> after(tests.begin(), tests.end());
  if (after == before || after.size() > kMostTests) return;
  (void)list_.save(tests);
}

std::vector<TestId> KnownTests::called(const std::string& name) const {
  std::vector<TestId> found;
  const std::string asked = name_path(name);
  std::set<TestId> seen;
  for (TestId& test : list_.load()) {
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
  for (const TestId& test : list_.load()) {
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

void add_nearest(const Request& request, const KnownTests& known, Error& error,
                 const std::vector<std::string>& there) {
  std::vector<std::string> asked{request.filter};
  for (const TestId& test : request.only) asked.push_back(to_text(test));
  std::vector<std::string> meant;
  for (const std::string& name : asked) {
    if (!name.empty() && meant.empty()) meant = known.nearest_to(name);
    if (!name.empty() && meant.empty()) meant = nearest_ids(name, there);
  }
  if (meant.empty() || error.message.find("id you mean") != std::string::npos) return;
  error.message += " Did you mean " + fmt::format("{}", fmt::join(meant, " or ")) + "?";
}

}  // namespace proctor
