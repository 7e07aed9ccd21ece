#include "run/projects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "run/known_tests.hpp"
#include "run/last_failed.hpp"
#include "run/logs.hpp"
#include "run/rerun.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

using framework::Part;

constexpr std::size_t kFingerprint = 16;

std::string joined(const std::vector<std::string>& texts, const char* between) {
  return fmt::format("{}", fmt::join(texts, between));
}

void add_new(std::vector<std::string>& list, const std::string& text) {
  if (!text.empty() && std::ranges::find(list, text) == list.end()) list.push_back(text);
}

template <typename T>
void move_to(std::vector<T>& all, std::vector<T>& one) {
  all.insert(all.end(), std::make_move_iterator(one.begin()), std::make_move_iterator(one.end()));
}

void name_from_root(const Part& part, Report& report) {
  const auto rename = [&part](std::string& file) { file = part.from_root(file); };
  for (Suite& suite : report.suites) {
    rename(suite.file);
    for (Case& test : suite.cases)
      if (test.location) rename(test.location->file);
  }
  for (NotRun& test : report.not_run) rename(test.file);
  for (Diagnostic& one : report.diagnostics) rename(one.file);
  for (CoverageFile& one : report.coverage) rename(one.file);
}

// Whether nothing in the part is called so, which is no fault of its own.
bool has_none_of(const Request& request, const Answer& answer) {
  const bool chosen = !request.filter.empty() || !request.only.empty() || !request.match_path.empty() ||
                      !request.match_contract.empty() || !request.paths.empty();
  return chosen && answer.error && answer.error->code == ErrorCode::test_none_ran;
}

// The parts that passed when they were run as a whole last. --rerun-failed leaves them out, as long as no
// failure of theirs is remembered.
class PassedParts {
 public:
  explicit PassedParts(const Projects& projects) : list_("passed", projects.root), projects_(projects) {
    for (TestId& one : list_.load()) passed_.insert(std::move(one));
  }

  bool is_done(const Part& part) const {
    const fs::path memory = memory_of(part, projects_.all, projects_.root);
    return passed_.contains(id_of(part)) && LastFailed(memory).load().empty();
  }

  void take(const PartToRun& one, bool passed) {
    const Request& request = one.request;
    const bool whole = request.filter.empty() && request.only.empty() && request.match_path.empty() &&
                       request.match_contract.empty() && request.paths.empty() && request.changed.empty();
    if (!passed)
      passed_.erase(id_of(one.part));
    else if (whole)
      passed_.insert(id_of(one.part));
  }

  void keep() const { (void)list_.save(passed_); }

 private:
  static TestId id_of(const Part& part) { return {part.directory, part.definition->name, ""}; }

  TestList list_;
  const Projects& projects_;
  std::set<TestId> passed_{};
};

class Whole {
 public:
  Whole(const Projects& projects, const Engine& engine, const Log& log)
      : projects_(projects), engine_(engine) {
    report_.run.id = log.id;
    report_.run.workdir = projects.root.string();
  }

  void add(const PartToRun& one, Answer answer, std::chrono::milliseconds took) {
    const std::string name = name_of(one.part, projects_.all);
    if (has_none_of(one.request, answer)) {
      if (!none_ || (none_->message.find("Did you mean") == std::string::npos)) none_ = answer.error;
      return;
    }
    PartResult& result = start(one.part);
    result.duration = took;
    result.verdict = answer.ok() ? answer.report->verdict : Verdict::error;
    if (answer.report) {
      result.verdict = answer.report->verdict;
      result.counts = count(answer.report->suites);
      result.version = answer.report->framework.version;
    }
    // (A pass without an error is the only one.)
    if (answer.error && result.verdict == Verdict::pass) result.verdict = Verdict::error;
    if (!answer.error && result.verdict != Verdict::pass)
      answer.error = Error{ErrorCode::internal_error, "The tests didn't pass, but no error says why."};
    if (answer.error) {
      result.code = info(answer.error->code).name;
      result.message = answer.error->message;
      errors_.push_back({name, *answer.error, result.verdict});
    }
    if (answer.report) share(one, answer.report->shard);
    if (answer.report) merge(one.part, name, *std::move(answer.report), result.verdict);
  }

  // A part that isn't run because of what came before it.
  void leave_out(const Part& part, ErrorCode code, const std::string& why) {
    PartResult& result = start(part);
    result.code = info(code).name;
    result.message = fmt::format("It didn't run: {}.", why);
    report_.not_run.push_back(
        {.file = part.directory, .suite = part.definition->title, .name = "", .cause = why});
    const std::string name = name_of(part, projects_.all);
    if (errors_.empty())
      errors_.push_back({name, {code, result.message}, Verdict::error});
    else
      left_out_.push_back(name);
  }

  bool all_passed() const { return errors_.empty(); }

