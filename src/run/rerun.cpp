#include "run/rerun.hpp"

#include <set>

#include "base/text.hpp"
#include "framework/forge_filters.hpp"
#include "run/last_failed.hpp"

namespace proctor {

std::string rerun_command(const Report& report, const Request& request,
                          const std::vector<std::string>& called_as) {
  const std::vector<framework::TestId> failed = failed_tests(report);
  if (failed.empty()) return "";
  std::vector<std::string> words = called_as;
  const auto option = [&words](const char* name, const std::string& value) {
    if (value.starts_with('-')) {
      words.push_back(name + ('=' + value));  // or it would be taken for an option
    } else {
      words.insert(words.end(), {name, value});
    }
  };
  std::set<std::string> suites;
  std::set<std::string> names;
  bool one_suite = true;
  bool whole_suite = false;
  for (const framework::TestId& test : failed) {
    suites.insert(test.suite);
    names.insert(test.name);
    one_suite = one_suite && test.file == failed.front().file && test.suite == failed.front().suite;
    whole_suite = whole_suite || test.name.empty();
  }
  if (!one_suite && !request.sources) {
    words.emplace_back("--rerun-failed");
  } else {
    // An upload of several failing suites is nowhere to be remembered: then these are the closest filters.
    if (one_suite) option("--match-path", framework::exact_glob(failed.front().file));
    option("--match-contract", framework::contract_filter(suites));
    if (!whole_suite) option("--filter", framework::test_filter(names));
  }
  if (!request.evm_version.empty()) option("--evm-version", request.evm_version);
  if (request.fuzz_runs) option("--fuzz-runs", std::to_string(*request.fuzz_runs));
  // The same inputs again.
  if (!report.framework.fuzz_seed.empty()) option("--fuzz-seed", report.framework.fuzz_seed);
  return shell_join(words);
}

}  // namespace proctor
