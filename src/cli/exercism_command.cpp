#include "cli/exercism_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/exercism_options.hpp"
#include "cli/signals.hpp"
#include "exercism/exercise.hpp"

namespace proctor::cli {
namespace {

struct Options {
  ExercismOptions shared{};
  std::string slug{};
  std::string in{};
  std::string out{};
  bool timings = false;
};

void say(const std::string& text) {
  std::fputs((text + '\n').c_str(), stderr);
}

int run_exercism(const Options& options) {
  const auto begin = std::chrono::steady_clock::now();
  const StopOnSignals signals;
  const auto settings = load_exercism_settings(options.shared);
  if (!settings) return refuse_exercism("exercism", settings.error());
  supervise::Supervisor supervisor;
  const auto done =
      exercism::run_exercise({options.slug, options.in, options.out, options.shared.track},
                             {settings->config, settings->definitions, supervisor, signals.token()}, begin);
  if (!done) return refuse_exercism("exercism", done.error());
  for (const std::string& warning : done->warnings) say("proctor exercism: " + warning);
  if (options.timings) {
    for (const Phase& phase : done->phases)
      say(fmt::format("{:>6} ms  {}", phase.duration.count(), phase.name));
  }
  return 0;
}

}  // namespace

void add_exercism(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "exercism", "Test a submission and write results.json (Exercism's test runner interface)");
  command->add_option("slug", options->slug, "The exercise, such as two-fer")->required()->type_name("SLUG");
  command->add_option("input", options->in, "The submission's directory; only read")
      ->required()
      ->type_name("IN");
  command->add_option("output", options->out, "Where results.json is written")->required()->type_name("OUT");
  command->add_flag("--timings", options->timings, "Where the time went, on stderr");
  add_exercism_options(*command, options->shared);
  command->callback([options, &run] { run = [options] { return run_exercism(*options); }; });
}

}  // namespace proctor::cli
