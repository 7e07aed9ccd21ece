#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "framework/forge.hpp"
#include "framework/forge_filters.hpp"

namespace proctor::framework {
namespace {

using std::chrono::milliseconds;

// "test/A.t.sol:ATest"
struct SuiteName {
  std::string file;
  std::string contract;
};
SuiteName split(const std::string& key) {
  const std::size_t colon = key.rfind(':');
  if (colon == std::string::npos) return {"", key};
  return {key.substr(0, colon), key.substr(colon + 1)};
}

std::string suite_key(const Suite& suite) {
  return suite.file + ':' + suite.name;
}

void merge(std::vector<Suite>& into, std::vector<Suite> suites, const std::set<std::string>& wanted) {
  for (Suite& suite : suites) {
    if (!wanted.contains(suite_key(suite))) continue;
    std::erase_if(into, [&](const Suite& old) { return suite_key(old) == suite_key(suite); });
    into.push_back(std::move(suite));
  }
}

}  // namespace

// forge prints its JSON once, at the end, and nothing makes a stopped forge print it. The suites that had
// finished are known from its log; they are run once more, with the same seed, which gives the same results.
// A run that isn't stopped pays nothing for this.
void Forge::recover_finished_suites(const Context& context, const TestList& list, Report& report) const {
  std::set<std::string> lost;
  std::chrono::microseconds took{};
  for (const auto& [name, state] : log_->suites()) {
    const bool known = std::any_of(report.suites.begin(), report.suites.end(),
                                   [&name = name](const Suite& suite) { return suite_key(suite) == name; });
    if (!state.finished || known) continue;
    lost.insert(name);
    took += state.duration;
  }
  if (lost.empty()) return;
  if (context.events)
    context.events(PhaseStarted{"recovering", fmt::format("the results of {} finished suites", lost.size())});

  // By file: contract names are unique in one, so that nothing but these suites is run. All in one command
  // where the product of files and contracts holds no other suite.
  std::map<std::string, std::set<std::string>> by_file;
  std::set<std::string> files;
  std::set<std::string> contracts;
  for (const std::string& name : lost) {
    const SuiteName suite = split(name);
    by_file[suite.file].insert(suite.contract);
    files.insert(suite.file);
    contracts.insert(suite.contract);
  }
  const bool one_command = std::all_of(list.begin(), list.end(), [&](const auto& listed) {
    const SuiteName suite = split(listed.first);
    return lost.contains(listed.first) || !files.contains(suite.file) || !contracts.contains(suite.contract);
  });
  std::vector<Request> requests;
  const auto add_request = [&](const std::set<std::string>& in_files, const std::set<std::string>& names) {
    Request exact = request_;
    exact.match_path = exact_globs(in_files);
    exact.match_contract = contract_filter(names);
    requests.push_back(std::move(exact));
  };
  if (one_command) {
    add_request(files, contracts);
  } else {
    for (const auto& [file, names] : by_file) add_request({file}, names);
  }

  // Suites ran side by side, so their summed time is more than they need; some seconds more for forge's
  // start.
  milliseconds left = std::min(std::chrono::duration_cast<milliseconds>(took) + milliseconds(10'000),
                               context.limit() + milliseconds(10'000));
  std::size_t recovered = 0;
  Context without_only = context;
  without_only.only.clear();
  for (const Request& request : requests) {
    if (left.count() <= 0) break;
    format::ForgeJsonReader reader;
    const supervise::Outcome outcome = context.side_run(test_commands(without_only, request).front(), left,
                                                        [&reader](Stream stream, std::string_view bytes) {
                                                          if (stream == Stream::out) reader.feed(bytes);
                                                        });
    left -= outcome.usage.wall;
    merge(report.suites, reader.finish().suites, lost);
  }
  for (const Suite& suite : report.suites) recovered += lost.contains(suite_key(suite)) ? 1 : 0;
  report.warnings.push_back(
      fmt::format("forge prints results only at the end of a run: those of {} suites that had finished were "
                  "got by running these once more "
                  "with the same seed ({} of them gave results).",
                  lost.size(), recovered));
}

}  // namespace proctor::framework
