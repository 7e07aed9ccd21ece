#include "history/compare.hpp"

#include <algorithm>
#include <set>

#include "request/test_id.hpp"

namespace proctor::history {
namespace {

TestId id_of(const TestName& test) {
  return {test.file, test.suite, test.name};
}

// Files and suites of which nobody knows whether their tests are there: they couldn't be loaded.
struct Unknown {
  std::set<std::string> files{};
  std::set<std::string> suites{};  // where no file is known

  bool has(const TestName& test) const {
    return test.file.empty() ? suites.contains(test.suite) : files.contains(test.file);
  }
};

}  // namespace

Difference compare(const Results& before, const Results& now, const std::vector<NotRun>& not_run) {
  Unknown unknown;
  std::set<TestName> without_result;
  for (const NotRun& test : not_run) {
    without_result.insert({test.file, test.suite, test.name});
    if (!test.name.empty()) continue;
    (test.file.empty() ? unknown.suites : unknown.files).insert(test.file.empty() ? test.suite : test.file);
  }
  Difference difference;
  for (const auto& [test, result] : now) {
    const auto earlier = before.find(test);
    const bool bad_before = earlier != before.end() && is_bad(earlier->second.status);
    if (is_bad(result.status)) {
      (bad_before ? difference.still_failing : difference.new_failures).push_back(test);
      if (is_whole(id_of(test)))
        (test.file.empty() ? unknown.suites : unknown.files)
            .insert(test.file.empty() ? test.suite : test.file);
    } else if (bad_before && result.status == Status::pass) {
      difference.fixed.push_back(test);
    }
    if (earlier == before.end()) difference.added.push_back(test);
  }
  for (const auto& [test, result] : before) {
    if (now.contains(test)) continue;
    // That a file couldn't be loaded is no test; with results of the file it is mended.
    if (is_whole(id_of(test))) {
      const bool loaded = std::any_of(now.begin(), now.end(), [&](const auto& one) {
        return test.file.empty() ? one.first.suite == test.suite : one.first.file == test.file;
      });
      if (is_bad(result.status) && loaded && !unknown.has(test)) difference.fixed.push_back(test);
    } else if (!unknown.has(test) && !without_result.contains(test)) {
      difference.gone.push_back(test);
    }
  }
  return difference;
}

bool fell(std::size_t before, std::size_t now) {
  return now < before && 10 * (before - now) >= before;
}

std::string to_text(const TestName& test) {
  return proctor::to_text(id_of(test));
}

}  // namespace proctor::history
