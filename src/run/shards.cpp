#include "run/shards.hpp"

#include <fmt/format.h>

#include <utility>

#include "history/history.hpp"
#include "run/any_report.hpp"

namespace proctor {
namespace {

framework::TestTimes times_of(const std::vector<Suite>& suites) {
  framework::TestTimes times;
  for (const Suite& suite : suites) {
    for (const Case& test : suite.cases)
      if (test.duration_ms) times.add({suite.file, suite.name, test.name}, *test.duration_ms);
  }
  return times;
}

framework::TestTimes times_of_history(const std::filesystem::path& root, const std::string& series,
                                      const Config::History& bounds) {
  framework::TestTimes times;
  if (bounds.max_runs == 0) return times;
  auto history = history::History::open(bounds);
  if (!history) return times;
  const auto run = history->last_complete(root.string(), series);
  if (!run || !*run) return times;
  const auto results = history->results(**run);
  if (!results) return times;
  for (const auto& [test, result] : *results) times.add(test, result.duration_ms);
  return times;
}

}  // namespace

Result<framework::TestTimes> times_for(const ShardWish& wish, const std::filesystem::path& root,
                                       const framework::Definition& definition,
                                       const Config::History& history) {
  if (!wish.timings.empty()) {
    const auto report = read_any_report(wish.timings);
    if (!report) return tl::unexpected(report.error());
    framework::TestTimes times;
    if (report->answer.report) times = times_of(report->answer.report->suites);
    if (times.empty())
      return invalid_field("--timings", fmt::format("{} says of no test how long it took", wish.timings));
    return times;
  }
  if (wish.by == ShardWish::By::count) return framework::TestTimes();
  auto times = times_of_history(root, "test " + definition.name, history);
  if (wish.by == ShardWish::By::time && times.empty())
    return invalid_field("--by",
                         "time: no complete run of this project is remembered here; say how long its tests "
                         "take with --timings FILE (a report), or share them by count");
  return times;
}

bool is_empty(const std::optional<Shard>& shard) {
  return shard && shard->tests == 0 && shard->tests_total > 0;
}

Answer answer_of_empty(Report report, const Shard& shard) {
  report.shard = shard;
  report.verdict = Verdict::pass;
  report.termination = Termination{Termination::Kind::exited, 0, "no test was to be run"};
  report.warnings.push_back(fmt::format("No test fell into shard {}/{}: there are {} to share.", shard.index,
                                        shard.count, shard.tests_total));
  return {.report = std::move(report), .error = std::nullopt};
}

}  // namespace proctor
