#include "run/rerun.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "framework/forge.hpp"
#include "run/last_failed.hpp"

namespace proctor {

std::string rerun_command(const Report& report, const Request& request,
                          const std::vector<std::string>& called_as) {
  const std::vector<framework::TestId> failed = failed_tests(report);
  if (failed.empty()) return "";
  std::vector<std::string> words = called_as;
  const auto option = [&words](const char* name, const std::string& value) {
    words.emplace_back(name);
    words.push_back(value);
  };
  const bool one_suite = std::all_of(failed.begin(), failed.end(), [&](const framework::TestId& test) {
    return test.file == failed.front().file && test.suite == failed.front().suite;
  });
  if (one_suite) {
    option("--match-path", framework::exact_glob(failed.front().file));
    option("--match-contract", '^' + framework::exact_regex(failed.front().suite) + '$');
    const bool whole = std::any_of(failed.begin(), failed.end(),
                                   [](const framework::TestId& test) { return test.name.empty(); });
    if (!whole) {
      std::string names;
      for (const framework::TestId& test : failed)
        names += (names.empty() ? "" : "|") + framework::exact_regex(test.name);
      option("--filter", "^(" + names + ")\\(");
    }
  } else if (!request.sources) {
    words.emplace_back("--rerun-failed");
  } else {
    // An upload is nowhere to be remembered: the closest filters.
    std::set<std::string> suites;
    std::set<std::string> names;
    bool whole = false;
    for (const framework::TestId& test : failed) {
      suites.insert(framework::exact_regex(test.suite));
      names.insert(framework::exact_regex(test.name));
      whole = whole || test.name.empty();
    }
    const auto any_of = [](const std::set<std::string>& list) {
      std::string regex;
      for (const std::string& item : list) regex += (regex.empty() ? "^(" : "|") + item;
      return regex + ')';
    };
    option("--match-contract", any_of(suites) + '$');
    if (!whole) option("--filter", any_of(names) + "\\(");
  }
  if (!request.evm_version.empty()) option("--evm-version", request.evm_version);
  if (request.fuzz_runs) option("--fuzz-runs", std::to_string(*request.fuzz_runs));
  // The same inputs again.
  if (!report.framework.fuzz_seed.empty()) option("--fuzz-seed", report.framework.fuzz_seed);
  return shell_join(words);
}

}  // namespace proctor
