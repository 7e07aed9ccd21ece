#include "exercism/golden.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "base/files.hpp"
#include "exercism/results_reader.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::exercism {
namespace fs = std::filesystem;
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr const char* kExpected = "expected_results.json";

bool is_case(const fs::path& directory) {
  std::error_code error;
  return fs::is_regular_file(directory / kExpected, error);
}

bool may_become_case(const fs::path& directory, bool is_named) {
  std::error_code error;
  for (const char* config : {".meta/config.json", ".exercism/config.json"})
    if (fs::is_regular_file(directory / config, error)) return true;
  for (auto it = fs::directory_iterator(directory, error);
       is_named && !error && it != fs::directory_iterator(); it.increment(error)) {
    std::error_code unreadable;
    if (it->is_regular_file(unreadable)) return true;
  }
  return false;
}

// "tests/leap/" and "." have no last name.
std::string own_name(const fs::path& directory) {
  std::error_code error;
  const fs::path absolute = fs::canonical(directory, error);
  return (error ? directory : absolute).filename().string();
}

// Tests one case and says what it got.
Result<std::string> test_case(const GoldenCase& what, const GoldenOptions& options, const Tester& tester,
                              std::vector<std::string>& warnings) {
  // Not the submission's place: what is written there isn't to be seen by the tests.
  const auto out = PrivateDirectory::make();
  if (!out) return tl::unexpected(out.error());
  const Assignment assignment{what.slug, what.directory, out->path() / "out", options.track};
  auto done = run_exercise(assignment, tester);
  if (!done) return tl::unexpected(done.error());
  warnings = std::move(done->warnings);
  return read_file(assignment.out / "results.json", kLargestResults);
}

void compare_texts(const std::string& expected, const std::string& got, const GoldenOptions& options,
                   GoldenResult& result) {
  const auto wanted = parse_results(expected);
  if (!wanted) {
    result.problem = std::string(kExpected) + ": " + wanted.error().message;
    return;
  }
  const auto ours = parse_results(got);
  if (!ours) {
    result.problem = "our own results.json: " + ours.error().message;
    return;
  }
  result.comparison = compare_results(*wanted, *ours, options.any_order, options.strict);
  result.exact = expected == got;
}

GoldenResult run_one(const GoldenCase& what, const GoldenOptions& options, const Tester& tester) {
  const auto begin = Clock::now();
  GoldenResult result{.what = what};
  const fs::path file = what.directory / kExpected;
  const auto expected = read_file(file, kLargestResults);
  const auto got = test_case(what, options, tester, result.warnings);
  if (!got) {
    result.problem = got.error().message;
  } else if (options.bless && got->find(private_directories_dir().string()) != std::string::npos) {
    result.problem = "not written: it holds a path below " + private_directories_dir().string() +
                     ", which is another one each time";
  } else if (options.bless) {
    result.exact = expected && *expected == *got;
    if (!result.exact) {
      const auto written = write_file(file, *got, 0644);
      if (!written) result.problem = written.error().message;
      result.blessed = written.has_value();
    }
  } else if (!expected) {
    result.problem = expected.error().message;
  } else {
    compare_texts(*expected, *got, options, result);
  }
  result.duration = std::chrono::duration_cast<milliseconds>(Clock::now() - begin);
  return result;
}

}  // namespace

Result<std::vector<GoldenCase>> find_golden_cases(const std::vector<fs::path>& directories, bool make_new) {
  std::vector<GoldenCase> cases;
  std::set<fs::path> seen;
  const auto add = [&](const fs::path& directory, bool is_named) {
    std::error_code error;
    if ((is_case(directory) || (make_new && may_become_case(directory, is_named))) &&
        seen.insert(fs::canonical(directory, error)).second)
      cases.push_back({directory, own_name(directory)});
  };
  std::string names;
  for (const fs::path& given : directories) {
    const fs::path directory = given.lexically_normal();
    std::error_code error;
    names += (names.empty() ? "" : ", ") + directory.string();
    if (!fs::is_directory(directory, error))
      return fail(ErrorCode::invalid_request, directory.string() + ": there is no such directory",
                  {{"field", "DIR"}});
    const std::size_t begin = cases.size();
    add(directory, true);
    fs::recursive_directory_iterator walk(directory, fs::directory_options::skip_permission_denied, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      std::error_code unreadable;
      if (walk->is_symlink(unreadable) || !walk->is_directory(unreadable)) continue;
      add(walk->path(), false);
    }
    if (error) return fail_system(directory.string(), error.value(), ErrorCode::invalid_request);
    std::sort(cases.begin() + static_cast<std::ptrdiff_t>(begin), cases.end(),
              [](const GoldenCase& a, const GoldenCase& b) { return a.directory < b.directory; });
  }
  if (cases.empty())
    return fail(ErrorCode::invalid_request,
                fmt::format("no case found: no directory at or below {} holds {}{}", names, kExpected,
                            make_new ? "" : "; --bless makes one of a directory with a submission"));
  return cases;
}

std::vector<GoldenResult> run_golden(const std::vector<GoldenCase>& cases, const GoldenOptions& options,
                                     const Tester& tester, const GoldenProgress& progress) {
  std::vector<std::optional<GoldenResult>> results(cases.size());
  std::atomic<std::size_t> next = 0;
  std::mutex telling;
  const auto work = [&] {
    for (std::size_t i = next++; i < cases.size() && !tester.stop.stop_requested(); i = next++) {
      GoldenResult result = run_one(cases[i], options, tester);
      if (tester.stop.stop_requested()) return;  // what was cut short says nothing about the case
      const std::lock_guard<std::mutex> lock(telling);
      if (progress) progress(result);
      results[i] = std::move(result);
    }
  };
  {
    std::vector<std::jthread> workers;
    const std::size_t count = std::clamp<std::size_t>(options.jobs, 1, cases.size());
    for (std::size_t i = 1; i < count; ++i) workers.emplace_back(work);
    work();
  }
  std::vector<GoldenResult> done;
  for (auto& result : results) {
    if (result) done.push_back(std::move(*result));
  }
  return done;
}

}  // namespace proctor::exercism
