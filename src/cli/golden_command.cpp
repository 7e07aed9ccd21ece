#include "cli/golden_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/exercism_options.hpp"
#include "cli/print.hpp"
#include "cli/signals.hpp"
#include "exercism/golden.hpp"
#include "exercism/golden_text.hpp"
#include "output/columns.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

constexpr int kCancelled = 130;

struct GoldenCommandOptions {
  ExercismOptions shared{};
  exercism::GoldenOptions golden{.jobs = 0};
  std::vector<std::string> directories{};
  bool quiet = false;
  bool verbose = false;
};

json::array to_json(const std::vector<exercism::Difference>& list) {
  json::array array;
  for (const exercism::Difference& one : list) {
    json::object object{{"field", one.field}};
    if (!one.test.empty()) object["test"] = one.test;
    object["expected"] = one.expected;
    object["got"] = one.got;
    array.push_back(std::move(object));
  }
  return array;
}

json::object to_json(const std::vector<exercism::GoldenResult>& results, std::size_t cases) {
  json::array array;
  std::size_t passed = 0;
  for (const exercism::GoldenResult& one : results) {
    passed += one.passed() ? 1U : 0U;
    json::object object{{"directory", one.what.directory.string()},
                        {"slug", one.what.slug},
                        {"passed", one.passed()},
                        {"exact", one.exact},
                        {"duration_ms", one.duration.count()}};
    if (one.blessed) object["blessed"] = true;
    if (!one.problem.empty()) object["problem"] = one.problem;
    object["differences"] = to_json(one.comparison.failing);
    object["noted"] = to_json(one.comparison.noted);
    array.push_back(std::move(object));
  }
  return {{"ok", passed == cases},
          {"cases", cases},
          {"passed", passed},
          {"failed", results.size() - passed},
          {"not_run", cases - results.size()},
          {"results", std::move(array)}};
}

exercism::GoldenProgress tell_progress(std::size_t cases) {
  return [done = std::size_t{0}, cases,
          warnings = ExercismWarnings("golden")](const exercism::GoldenResult& result) mutable {
    warnings.tell(result.warnings);
    const char* word = result.blessed ? "written" : result.passed() ? "pass" : "FAIL";
    std::fputs(fmt::format("[{}/{}] {:<7} {}  ({})\n", ++done, cases, word,
                           output::one_line(result.what.directory.string()), format_duration(result.duration))
                   .c_str(),
               stderr);
  };
}

int run_golden(GoldenCommandOptions options) {
  const StopOnSignals signals;  // before all other threads
  const auto settings = load_exercism_settings(options.shared);
  if (!settings) return refuse_exercism("golden", settings.error());
  const std::vector<std::filesystem::path> directories(options.directories.begin(),
                                                       options.directories.end());
  const auto cases = exercism::find_golden_cases(directories, options.golden.bless);
  if (!cases) return refuse_exercism("golden", cases.error());
  options.golden.track = options.shared.track;
  if (options.golden.jobs == 0)
    options.golden.jobs = std::max<std::size_t>(1, std::thread::hardware_concurrency());
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  const auto results = exercism::run_golden(
      *cases, options.golden, {settings->config, settings->definitions, supervisor, signals.token()},
      options.quiet ? exercism::GoldenProgress() : tell_progress(cases->size()));

  std::string text;
  if (options.shared.common.json) {
    text = to_json_line(to_json(results, cases->size())) + '\n';
  } else {
    output::Page page({.color = use_color(options.shared.common, STDOUT_FILENO),
                       .width = stdout_width(),
                       .verbose = options.verbose});
    for (const exercism::GoldenResult& result : results) exercism::write_golden(page, result);
    page.gap();
    page.line(exercism::golden_summary(results, cases->size()));
    text = page.take();
  }
  const bool printed = print_text(text);
  if (signals.token().stop_requested()) return kCancelled;
  const bool passed = results.size() == cases->size() &&
                      std::all_of(results.begin(), results.end(),
                                  [](const exercism::GoldenResult& one) { return one.passed(); });
  return !printed ? info(ErrorCode::internal_error).exit_code : passed ? 0 : 1;
}

}  // namespace

void add_golden(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<GoldenCommandOptions>();
  CLI::App* command =
      app.add_subcommand("golden", "Test golden cases: submissions with an expected_results.json");
  command->add_option("directories", options->directories, "Each directory at or below these is looked at")
      ->required()
      ->type_name("DIR");
  command->add_flag("--any-order", options->golden.any_order,
                    "The expected files are sorted in a way of their own");
  command->add_flag(
      "--bless", options->golden.bless,
      "Write what is got to expected_results.json, which makes a case of a directory that has none");
  command->add_flag("--strict", options->golden.strict, "The words of messages count, too");
  command
      ->add_option("--jobs", options->golden.jobs, "Cases side by side; as many as processors if not given")
      ->check(CLI::Range(std::size_t{1}, kMostJobs))
      ->type_name("N");
  command->add_flag("--json", options->shared.common.json, "The outcome as JSON on stdout");
  command->add_option("--color", options->shared.common.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->add_flag("-v,--verbose", options->verbose, "All differences, those that don't count, too");
  command->add_flag("-q,--quiet", options->quiet, "No progress on stderr");
  add_exercism_options(*command, options->shared);
  command->callback([options, &run] { run = [options] { return run_golden(*options); }; });
}

}  // namespace proctor::cli
