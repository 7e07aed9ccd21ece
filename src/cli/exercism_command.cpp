#include "cli/exercism_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>

#include "cli/isolation_options.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/signals.hpp"
#include "config/config.hpp"
#include "exercism/exercise.hpp"

namespace proctor::cli {
namespace {

struct ExercismOptions {
  CommonOptions common{};
  IsolationOptions isolation{};
  exercism::Order order{};
  std::string in{};
  std::string out{};
  std::vector<std::string> frameworks{};
  bool timings = false;
};

void say(const std::string& text) {
  std::fputs((text + '\n').c_str(), stderr);
}

int refuse(const Error& error) {
  say(fmt::format("proctor exercism: {}: {}", info(error.code).name, error.message));
  const int code = info(error.code).exit_code;
  return code == 0 ? 3 : code;
}

int run_exercism(const ExercismOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const StopOnSignals signals;
  auto overrides = overrides_from(options.isolation);
  if (!overrides) return refuse(overrides.error());
  // The submission's own directory settles nothing: only the site's configuration counts.
  auto config = load_config("/", options.common.config, *overrides);
  if (!config) return refuse(config.error());
  if (!options.isolation.timeout.empty()) config->exercise.timeout = config->limits.timeout;
  config->frameworks.path.insert(config->frameworks.path.end(), options.frameworks.begin(),
                                 options.frameworks.end());
  const auto definitions = framework::load_definitions(config->frameworks.path);
  if (!definitions) return refuse(definitions.error());

  exercism::Order order = options.order;
  order.in = options.in;
  order.out = options.out;
  supervise::Supervisor supervisor;
  const auto done =
      exercism::run_exercise(order, {*config, *definitions, supervisor, signals.token()}, begin);
  if (!done) return refuse(done.error());
  for (const std::string& warning : done->warnings) say("proctor exercism: " + warning);
  if (options.timings) {
    for (const Phase& phase : done->phases)
      say(fmt::format("{:>6} ms  {}", phase.duration.count(), phase.name));
  }
  return 0;
}

}  // namespace

void add_exercism(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<ExercismOptions>();
  CLI::App* command = app.add_subcommand(
      "exercism", "Test a submission and write results.json (Exercism's test runner interface)");
  command->add_option("slug", options->order.slug, "The exercise, such as two-fer")
      ->required()
      ->type_name("SLUG");
  command->add_option("input", options->in, "The submission's directory; only read")
      ->required()
      ->type_name("IN");
  command->add_option("output", options->out, "Where results.json is written")->required()->type_name("OUT");
  command->add_option("--track", options->order.track, "The track, if it isn't to be found from the files")
      ->type_name("NAME");
  command->add_option("--frameworks", options->frameworks, "A directory with further frameworks' folders")
      ->type_name("DIR")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--timeout", options->isolation.timeout, "Until results.json is there; 20s if not given")
      ->type_name("TIME");
  command->add_flag("--timings", options->timings, "Where the time went, on stderr");
  command->add_option("--config", options->common.config, "Read this proctor.toml alone")->type_name("FILE");
  add_isolation_options(*command, options->isolation);
  command->callback([options, &run] { run = [options] { return run_exercism(*options); }; });
}

}  // namespace proctor::cli