  Answer answer(const Request& request) {
    Answer answer;
    if (report_.parts.empty()) {
      answer.error = none_ ? *none_ : Error{ErrorCode::test_none_ran, "No part of the project was run."};
      return answer;
    }
    report_.framework.name = joined(frameworks_, ", ");
    report_.source = joined(sources_, ",");
    report_.run.command = joined(commands_, "; ");
    sort(report_.suites);
    if (report_.shard) report_.shard->partition = partition_.hex().substr(0, kFingerprint);
    report_.verdict = Verdict::pass;
    if (!errors_.empty()) {
      report_.verdict = is_error() ? Verdict::error : Verdict::fail;
      answer.error = error();
    }
    std::vector<TestId> remembered;
    for (const Part& part : projects_.all) {
      for (TestId test : LastFailed(memory_of(part, projects_.all, projects_.root)).load()) {
        test.file = part.from_root(test.file);
        remembered.push_back(std::move(test));
      }
    }
    std::sort(remembered.begin(), remembered.end());
    report_.rerun = rerun_command(report_, request, engine_.called_as, remembered);
    if (has_report_) answer.report = std::move(report_);
    return answer;
  }

 private:
  struct Bad {
    std::string name;
    Error error;
    Verdict verdict;
  };

  // Each part shares its tests by itself. Shards belong together if each part of theirs does.
  void share(const PartToRun& one, const std::optional<Shard>& shard) {
    if (!one.request.shard) return;
    if (!report_.shard)
      report_.shard = Shard{.index = one.request.shard->index, .count = one.request.shard->count};
    Shard& all = *report_.shard;
    partition_.add_field(one.part.directory);
    partition_.add_field(one.part.definition->name);
    partition_.add_field(shard ? shard->partition : "");
    if (!shard) return;
    all.tests += shard->tests;
    all.tests_total += shard->tests_total;
    if (all.by.empty() || all.by == "count") all.by = shard->by;
  }

  PartResult& start(const Part& part) {
    add_new(frameworks_, part.definition->name);
    PartResult& result = report_.parts.emplace_back();
    result.project = part.directory.empty() ? "." : part.directory;
    result.framework = part.definition->name;
    return result;
  }

  void merge(const Part& part, const std::string& name, Report one, Verdict verdict) {
    name_from_root(part, one);
    for (const std::string& warning : one.warnings) {
      const auto& common = engine_.config.warnings;
      const bool own = std::ranges::find(common, warning) == common.end();
      // What holds for all of them is said once.
      if (std::ranges::find(told_, warning) != told_.end()) continue;
      told_.push_back(warning);
      report_.warnings.push_back(own ? fmt::format("In {}: {}", name, warning) : warning);
    }
    for (Phase& phase : one.run.phases) phase.name = name + ": " + phase.name;
    move_to(report_.suites, one.suites);
    move_to(report_.not_run, one.not_run);
    move_to(report_.diagnostics, one.diagnostics);
    move_to(report_.gas_report, one.gas_report);
    move_to(report_.coverage, one.coverage);
    move_to(report_.run.left_behind, one.run.left_behind);
    move_to(report_.run.phases, one.run.phases);
    report_.run.usage = has_report_ ? add_up(report_.run.usage, one.run.usage) : one.run.usage;
    if (!report_.run.isolation) report_.run.isolation = one.run.isolation;
    if (report_.run.log.empty()) report_.run.log = one.run.log;
    if (report_.partial.empty()) report_.partial = one.partial;
    if (report_.framework.fuzz_seed.empty()) report_.framework.fuzz_seed = one.framework.fuzz_seed;
    // How the first ended that is worst.
    if (!has_report_ || rank(verdict) > rank(worst_)) {
      report_.termination = one.termination;
      worst_ = verdict;
    }
    has_report_ = true;
    add_new(sources_, one.source);
    commands_.push_back(part.directory.empty()
                            ? one.run.command
                            : fmt::format("(cd {} && {})", shell_quote(part.directory), one.run.command));
  }

  static int rank(Verdict verdict) {
    return verdict == Verdict::error ? 2 : verdict == Verdict::fail ? 1 : 0;
  }

  bool is_error() const {
    return std::ranges::any_of(errors_, [](const Bad& one) { return one.verdict != Verdict::fail; });
  }

