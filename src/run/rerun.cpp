#include "run/rerun.hpp"

#include "base/text.hpp"
#include "run/last_failed.hpp"

namespace proctor {
namespace {

// More names than that are no line for a person any more.
constexpr std::size_t kNamedAtMost = 10;

}  // namespace

std::string rerun_command(const Report& report, const Request& request,
                          const std::vector<std::string>& called_as, const std::vector<TestId>& remembered) {
  const std::vector<TestId> failed = failed_tests(report);
  if (failed.empty() || called_as.empty()) return "";
  std::vector<std::string> words = called_as;
  const auto option = [&words](const char* name, const std::string& value) {
    if (value.starts_with('-')) {
      words.push_back(name + ('=' + value));  // or it would be taken for an option
    } else {
      words.insert(words.end(), {name, value});
    }
  };
  if (failed.size() > kNamedAtMost && tests_to_rerun(report) == remembered) {
    words.emplace_back("--rerun-failed");
  } else {
    bool any = false;
    for (const TestId& test : failed) {
      // A name alone is one that no report gives a file (CTest's).
      const bool alone = test.file.empty() && test.suite.empty() && test.name.find("::") == std::string::npos;
      const std::string text = alone ? test.name : to_text(test);
      // What failed as a whole runs with any other test that failed.
      if (is_whole(test) && !parse_test_id(text)) continue;
      any = true;
      // A framework that doesn't say a test's file: nobody could name it.
      if (!alone && !parse_test_id(text)) return "";
      option("--only", printable(text));
    }
    if (!any) words.emplace_back("--rerun-failed");
  }
  if (!request.evm_version.empty()) option("--evm-version", request.evm_version);
  if (request.fuzz_runs) option("--fuzz-runs", std::to_string(*request.fuzz_runs));
  // The same inputs again.
  if (!report.framework.fuzz_seed.empty()) option("--fuzz-seed", report.framework.fuzz_seed);
  return shell_join(words);
}

}  // namespace proctor
