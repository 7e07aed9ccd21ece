#include "cli/exercism_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "base/text.hpp"
#include "cli/isolation_options.hpp"
#include "cli/print.hpp"

namespace proctor::cli {

void add_exercism_options(CLI::App& command, ExercismOptions& options) {
  command.add_option("--track", options.track, "The track, if it isn't to be found from the files")
      ->type_name("NAME");
  command.add_option("--frameworks", options.frameworks, "A directory with further frameworks' folders")
      ->type_name("DIR")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--timeout", options.isolation.timeout,
                  "Until a submission's results.json is there; 20s if not given")
      ->type_name("TIME");
  command.add_option("--config", options.common.config, "Read this proctor.toml alone")->type_name("FILE");
  add_isolation_options(command, options.isolation);
}

Result<Config> load_exercism_config(const ExercismOptions& options) {
  const auto overrides = overrides_from(options.isolation);
  if (!overrides) return tl::unexpected(overrides.error());
  auto config = load_config("/", options.common.config, *overrides);
  if (!config) return tl::unexpected(config.error());
  if (!options.isolation.timeout.empty()) config->exercise.timeout = config->limits.timeout;
  if (const auto& times = config->exercise; times.reserve >= times.timeout) {
    return fail(ErrorCode::invalid_request,
                fmt::format("exercise.reserve, {}, leaves nothing of the time for a submission, {}",
                            format_duration(times.reserve), format_duration(times.timeout)),
                {{"field", "exercise.reserve"}});
  }
  config->frameworks.path.insert(config->frameworks.path.end(), options.frameworks.begin(),
                                 options.frameworks.end());
  return config;
}

Result<ExercismSettings> load_exercism_settings(const ExercismOptions& options) {
  auto config = load_exercism_config(options);
  if (!config) return tl::unexpected(config.error());
  auto definitions = framework::load_definitions(config->frameworks.path);
  if (!definitions) return tl::unexpected(definitions.error());
  return ExercismSettings{std::move(*config), std::move(*definitions)};
}

void ExercismWarnings::tell(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    if (told_.insert(warning).second) print_note(fmt::format("proctor {}: {}", command_, warning));
  }
}

int refuse_exercism(const char* command, const Error& error) {
  std::fputs(fmt::format("proctor {}: {}: {}\n", command, info(error.code).name, error.message).c_str(),
             stderr);
  const int code = info(error.code).exit_code;
  return code == 0 ? 3 : code;
}

}  // namespace proctor::cli
