// What is asked of the history: runs, their results, and what is new in one.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "history/compare.hpp"
#include "history/history.hpp"
#include "history/run_id.hpp"
#include "history/with_index.hpp"

namespace proctor::history {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kNamedGone = 3;

}  // namespace

Result<std::vector<KeptRun>> History::runs(const std::string& project, std::size_t most) {
  return with_index([&] {
    std::vector<KeptRun> runs;
    Statement rows(index_->database(),
                   project.empty()
                       ? "SELECT about FROM runs ORDER BY began DESC, run DESC LIMIT ?2"
                       : "SELECT about FROM runs WHERE project = ?1 ORDER BY began DESC, run DESC "
                         "LIMIT ?2");
    rows.with(project, static_cast<std::int64_t>(std::min<std::size_t>(most, INT64_MAX)));
    while (rows.next()) runs.push_back(run_from(rows.text(0)));
    return runs;
  });
}

Result<std::vector<std::string>> History::ids() {
  return with_index([&] {
    std::vector<std::string> ids;
    Statement rows(index_->database(), "SELECT id FROM runs");
    while (rows.next()) ids.push_back(rows.text(0));
    return ids;
  });
}

Result<std::string> History::project_of(const fs::path& directory) {
  std::error_code error;
  fs::path at = fs::weakly_canonical(directory, error);
  return with_index([&] {
    Statement has(index_->database(), "SELECT 1 FROM runs WHERE project = ? LIMIT 1");
    for (fs::path one = at;; one = one.parent_path()) {
      if (has.with(one.string()).next()) return one.string();
      if (one == one.parent_path()) return std::string();
    }
  });
}

