#include "cli/test_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <iterator>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/isolation_options.hpp"
#include "cli/print.hpp"
#include "cli/signals.hpp"
#include "cli/targets.hpp"
#include "command/masking.hpp"
#include "config/config.hpp"
#include "history/recording.hpp"
#include "output/progress.hpp"
#include "policy/environment.hpp"
#include "policy/secrets.hpp"
#include "run/run.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

// 64 MiB of sources may be much larger as JSON.
constexpr std::uint64_t kLargestRequest = std::uint64_t{512} << 20U;
constexpr std::uint64_t kMostTestsAtOnce = 10'000;

Result<std::string> read_document(const std::string& file) {
  if (file != "-") return read_file(file, kLargestRequest);
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  return text;
}

}  // namespace

Result<Request> request_from(const TestOptions& options, const std::string* document,
                             const UploadLimits& limits) {
  Request request;
  if (document) {
    if (!options.words.empty()) {
      return fail(ErrorCode::invalid_request,
                  "give a directory or --request, not both: the request names its project");
    }
    const auto json = parse_json(*document);
    if (!json) return fail(ErrorCode::invalid_request, options.request + ": " + json.error().message);
    if (const std::string twice = duplicate_key(*document); !twice.empty()) {
      return invalid_field(twice, "stands twice in one object");
    }
    auto parsed = parse_request(*json, limits);
    if (!parsed) return parsed;
    request = *parsed;
  } else {
    request.project_root = options.directory.empty() ? "." : options.directory;
  }
  const auto override_with = [](std::string& field, const std::string& value) {
    if (!value.empty()) field = value;
  };
  request.paths = options.paths;
  override_with(request.match_path, options.match_path);
  override_with(request.match_contract, options.match_contract);
  override_with(request.filter, options.filter);
  override_with(request.evm_version, options.evm_version);
  override_with(request.framework, options.framework);
  override_with(request.fuzz_seed, options.fuzz_seed);
  if (!options.timeout.empty()) {
    request.timeout = parse_duration(options.timeout);
    if (!request.timeout)
      return invalid_field("--timeout", "must be a time such as 300s, 5m or 500ms, not " + options.timeout);
  }
  if (options.fuzz_runs) {
    if (*options.fuzz_runs == 0 || *options.fuzz_runs > UINT32_MAX)
      return invalid_field("--fuzz-runs", "must be from 1 to 4294967295");
    request.fuzz_runs = options.fuzz_runs;
  }
  request.coverage = request.coverage || options.coverage;
  request.gas_report = request.gas_report || options.gas_report;
  request.fail_fast = request.fail_fast || options.fail_fast;
  request.rerun_failed = request.rerun_failed || options.rerun_failed;
  request.debug = options.debug;
  if (options.jobs && (*options.jobs == 0 || *options.jobs > kMostTestsAtOnce))
    return invalid_field("--jobs", fmt::format("must be from 1 to {}", kMostTestsAtOnce));
  request.jobs = options.jobs;
  for (const std::string& text : options.only) request.only.push_back(asked_test(text));
  if (options.verbosity > 5) return invalid_field("-v", "can be given up to five times");
  request.verbosity = std::max(request.verbosity, options.verbosity);
  if (auto checked = check_request(request, limits); !checked) return tl::unexpected(checked.error());
  return request;
}

std::vector<std::string> called_as(const TestOptions& options, const CommonOptions& common,
                                   const Request& request) {
  std::vector<std::string> words{"proctor", "test"};
  if (request.sources) {
    words.insert(words.end(), {"--request", options.request});
  } else if (!options.request.empty()) {
    words.push_back(*request.project_root);
  } else if (!options.directory.empty()) {
    words.push_back(options.directory);
  }
  if (!request.framework.empty()) words.insert(words.end(), {"--framework", request.framework});
  for (const std::string& directory : options.frameworks)
    words.insert(words.end(), {"--frameworks", directory});
  if (!common.config.empty()) words.insert(words.end(), {"--config", common.config});
  const std::vector<std::string> isolation = words_of(options.isolation);
  words.insert(words.end(), isolation.begin(), isolation.end());
  return words;
}

int run_test(TestOptions options, const CommonOptions& common) {
  // First of all: every thread from here on leaves the signals to it.
  const StopOnSignals signals;

  std::string document;
  std::filesystem::path config_from = ".";
  if (!options.request.empty()) {
    auto text = read_document(options.request);
    if (!text) return refuse(text.error(), common);
    document = std::move(*text);
  } else {
    const auto definitions = framework::load_definitions(
        std::vector<std::filesystem::path>(options.frameworks.begin(), options.frameworks.end()));
    if (!definitions) return refuse(definitions.error(), common);
    auto targets = find_targets(options.words, *definitions, options.framework);
    if (!targets) return refuse(targets.error(), common);
    if (!options.only.empty() && !targets->only.empty())
      return refuse({ErrorCode::invalid_request, "give tests as FILE::TEST or with --only, not both"},
                    common);
    options.directory = targets->project == "." ? "" : targets->project;
    options.paths = std::move(targets->paths);
    config_from = targets->from;
    for (const TestId& test : targets->only) options.only.push_back(to_text(test));
  }
  // A look at the root alone: the configuration found from there holds the limits that the request is checked
  // by.
  std::filesystem::path from = config_from;
  if (const auto json = parse_json(document); !document.empty() && json && json->is_object()) {
    const json::value* root = json->get_object().if_contains("project_root");
    if (root && root->is_string()) from = std::string(root->get_string());
  }
  const auto overrides = overrides_from(options.isolation);
  if (!overrides) return refuse(overrides.error(), common);
  auto config = load_config(from, common.config, *overrides);
  if (!config) return refuse(config.error(), common);
  config->frameworks.path.insert(config->frameworks.path.end(), options.frameworks.begin(),
                                 options.frameworks.end());
  const auto request = request_from(options, options.request.empty() ? nullptr : &document, config->uploads);
  if (!request) return refuse(request.error(), common);

  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  Answer answer;
  {
    const bool live = isatty(STDERR_FILENO) == 1;
    output::Progress progress(STDERR_FILENO, live, use_color(common, STDERR_FILENO));
    Engine engine{.config = *config,
                  .supervisor = supervisor,
                  .events = {},
                  .stop = signals.token(),
                  .called_as = called_as(options, common, *request)};
    const auto& rules = config->tools.environment;
    engine.mask =
        [mask = policy::SecretMask(
             policy::clean_environment(own_environment(), {rules.denylist, rules.allow, rules.set}).secrets)](
            Answer& kept) { command::mask_answer(kept, mask); };
    // Whoever debugs has the terminal.
    if (!options.quiet && !options.debug)
      engine.events = [&progress](const Event& event) { progress.on(event); };
    answer = run_tests(*request, engine);
  }
  const int code = print_answer(answer, common, request->verbosity > 0);
  history::catch_up(config->history);
  return code;
}

}  // namespace proctor::cli
