#include "cli/runs_command.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "base/environment.hpp"
#include "base/text.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "config/config.hpp"
#include "history/compare.hpp"
#include "history/history.hpp"
#include "history/run_id.hpp"
#include "output/envelope.hpp"
#include "output/runs_table.hpp"
#include "policy/environment.hpp"
#include "policy/secrets.hpp"
#include "tool/log_page.hpp"

namespace proctor::cli {
namespace {

using history::History;
using history::KeptRun;

constexpr std::size_t kShownRuns = 30;
constexpr std::size_t kRunsOfTests = 20;  // results that a sparkline has
constexpr std::size_t kShownTests = 10;
constexpr std::size_t kNamedTests = 50;
constexpr std::uint64_t kMostNamed =
    1'000'000'000;  // above it, a number below 0 that was read without its sign

struct RunsOptions {
  CommonOptions common{};
  std::string action{};
  std::vector<std::string> runs{};
  bool in_project = false;
  std::string project{};
  std::size_t limit = 0;  // 0: as the action likes
  std::optional<std::uint64_t> keep{};
};

std::int64_t milliseconds_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string age_of(const KeptRun& run) {
  return describe_age(std::chrono::milliseconds(milliseconds_now() - run.began));
}

json::object to_json(const KeptRun& run, const std::string& short_id) {
  const std::chrono::sys_seconds began{std::chrono::seconds(run.began / 1'000)};
  json::object out{{"run", run.id},
                   {"short", short_id},
                   {"began", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                                         fmt::gmtime(std::chrono::system_clock::to_time_t(began)))},
                   {"age_ms", std::max<std::int64_t>(0, milliseconds_now() - run.began)},
                   {"duration_ms", run.wall},
                   {"project", run.project},
                   {"series", run.series},
                   {"command", run.command},
                   {"door", run.door},
                   {"complete", run.complete},
                   {"verdict", word(run.verdict())},
                   {"result", run.result},
                   {"sentence", run.sentence},
                   {"passed", run.counts.passed},
                   {"failed", run.counts.failed},
                   {"skipped", run.counts.skipped},
                   {"errors", run.counts.errors}};
  const std::pair<const char*, std::string> known[] = {
      {"digest", run.digest()}, {"branch", run.branch}, {"commit", run.commit}, {"log", run.log}};
  for (const auto& [key, value] : known) {
    if (!value.empty()) out[key] = value;
  }
  return out;
}

json::object to_json(const TestName& test) {
  json::object out{{"name", test.name}};
  if (!test.file.empty()) out["file"] = test.file;
  if (!test.suite.empty()) out["suite"] = test.suite;
  return out;
}

// What `proctor runs` does, with the history at hand.
class Runs {
 public:
  Runs(const RunsOptions& options, const Config& config, History& history)
      : options_(options), config_(config), history_(history) {
    style_.color = use_color(options.common, 1);
    style_.width = stdout_width();
  }

  Result<int> act() {
    if (options_.action.empty()) return list();
    if (options_.action == "show") return show(false);
    if (options_.action == "replay") return show(true);
    if (options_.action == "diff") return diff();
    if (options_.action == "tests") return tests();
    return prune();
  }

 private:
  int print(const json::object& data, const std::string& text) const {
    const bool json = options_.common.json;
    return print_text(json ? to_json_line(json::object{{"ok", true}, {"data", data}}) + '\n' : text)
               ? 0
               : internal_exit_code();
  }

  // The project whose runs are asked for; empty: all.
  Result<std::string> project(bool wanted) {
    if (!options_.in_project && !wanted) return std::string();
    const std::string from = options_.project.empty() ? "." : options_.project;
    auto found = history_.project_of(from);
    if (found && found->empty()) {
      return fail(
          ErrorCode::invalid_request,
          fmt::format("No run of {} is kept: proctor test runs its tests, and proctor runs lists the runs "
                      "of all projects",
                      for_terminal(from)),
          {{"field", "--project"}});
    }
    return found;
  }

  Result<int> list() {
    const auto root = project(false);
    if (!root) return tl::unexpected(root.error());
    const std::size_t most = options_.limit > 0 ? options_.limit : kShownRuns;
    const auto runs = history_.runs(*root, most + 1);
    if (!runs) return tl::unexpected(runs.error());
    const std::size_t shown = std::min(most, runs->size());
    const auto ids = history_.ids();
    if (!ids) return tl::unexpected(ids.error());
    const history::ShortIds short_ids(*ids);
    const bool several = std::any_of(
        runs->begin(), runs->end(), [&](const KeptRun& run) { return run.project != runs->front().project; });
    std::vector<output::RunRow> rows;
    json::array list;
    for (std::size_t i = 0; i < shown; ++i) {
      const KeptRun& run = (*runs)[i];
      const std::string id = short_ids.of(run.id);
      list.push_back(to_json(run, id));
      rows.push_back({.id = id,
                      .age = age_of(run),
                      .verdict = run.verdict(),
                      .code = run.verdict() == Verdict::error ? run.result : "",
                      .counts = run.counts,
                      .wall = std::chrono::milliseconds(run.wall),
                      .project = several ? run.project : "",
                      .command = run.command});
    }
    std::string text = output::runs_table(rows, style_);
    if (rows.empty()) text = "No run is kept yet: proctor test makes one.\n";
    if (shown < runs->size()) {
      const std::size_t all = root->empty() ? ids->size() : 0;
      text += all > 0 ? fmt::format("The newest {} of {} runs (--limit N shows more).\n", shown, all)
                      : fmt::format("The newest {} runs (--limit N shows more).\n", shown);
    }
    return print({{"runs", std::move(list)}}, text);
  }

  // The run that is named; the newest if none is.
  Result<KeptRun> named() {
    if (options_.runs.size() > 1)
      return fail(ErrorCode::invalid_request, fmt::format("runs {} takes one run", options_.action),
                  {{"field", "run"}});
    if (!options_.runs.empty()) return history_.find(options_.runs.front());
    const auto root = project(false);
    if (!root) return tl::unexpected(root.error());
    auto newest = history_.runs(*root, 1);
    if (!newest) return tl::unexpected(newest.error());
    if (newest->empty()) return fail(ErrorCode::invalid_request, "No run is kept yet", {{"field", "run"}});
    return newest->front();
  }

  Result<int> show(bool with_output) {
    const auto run = named();
    if (!run) return tl::unexpected(run.error());
    const auto record = history_.record(*run);
    if (!record) return tl::unexpected(record.error());
    const Answer& answer = record->answer;
    if (options_.common.json) {
      const json::object envelope = output::to_envelope(answer);
      json::object data{{"run", to_json(*run, history_.short_id(run->id))}, {"answer", envelope}};
      const int code = print(data, "");
      return with_output && code == 0 ? exit_code_of(answer) : code;
    }
    if (with_output) {
      if (const auto printed = print_log(*run); !printed) return tl::unexpected(printed.error());
    } else {
      const std::string where = run->branch.empty() ? "" : fmt::format(", on {}", run->branch);
      print_text(for_terminal(fmt::format("run {}, {} ago{}: proctor {}\n  in {}\n\n", run->id, age_of(*run),
                                          where, run->command, run->project)));
    }
    if (!print_text(output::to_terminal(answer, style_))) return internal_exit_code();
    return with_output ? exit_code_of(answer) : 0;
  }

  static int exit_code_of(const Answer& answer) {
    return answer.error ? info(answer.error->code).exit_code : 0;
  }

  // What the run printed, harmless and without secrets, as `proctor log` shows it.
  Result<void> print_log(const KeptRun& run) {
    const auto& rules = config_.tools.environment;
    const policy::SecretMask mask(
        policy::clean_environment(own_environment(), {rules.denylist, rules.allow, rules.set}).secrets);
    tool::LogQuestion question{.limit = 1U << 20U};
    while (true) {
      const auto page = tool::read_page(run.id, question, mask);
      if (!page) {
        print_note(
            "proctor: the output of this run isn't kept any more (logs.keep, logs.age and logs.bytes say how "
            "long it is); this is its answer:");
        return {};
      }
      print_text(page->text);
      if (page->next_offset <= page->offset || page->next_offset >= page->total_bytes) break;
      question.offset = static_cast<std::int64_t>(page->next_offset);
    }
    print_text("\n");
    return {};
  }

  Result<int> diff() {
    if (options_.runs.size() != 2)
      return fail(ErrorCode::invalid_request, "runs diff takes two runs: the earlier and the later one",
                  {{"field", "run"}});
    KeptRun runs[2];
    history::Results results[2];
    for (int i : {0, 1}) {
      auto found = history_.find(options_.runs[static_cast<std::size_t>(i)]);
      if (!found) return tl::unexpected(found.error());
      runs[i] = *std::move(found);
      auto read = history_.results(runs[i]);
      if (!read) return tl::unexpected(read.error());
      results[i] = *std::move(read);
    }
    const history::Difference difference = history::compare(results[0], results[1]);
    std::string text;
    json::object data{{"from", to_json(runs[0], history_.short_id(runs[0].id))},
                      {"to", to_json(runs[1], history_.short_id(runs[1].id))}};
    const std::pair<std::pair<const char*, const char*>, const std::vector<TestName>*> sections[] = {
        {{"New failures", "new_failures"}, &difference.new_failures},
        {{"Fixed", "fixed"}, &difference.fixed},
        {{"Still failing", "still_failing"}, &difference.still_failing},
        {{"Gone", "gone"}, &difference.gone},
        {{"Added", "added"}, &difference.added}};
    for (const auto& [names, tests] : sections) {
      json::array list;
      for (const TestName& test : *tests) list.push_back(to_json(test));
      data[names.second] = std::move(list);
      text +=
          output::names_list(names.first, *tests, options_.limit > 0 ? options_.limit : kNamedTests, style_);
    }
    std::string head;
    for (int i : {0, 1}) {
      head += fmt::format("{} {}  {} ago  {} tests  {}\n", i == 0 ? "from" : "to  ",
                          history_.short_id(runs[i].id), age_of(runs[i]), results[i].size(), runs[i].command);
    }
    if (text.empty()) text = "Every test has the same result in both.\n";
    return print(data, for_terminal(head) + '\n' + text);
  }

  Result<int> tests() {
    const auto root = project(true);
    if (!root) return tl::unexpected(root.error());
    auto found = history_.tests(*root, kRunsOfTests);
    if (!found) return tl::unexpected(found.error());
    const std::size_t most = options_.limit > 0 ? options_.limit : kShownTests;
    struct Section {
      const char* heading;
      const char* key;
      bool durations;
      std::vector<const history::TestHistory*> tests{};
    };
    Section slowest{"Slowest", "slowest", true};
    Section flakiest{"Flakiest: different results for one source tree", "flakiest", false};
    Section skipped{"Always skipped", "always_skipped", false};
    const auto failures = [](const history::TestHistory* test) {
      return std::count_if(test->results.begin(), test->results.end(),
                           [](const auto& result) { return history::is_bad(result.status); });
    };
    const auto last_duration = [](const history::TestHistory* test) {
      return test->results.front().duration_ms;
    };
    for (const history::TestHistory& test : *found) {
      const bool always = std::all_of(test.results.begin(), test.results.end(),
                                      [](const auto& result) { return result.status == Status::skip; });
      if (always) skipped.tests.push_back(&test);
      if (test.state.flaky) flakiest.tests.push_back(&test);
      if (!always && last_duration(&test) > 0) slowest.tests.push_back(&test);
    }
    std::stable_sort(slowest.tests.begin(), slowest.tests.end(),
                     [&](auto* a, auto* b) { return last_duration(a) > last_duration(b); });
    std::stable_sort(flakiest.tests.begin(), flakiest.tests.end(),
                     [&](auto* a, auto* b) { return failures(a) > failures(b); });
    json::object data{{"project", *root}};
    std::string text;
    for (Section* section : {&slowest, &flakiest, &skipped}) {
      if (section->tests.size() > most) section->tests.resize(most);
      std::vector<output::TestRow> rows;
      json::array list;
      for (const history::TestHistory* test : section->tests) {
        output::TestRow row{test->name};
        json::array results;
        std::vector<history::TestResult> oldest_first(test->results.rbegin(), test->results.rend());
        for (const history::TestResult& result : oldest_first) {
          row.results.push_back(result.status);
          row.durations_ms.push_back(result.duration_ms);
          results.push_back(
              json::object{{"status", word(result.status)}, {"duration_ms", result.duration_ms}});
        }
        json::object one = to_json(test->name);
        one["results"] = std::move(results);
        list.push_back(std::move(one));
        rows.push_back(std::move(row));
      }
      data[section->key] = std::move(list);
      const std::string table = output::tests_table(section->heading, rows, section->durations, style_);
      if (!table.empty()) text += (text.empty() ? "" : "\n") + table;
    }
    if (text.empty())
      text = "No test of this project took a time that its framework told, is flaky or skipped.\n";
    return print(data, text);
  }

  Result<int> prune() {
    Config::History bounds = config_.history;
    if (options_.keep) bounds.max_runs = *options_.keep;
    const auto removed = history_.prune(bounds);
    if (!removed) return tl::unexpected(removed.error());
    return print({{"removed", *removed}},
                 fmt::format("{} {} removed.\n", *removed, *removed == 1 ? "run was" : "runs were"));
  }

  const RunsOptions& options_;
  const Config& config_;
  History& history_;
  output::TerminalStyle style_{};
};

int run_runs(const RunsOptions& options) {
  const auto refused = [&options](const Error& error) { return refuse(error, options.common); };
  const auto config = load_config(".", options.common.config);
  if (!config) return refused(config.error());
  auto history = History::open(config->history);
  if (!history) return refused(history.error());
  const auto code = Runs(options, *config, *history).act();
  for (const std::string& note : history->notes()) print_note("proctor: " + for_terminal(note));
  return code ? *code : refused(code.error());
}

}  // namespace

void add_runs(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<RunsOptions>();
  CLI::App* command = app.add_subcommand("runs", "What is remembered of earlier runs");
  command
      ->add_option(
          "action", options->action,
          "show a run, diff two, tests (slowest, flakiest, always skipped), replay what a run printed and "
          "its answer, prune; the list of runs if not given")
      ->check(CLI::IsMember({"show", "diff", "tests", "replay", "prune"}));
  command
      ->add_option("run", options->runs,
                   "Ids of runs, or beginnings of them; show and replay take the newest if none is given")
      ->type_name("RUN");
  command
      ->add_option_function<std::string>(
          "--project",
          [options](const std::string& directory) {
            options->in_project = true;
            options->project = directory;
          },
          "Only runs of the project here, or of the one in DIR")
      ->type_name("DIR")
      ->expected(0, 1)
      ->default_str(".");
  command->add_option("-n,--limit", options->limit, "So many at most")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostNamed));
  command->add_option("--keep", options->keep, "With prune: only the newest so many stay")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMostNamed));
  command->add_flag("--json", options->common.json, "The answer as JSON on stdout");
  command->add_option("--color", options->common.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->add_option("--config", options->common.config, "Read this proctor.toml alone")->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  proctor runs --project        the runs of the project here\n"
      "  proctor runs show 7f3a        the answer of a run as it was\n"
      "  proctor runs diff 7f3a 9c01   what the second has that the first hadn't\n"
      "  proctor runs tests            the slowest and flakiest tests of the project here");
  command->callback([options, &run] { run = [options] { return run_runs(*options); }; });
}

}  // namespace proctor::cli
