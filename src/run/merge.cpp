#include "run/merge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "run/commands.hpp"

namespace proctor {
namespace {

constexpr std::size_t kMostNamed = 10;

// The last part of a path, where that tells the reports apart.
void shorten_names(std::vector<AnyReport>& reports) {
  std::map<std::string, std::size_t> names;
  const auto last = [](const AnyReport& report) {
    return std::filesystem::path(report.name).filename().string();
  };
  for (const AnyReport& report : reports) ++names[last(report)];
  for (AnyReport& report : reports)
    if (names[last(report)] == 1) report.name = last(report);
}

const Shard* shard_of(const AnyReport& report) {
  return report.answer.report && report.answer.report->shard ? &*report.answer.report->shard : nullptr;
}

// The higher, the worse.
int rank(const Answer& answer) {
  if (!answer.error) return 0;
  if (answer.error->code == ErrorCode::test_assertion_failed) return 1;
  if (answer.error->code == ErrorCode::test_cancelled) return 4;
  const bool limit =
      answer.error->code == ErrorCode::test_timeout || answer.error->code == ErrorCode::test_limit_exceeded;
  return limit ? 3 : 2;
}

int rank(Status status) {
  return status == Status::error ? 3 : status == Status::fail ? 2 : status == Status::pass ? 1 : 0;
}

// The results, as they are added up.
class Results {
 public:
  void take(Suite suite, const AnyReport& from) {
    const bool shared = shard_of(from) != nullptr;
    // Before a case is taken: either all of the suite is new, or all of it has the report's name.
    const bool twice = !shared && std::ranges::any_of(suite.cases, [&](const Case& test) {
      const auto known = owners_.find({suite.file, suite.name, test.name});
      return known != owners_.end() && known->second != from.name;
    });
    const std::string name = suite.name;
    if (twice) suite.name = fmt::format("{} [{}]", name.empty() ? suite.file : name, from.name);
    const auto [place, is_new] = places_.emplace(std::pair(suite.file, suite.name), suites_.size());
    if (is_new) {
      suites_.push_back({.file = suite.file, .name = suite.name, .duration_ms = suite.duration_ms});
    } else if (suite.duration_ms) {
      auto& all = suites_[place->second].duration_ms;
      all = all.value_or(0) + *suite.duration_ms;
    }
    Suite& into = suites_[place->second];
    for (const std::string& warning : suite.warnings) {
      if (std::ranges::find(into.warnings, warning) == into.warnings.end()) into.warnings.push_back(warning);
    }
    // Of shards that share files two tests of one name are two, unless more than the name is known of them.
    const bool by_name = shared && shard_of(from)->by == "files" && into.file.empty() && name.empty();
    for (Case& test : suite.cases) {
      const TestName key{into.file, into.name, test.name};
      const auto [owner, first] = owners_.emplace(TestName{into.file, name, test.name}, from.name);
      const auto known = cases_.find(key);
      if (shared && !by_name && known != cases_.end() && owner->second != from.name) {
        Case& before = into.cases[known->second];
        if (rank(test.status) > rank(before.status)) before = std::move(test);
        continue;
      }
      cases_.emplace(key, into.cases.size());
      into.cases.push_back(std::move(test));
    }
  }

  std::vector<Suite> end() {
    sort(suites_);
    return std::move(suites_);
  }