  // That of the first part with the verdict of all; the others are named with it.
  Error error() const {
    const auto first = std::ranges::find_if(
        errors_, [&](const Bad& one) { return !is_error() || one.verdict != Verdict::fail; });
    Error error = first->error;
    error.message = fmt::format("In {}: {}", first->name, error.message);
    std::vector<std::string> others;
    for (const Bad& one : errors_) {
      if (one.name != first->name)
        others.push_back(
            fmt::format("In {}: {}", one.name, one.error.message.substr(0, one.error.message.find('\n'))));
    }
    if (!left_out_.empty()) others.push_back(fmt::format("Not run: {}.", joined(left_out_, ", ")));
    // Behind what a tool printed a line of their own.
    const char* between = error.message.find('\n') == std::string::npos ? " " : "\n";
    if (!others.empty()) error.message += between + joined(others, between);
    if (error.code == ErrorCode::test_assertion_failed) {
      const Counts counts = count(report_.suites);
      error.details = {{"failed", counts.failed}, {"passed", counts.passed}};
    }
    return error;
  }

  const Projects& projects_;
  const Engine& engine_;
  Report report_{};
  Sha256 partition_{};
  bool has_report_ = false;
  Verdict worst_ = Verdict::pass;
  std::vector<Bad> errors_{};
  std::optional<Error> none_{};  // nothing in a part was called so
  std::vector<std::string> frameworks_{}, sources_{}, commands_{}, told_{}, left_out_{};
};

Result<void> check(const Request& request, const Projects& projects) {
  if (projects.chosen.size() < 2) return {};
  std::vector<std::string> names;
  for (const PartToRun& one : projects.chosen)
    names.push_back(one.part.directory.empty() ? "--framework " + one.part.definition->name
                                               : "--project " + shell_quote(one.part.directory));
  const auto one_only = [&names](const char* option) {
    return invalid_field(
        option, fmt::format("works in one part of a project at a time; add one of {}", joined(names, ", ")));
  };
  if (request.debug) return one_only("--debug");
  // What has changed in one part may matter to the tests of another.
  if (!request.changed.empty()) return one_only("--changed");
  return {};
}

}  // namespace

Answer run_projects(const Projects& projects, const Request& request, const Engine& engine,
                    Clock::time_point begin,
                    const std::function<Answer(Job&, const Request&, const Engine&)>& run) {
  if (const auto checked = check(request, projects); !checked) return {.error = checked.error()};
  PassedParts passed(projects);
  std::vector<PartToRun> chosen = projects.chosen;
  if (request.rerun_failed) {
    std::erase_if(chosen, [&passed](const PartToRun& one) { return passed.is_done(one.part); });
    if (chosen.empty()) chosen = projects.chosen;
  }
  Log log = engine.log ? *engine.log : new_log(engine.config);
  Log own = engine.log ? Log() : log;  // who gives a log keeps it
  RunningLog running(own, {.command = "proctor test", .workdir = projects.root.string(), .result = {}});
  if (!engine.log) log = own;
  Engine part_engine = engine;
  part_engine.log = log;
  part_engine.called_as.clear();  // how to run it again is said of them all
  Whole whole(projects, engine, log);
  const auto deadline = begin + time_limit(request, engine);
  for (const PartToRun& one : chosen) {
    const auto now = Clock::now();
    if (engine.stop.stop_requested() || now >= deadline || (request.fail_fast && !whole.all_passed())) {
      if (engine.stop.stop_requested())
        whole.leave_out(one.part, ErrorCode::test_cancelled, "the run was cancelled");
      else if (now >= deadline)
        whole.leave_out(one.part, ErrorCode::test_timeout, "there was no time left");
      else
        whole.leave_out(one.part, ErrorCode::test_incomplete, "a part before it didn't pass (--fail-fast)");
      passed.take(one, false);
      continue;
    }
    const std::string name = name_of(one.part, projects.all);
    if (engine.events) engine.events(PhaseStarted{"project", name});
    Answer answer;
    if (auto workspace = Workspace::in_place((projects.root / one.part.directory).string())) {
      Job job{.workspace = std::move(*workspace),
              .definition = *one.part.definition,
              .memory = memory_of(one.part, projects.all, projects.root)};
      answer = run(job, one.request, part_engine);
    } else {
      answer.error = workspace.error();
    }
    part_engine.log->goes_on = true;
    const bool ok = answer.ok();
    if (!has_none_of(one.request, answer)) passed.take(one, ok);
    whole.add(one, std::move(answer),
              std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - now));
  }
  passed.keep();
  Answer answer = whole.answer(request);
  if (!projects.unknown.empty() && answer.report) {
    if (answer.error) {
      answer.report->warnings.push_back(projects.unknown);
    } else {
      answer.error = Error{ErrorCode::test_incomplete, projects.unknown};
      answer.report->verdict = Verdict::error;
    }
  }
  if (!engine.log && !log.obstacle.empty() && answer.report)
    answer.report->warnings.push_back(fmt::format("The log wasn't kept: {}.", log.obstacle));
  running.end({.command = answer.report ? answer.report->run.command : "proctor test",
               .workdir = projects.root.string(),
               .result = answer.error ? std::string(info(answer.error->code).name) : "ok"});
  return answer;
}

}  // namespace proctor