Result<KeptRun> History::find(const std::string& asked) {
  auto found = with_index([&] {
    std::vector<KeptRun> runs;
    if (!could_be_run_id(asked)) return runs;
    Statement rows(
        index_->database(),
        "SELECT about FROM runs WHERE (id >= ?1 AND id < ?1 || '~') OR (tail >= ?1 AND tail < ?1 || '~') "
        "ORDER BY id = ?1 DESC, began DESC LIMIT 4");
    rows.with(asked);
    while (rows.next()) runs.push_back(run_from(rows.text(0)));
    if (!runs.empty() && runs.front().id == asked) runs.resize(1);
    return runs;
  });
  if (!found) return tl::unexpected(found.error());
  if (found->size() == 1) return found->front();
  const json::object field{{"field", "run"}};
  if (found->size() > 1) {
    std::string ids;
    for (const KeptRun& run : *found) ids += (ids.empty() ? "" : ", ") + run.id;
    return fail(ErrorCode::invalid_request,
                fmt::format("{} means several runs ({}{}): write more of the id", asked, ids,
                            found->size() == 4 ? ", …" : ""),
                field);
  }
  const auto newest = runs("", 1'000);
  std::vector<std::string> names;
  for (const KeptRun& run : newest.value_or(std::vector<KeptRun>())) {
    names.push_back(tail_of(run.id));
    names.push_back(run.id);
  }
  const std::vector<std::string> near = nearest(asked, names, 2);
  const std::string advice = !near.empty() ? fmt::format("did you mean {}?", fmt::join(near, " or "))
                             : names.empty()
                                 ? "no run is kept"
                                 : fmt::format("the newest is {} (`proctor runs` lists them)", names.front());
  return fail(
      ErrorCode::invalid_request,
      fmt::format("No run {} is kept: {}", printable(asked.substr(0, utf8_prefix(asked, 80))), advice),
      field);
}

std::string History::short_id(const std::string& id) {
  const std::string tail = tail_of(id);
  const auto length = with_index([&] {
    Statement others(index_->database(),
                     "SELECT count(*) FROM runs WHERE tail >= ?1 AND tail < ?1 || '~' AND id <> ?2");
    for (std::size_t some = kShortestTail; some < tail.size(); ++some) {
      if (others.with(tail.substr(0, some), id).next() && others.number(0) == 0) return some;
    }
    return tail.size();
  });
  return tail.substr(0, length.value_or(tail.size()));
}

Result<std::optional<KeptRun>> History::last_complete(const std::string& project, const std::string& series) {
  return with_index([&] {
    Statement row(index_->database(),
                  series.empty()
                      ? "SELECT about FROM runs WHERE project = ?1 AND complete = 1 "
                        "ORDER BY began DESC, run DESC LIMIT 1"
                      : "SELECT about FROM runs WHERE project = ?1 AND series = ?2 AND complete = 1 "
                        "ORDER BY began DESC, run DESC LIMIT 1");
    if (series.empty() ? row.with(project).next() : row.with(project, series).next())
      return std::optional<KeptRun>(run_from(row.text(0)));
    return std::optional<KeptRun>();
  });
}

Result<std::optional<KeptRun>> History::last(const std::string& project) {
  auto found = runs(project, 1);
  if (!found) return tl::unexpected(found.error());
  return found->empty() ? std::optional<KeptRun>() : std::optional<KeptRun>(std::move(found->front()));
}

Result<Record> History::record(const KeptRun& run) {
  const auto file = with_index([&] {
    Statement row(index_->database(), "SELECT file FROM runs WHERE id = ?");
    return row.with(run.id).next() ? fs::path(row.text(0)) : fs::path();
  });
  if (!file) return tl::unexpected(file.error());
  std::error_code error;
  // Another process may be about to move it.
  const fs::path fresh = runs_dir() / "new" / file->filename();
  return read_record(!fs::exists(*file, error) && fs::exists(fresh, error) ? fresh : *file);
}

Result<Results> History::results(const KeptRun& run) {
  return with_index([&] { return index_->results(run.id); });
}

Result<std::vector<TestHistory>> History::tests(const std::string& project, std::size_t runs_at_most) {
  const auto newest = runs(project, runs_at_most);
  if (!newest) return tl::unexpected(newest.error());
  return with_index([&] {
    std::map<TestName, TestHistory> found;
    for (const KeptRun& run : *newest) {
      for (const auto& [name, result] : index_->results(run.id)) found[name].results.push_back(result);
    }
    for (const auto& [name, state] : index_->states(project)) {
      if (const auto test = found.find(name); test != found.end()) test->second.state = state;
    }
    std::vector<TestHistory> tests;
    for (auto& [name, test] : found) {
      test.name = name;
      tests.push_back(std::move(test));
    }
    return tests;
  });
}

Result<void> History::compare(const KeptRun& run, Report& report) {
  const auto reference = last_complete(run.project, run.series);
  if (!reference) return tl::unexpected(reference.error());
  return with_index([&] {
    const Results own = results_of(report);
    const auto other_names = index_->known_as(run.project, own);
    const Results now = renamed(own, other_names);
    const auto states = index_->states(run.project);
    const auto seen = index_->seen_with(run.project, run.digest());
    const auto is_flaky = [&](const TestName& test) {
      const auto state = states.find(test);
      if (state != states.end() && state->second.flaky) return true;
      const auto same_tree = seen.find(test);
      const auto result = now.find(test);
      if (same_tree == seen.end() || result == now.end()) return false;
      const unsigned bit = is_bad(result->second.status)           ? kFailed
                           : result->second.status == Status::pass ? kPassed
                                                                   : 0;
      return (same_tree->second | bit) == (kPassed | kFailed);
    };
    std::set<TestName> fresh;
    if (*reference) {
      const KeptRun& last = **reference;
      const Results before = index_->results(last.id);
      Difference difference = history::compare(before, now, report.not_run);
      SinceLast since;
      since.run = last.id;
      since.short_run = short_id(last.id);
      since.began = last.began;
      since.age = std::max<std::int64_t>(0, run.began - last.began);
      since.tests_before = before.size();
      since.tests_now = now.size();
      fresh.insert(difference.new_failures.begin(), difference.new_failures.end());
      since.new_failures = std::move(difference.new_failures);
      since.fixed = std::move(difference.fixed);
      for (const TestName& test : difference.still_failing) {
        const auto state = states.find(test);
        const bool is_known = state != states.end() && !state->second.failing_run.empty();
        since.still_failing.push_back({test, is_known ? state->second.failing_run : last.id,
                                       is_known ? state->second.failing_began : last.began});
      }
      if (run.complete) since.gone = std::move(difference.gone);
      for (const auto* list : {&since.new_failures, &since.fixed})
        std::copy_if(list->begin(), list->end(), std::back_inserter(since.flaky), is_flaky);
      for (const auto& still : since.still_failing)
        if (is_flaky(still.test)) since.flaky.push_back(still.test);
      if (fell(before.size(), before.size() - since.gone.size()) && fell(before.size(), now.size())) {
        std::string names;
        for (std::size_t i = 0; i < std::min(kNamedGone, since.gone.size()); ++i)
          names += (i == 0 ? "" : ", ") + printable(to_text(since.gone[i]));
        if (since.gone.size() > kNamedGone) names += ", …";
        report.warnings.push_back(
            fmt::format("The number of tests fell from {} to {} since run {}. Gone: {}.", before.size(),
                        now.size(), since.short_run, names));
      }
      report.since_last = std::move(since);
    }
    for (Suite& suite : report.suites) {
      for (Case& test : suite.cases) {
        if (!is_bad(test.status)) continue;
        TestName name{suite.file, suite.name, test.name};
        if (const auto other = other_names.find(name); other != other_names.end()) name = other->second;
        test.is_new = fresh.contains(name);
        test.known_flaky = is_flaky(name);
      }
    }
  });
}

}  // namespace proctor::history