 private:
  std::vector<Suite> suites_{};
  std::map<std::pair<std::string, std::string>, std::size_t> places_{};
  std::map<TestName, std::string> owners_{};  // the report that had it first
  std::map<TestName, std::size_t> cases_{};   // where it stands in its suite
};

template <typename List, typename Same>
void add_new(List& list, const List& more, Same same) {
  for (const auto& one : more) {
    if (std::ranges::none_of(list, [&](const auto& known) { return same(known, one); })) list.push_back(one);
  }
}

void add_run(Report& all, const Report& one, bool first) {
  Usage& usage = all.run.usage;
  const auto wall = std::max(usage.wall, one.run.usage.wall);  // they ran beside each other
  usage = first ? one.run.usage : add_up(usage, one.run.usage);
  usage.wall = wall;
  all.run.left_behind.insert(all.run.left_behind.end(), one.run.left_behind.begin(),
                             one.run.left_behind.end());
  const auto bad = [](const std::optional<Termination>& end) {
    return end && (end->kind != Termination::Kind::exited || end->code != 0);
  };
  // How the whole ended is known if that is known of each.
  const bool known = all.termination && one.termination;
  if (!first && !known)
    all.termination = std::nullopt;
  else if (first || (bad(one.termination) && !bad(all.termination)))
    all.termination = one.termination;
}

// Each once, with commas between them.
void add_words(std::string& list, std::set<std::string>& known, const std::string& words) {
  if (!words.empty() && known.insert(words).second) list += (list.empty() ? "" : ", ") + words;
}

std::string title(const AnyReport& report) {
  const Shard* shard = shard_of(report);
  return shard == nullptr ? report.name
                          : fmt::format("shard {}/{} ({})", shard->index, shard->count, report.name);
}

// Of how many calls the median is, or which lines were reached, only their own run knows.
std::string kept_apart(const char* what, const std::vector<AnyReport>& reports,
                       bool (*is_there)(const Report&)) {
  std::vector<std::string> names;
  for (const AnyReport& report : reports)
    if (report.answer.report && is_there(*report.answer.report)) names.push_back(report.name);
  if (names.empty()) return {};
  return fmt::format("The {} isn't in this answer, for numbers of several runs can't be added up: see {}.",
                     what, fmt::join(names, ", "));
}

// "3 of 4 reports are no pass. …", with the words of each that has the worst code.
std::optional<Error> worst_error(const std::vector<AnyReport>& reports,
                                 const std::vector<std::string>& problems, const Counts& counts) {
  const AnyReport* worst = nullptr;
  std::size_t bad = 0;
  for (const AnyReport& report : reports) {
    bad += report.answer.error ? 1 : 0;
    if (rank(report.answer) > (worst == nullptr ? 0 : rank(worst->answer))) worst = &report;
  }
  const std::string sum = fmt::format("{} passed, {} failed{}{}", counts.passed, counts.failed,
                                      counts.errors > 0 ? fmt::format(", {} with errors", counts.errors) : "",
                                      counts.skipped > 0 ? fmt::format(", {} skipped", counts.skipped) : "");
  // Shards that don't make a whole: nothing is known of the tests that may be missing.
  const int worst_rank = worst == nullptr ? 0 : rank(worst->answer);
  if (!problems.empty() && worst_rank < 3) {
    return Error{
        ErrorCode::test_incomplete,
        fmt::format("These reports aren't those of one whole run: {} ({}).", fmt::join(problems, "; "), sum)};
  }
  if (worst == nullptr) return std::nullopt;
  if (worst_rank == 1) {
    return Error{ErrorCode::test_assertion_failed,
                 fmt::format("{} test{} failed ({}).", counts.failed, counts.failed == 1 ? "" : "s", sum),
                 {{"failed", counts.failed}, {"passed", counts.passed}}};
  }
  std::string message = fmt::format("{} of {} report{} no pass.", bad, reports.size(),
                                    reports.size() == 1 ? " is"
                                    : bad == 1          ? "s is"
                                                        : "s are");
  std::size_t told = 0;
  for (const AnyReport& report : reports) {
    if (rank(report.answer) < 2) continue;
    if (++told <= kMostNamed) message += fmt::format("\n{}: {}", title(report), report.answer.error->message);
  }
  for (const std::string& problem : problems) message += "\n" + problem;
  return Error{worst->answer.error->code, std::move(message)};
}

}  // namespace

std::vector<std::string> problems_of_shards(const std::vector<AnyReport>& reports) {
  std::vector<std::string> problems;
  std::map<std::size_t, const AnyReport*> seen;
  const AnyReport* first = nullptr;
  for (const AnyReport& report : reports) {
    const Shard* shard = shard_of(report);
    if (shard == nullptr) continue;
    if (shard->index == 0 || shard->index > shard->count) {
      problems.push_back(
          fmt::format("{} says that it is of shard {}/{}", report.name, shard->index, shard->count));
      continue;
    }
    if (shard->partition.empty())
      problems.push_back(title(report) + " doesn't say how the tests were shared");
    if (first == nullptr) first = &report;
    const Shard& of_first = *shard_of(*first);
    if (shard->count != of_first.count) {
      problems.push_back(
          fmt::format("{} and {} are of different numbers of shards", title(*first), title(report)));
    } else if (shard->partition != of_first.partition) {
      problems.push_back(fmt::format(
          "{} and {} shared other tests, or in another way (see that all have the same sources, and the same "
          "--timings or --by count)",
          title(*first), title(report)));
    } else if (const auto [known, is_new] = seen.emplace(shard->index, &report); !is_new) {
      problems.push_back(fmt::format("shard {}/{} is there twice ({}, {})", shard->index, shard->count,
                                     known->second->name, report.name));
    }
  }
  if (first == nullptr || !problems.empty()) return problems;
  std::vector<std::size_t> missing;
  const std::size_t count = shard_of(*first)->count;
  const std::size_t number = count - seen.size();
  for (std::size_t i = 1; i <= count && missing.size() < std::min(kMostNamed, number); ++i)
    if (!seen.contains(i)) missing.push_back(i);
  if (number > 0) {
    problems.push_back(fmt::format("shard{} {}{} of {} {} missing", number == 1 ? "" : "s",
                                   fmt::join(missing, ", "), number > missing.size() ? ", …" : "", count,
                                   number == 1 ? "is" : "are"));
  }
  return problems;
}

Answer merge_reports(std::vector<AnyReport> reports) {
  shorten_names(reports);
  const std::vector<std::string> problems = problems_of_shards(reports);
  Report all;
  Results results;
  std::set<std::string> names, versions, sources, parts;
  bool first = true;
  for (AnyReport& report : reports) {
    if (!report.answer.report) continue;
    Report& one = *report.answer.report;
    add_run(all, one, std::exchange(first, false));
    for (Suite& suite : one.suites) results.take(std::move(suite), report);
    one.suites.clear();
    add_new(all.not_run, one.not_run, [](const NotRun& a, const NotRun& b) {
      return std::tie(a.file, a.suite, a.name, a.cause) == std::tie(b.file, b.suite, b.name, b.cause);
    });
    add_new(all.diagnostics, one.diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
      return std::tie(a.severity, a.file, a.line, a.column, a.message) ==
             std::tie(b.severity, b.file, b.line, b.column, b.message);
    });
    add_new(all.warnings, one.warnings, std::equal_to<>());
    add_words(all.framework.name, names, one.framework.name);
    add_words(all.framework.version, versions, one.framework.version);
    add_words(all.source, sources, one.source);
    add_words(all.partial, parts, one.partial);
  }
  for (const auto& [what, there] :
       {std::pair(
            "coverage", +[](const Report& one) { return !one.coverage.empty(); }),
        std::pair(
            "gas report", +[](const Report& one) { return !one.gas_report.empty(); })}) {
    if (std::string warning = kept_apart(what, reports, there); !warning.empty())
      all.warnings.push_back(std::move(warning));
  }
  all.suites = results.end();
  const Counts counts = count(all.suites);
  Answer answer;
  answer.error = worst_error(reports, problems, counts);
  // What an answer alone doesn't tell: a report with a result that isn't one of a pass.
  if (!answer.error && counts.failed + counts.errors > 0)
    answer.error = Error{ErrorCode::test_inconsistent, "Tests have failed, and no report says so."};
  // Shards of which each has no test: somebody has the others, as long as none is missing.
  if (!answer.error && counts.passed == 0)
    answer.error = Error{ErrorCode::test_none_ran, "No test ran: none of the reports has one that passed."};
  all.verdict = !answer.error ? Verdict::pass : counts.failed > 0 ? Verdict::fail : Verdict::error;
  answer.report = std::move(all);
  return answer;
}

}  // namespace proctor
