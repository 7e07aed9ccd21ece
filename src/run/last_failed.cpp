#include "run/last_failed.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "base/files.hpp"
#include "request/called.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

std::string base_name(const std::string& signature) {
  return signature.substr(0, signature.find('('));
}

// In Solidity setUp() and constructor() stand for all tests of their suite; elsewhere such a name is one like
// any other.
std::string test_name(const Case& test) {
  const std::string name = base_name(test.name);
  if (!test.id.empty()) return test.name;
  return name == "setUp" || name == "constructor" ? "" : test.name;
}

// FILE::NAME may be a test outside of any suite, or a suite with suites in it; NAME stands for NAME[1],
// NAME[2].
bool stands_in(const TestId& test, const TestId& asked) {
  if (test.file != asked.file) return false;
  if (!asked.name.empty()) return test.suite == asked.suite && test.name.starts_with(asked.name + '[');
  if (test.suite.empty()) return test.name == asked.suite || test.name.starts_with(asked.suite + '[');
  return test.suite.starts_with(asked.suite);
}

// Whether a test is a part of another one, whose name then stands in its suite's (Go's sub-tests).
bool is_part(const TestId& part, const TestId& whole) {
  if (part.file != whole.file || whole.name.empty() || !part.suite.starts_with(whole.suite)) return false;
  constexpr std::string_view kSeparators = " />:.";
  const std::string_view rest = std::string_view(part.suite).substr(whole.suite.size());
  const std::size_t begin = std::min(rest.find_first_not_of(kSeparators), rest.size());
  const std::string_view name = rest.substr(begin);
  return name.starts_with(whole.name) &&
         (name.size() == whole.name.size() ||
          kSeparators.find(name[whole.name.size()]) != std::string_view::npos);
}

// Of what failed outside of tests: whether a report has results of its file or suite.
bool has_results_of(const Report& report, const TestId& whole) {
  return std::any_of(report.suites.begin(), report.suites.end(), [&](const Suite& suite) {
    return whole.file.empty() ? suite.name == whole.suite : suite.file == whole.file;
  });
}

}  // namespace

std::vector<TestId> failed_tests(const Report& report) {
  std::set<TestId> failed;
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      if (test.status == Status::fail || test.status == Status::error)
        failed.insert({suite.file, suite.name, test_name(test)});
    }
  }
  return {failed.begin(), failed.end()};
}

std::vector<TestId> tests_to_rerun(const Report& report) {
  std::vector<TestId> tests = failed_tests(report);
  const std::set<TestId> failed(tests.begin(), tests.end());
  for (const NotRun& test : report.not_run) {
    TestId id{test.file, test.suite, test.name};
    // Where a part has ended the program, the part is run again, and with it what it is a part of.
    const bool has_failed_part =
        std::any_of(failed.begin(), failed.end(), [&id](const TestId& one) { return is_part(one, id); });
    if (!test.on_purpose && !failed.contains(id) && !has_failed_part) tests.push_back(std::move(id));
  }
  std::sort(tests.begin(), tests.end());
  tests.erase(std::unique(tests.begin(), tests.end()), tests.end());
  return tests;
}

std::vector<TestId> gone_tests(const Report& report, const std::optional<Error>& error,
                               const std::vector<TestId>& asked) {
  const bool could_run =
      !error || error->code == ErrorCode::test_assertion_failed ||
      (error->code == ErrorCode::test_none_ran && report.termination && report.termination->code == 0);
  if (!could_run) return {};
  // A suite whose preparation failed or that was left out says nothing about its tests.
  std::set<TestId> known;
  std::set<std::pair<std::string, std::string>> ids;  // of a file's tests, as their framework has them
  for (const Suite& suite : report.suites) {
    for (const Case& test : suite.cases) {
      known.insert({suite.file, suite.name, test_name(test)});
      ids.insert({suite.file, test.id});
      ids.insert({suite.file, test.test});
    }
  }
  for (const NotRun& test : report.not_run) known.insert({test.file, test.suite, test.name});
  // The list of tests names them without their parameters.
  const auto is_known = [&known, &ids, &report](const TestId& test) {
    if (is_whole(test) && has_results_of(report, test)) return true;
    // FILE::NAME, where the name has another separator in it, or is that in the source.
    if (test.name.empty() && ids.contains({test.file, test.suite})) return true;
    return std::any_of(known.begin(), known.end(), [&](const TestId& one) {
      if (to_text(one) == to_text(test) || stands_in(one, test)) return true;
      if (is_called(name_path(test), name_path(one))) return true;
      const bool bare = one.name == base_name(one.name) || test.name == base_name(test.name);
      return one.file == test.file && one.suite == test.suite &&
             (one.name.empty() || test.name.empty() || one.name == test.name ||
              (bare && base_name(one.name) == base_name(test.name)));
    });
  };
  std::vector<TestId> gone;
  std::copy_if(asked.begin(), asked.end(), std::back_inserter(gone),
               [&](const TestId& test) { return !is_known(test); });
  return gone;
}

LastFailed::LastFailed(const std::filesystem::path& project_root) : list_("failed", project_root) {}

std::vector<TestId> LastFailed::broken() const {
  std::vector<TestId> tests = load();
  std::erase_if(tests, [](const TestId& test) { return !is_whole(test); });
  return tests;
}

std::vector<TestId> LastFailed::load() const {
  return list_.load();
}

Result<void> LastFailed::usable() const {
  std::error_code error;
  if (fs::exists(list_.file(), error)) {
    const auto text = read_file(list_.file());
    if (!text) return tl::unexpected(text.error());
  }
  // What is there now doesn't matter: whether a file like it can be written is asked.
  const fs::path beside = list_.file().string() + ".new";
  if (auto made = make_private_dirs(list_.file().parent_path()); !made) return made;
  auto written = write_file(beside, "[]");
  fs::remove(beside, error);
  return written;
}

Result<void> LastFailed::remember(const Report& report, const std::vector<TestId>& gone) const {
  if (report.suites.empty() && gone.empty()) return {};
  std::set<TestId> ran;
  std::set<std::pair<std::string, std::string>> suites;
  for (const Suite& suite : report.suites) {
    suites.insert({suite.file, suite.name});
    for (const Case& test : suite.cases) {
      ran.insert({suite.file, suite.name, test_name(test)});
      ran.insert({suite.file, suite.name, base_name(test_name(test))});  // as a list of tests names it
    }
  }
  std::set<TestId> failed;
  for (TestId& test : tests_to_rerun(report)) failed.insert(std::move(test));
  for (TestId& test : load()) {
    const bool whole_suite_ran = (test.name.empty() && suites.contains({test.file, test.suite})) ||
                                 (is_whole(test) && has_results_of(report, test));
    const bool is_gone = std::find(gone.begin(), gone.end(), test) != gone.end();
    if (!ran.contains(test) && !whole_suite_ran && !is_gone) failed.insert(std::move(test));
  }
  auto written = list_.save(failed);
  std::error_code error;
  if (!written) fs::remove(list_.file(), error);
  return written;
}

}  // namespace proctor
