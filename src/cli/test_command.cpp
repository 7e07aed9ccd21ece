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
#include "cli/loop_options.hpp"
#include "cli/print.hpp"
#include "cli/report_options.hpp"
#include "cli/shard_options.hpp"
#include "cli/signals.hpp"
#include "cli/targets.hpp"
#include "cli/watch_loop.hpp"
#include "command/masking.hpp"
#include "config/config.hpp"
#include "history/recording.hpp"
#include "output/progress.hpp"
#include "policy/environment.hpp"
#include "policy/secrets.hpp"
#include "run/machine.hpp"
#include "run/repeats.hpp"
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
  request.projects = options.projects;
  if (request.sources && !request.projects.empty())
    return invalid_field("--project", "needs a project in place: uploaded sources have one framework");
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
  if (auto applied = apply(options, request); !applied) return tl::unexpected(applied.error());
  if (auto applied = apply_shard(options, request); !applied) return tl::unexpected(applied.error());
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

namespace {

// The command line, understood.
struct Asked {
  Config config;
  Request request;
  std::vector<std::string> called_as;
};

Result<Asked> understand(TestOptions options, const CommonOptions& common, const std::string& document) {
  std::filesystem::path from = ".";
  if (options.request.empty()) {
    const auto definitions = framework::load_definitions(
        std::vector<std::filesystem::path>(options.frameworks.begin(), options.frameworks.end()));
    if (!definitions) return tl::unexpected(definitions.error());
    auto targets = find_targets(options.words, *definitions, options.framework);
    if (!targets) return tl::unexpected(targets.error());
    if (!options.only.empty() && !targets->only.empty())
      return fail(ErrorCode::invalid_request, "give tests as FILE::TEST or with --only, not both");
    options.directory = targets->project == "." ? "" : targets->project;
    options.paths = std::move(targets->paths);
    from = targets->from;
    for (const TestId& test : targets->only) options.only.push_back(to_text(test));
  }
  // A look at the root alone: the configuration found from there holds the limits that the request is checked
  // by.
  if (const auto json = parse_json(document); !document.empty() && json && json->is_object()) {
    const json::value* root = json->get_object().if_contains("project_root");
    if (root && root->is_string()) from = std::string(root->get_string());
  }
  const auto overrides = overrides_from(options.isolation);
  if (!overrides) return tl::unexpected(overrides.error());
  auto config = load_config(from, common.config, *overrides);
  if (!config) return tl::unexpected(config.error());
  config->frameworks.path.insert(config->frameworks.path.end(), options.frameworks.begin(),
                                 options.frameworks.end());
  auto request = request_from(options, options.request.empty() ? nullptr : &document, config->uploads);
  if (!request) return tl::unexpected(request.error());
  std::vector<std::string> words = called_as(options, common, *request);
  return Asked{*std::move(config), *std::move(request), std::move(words)};
}

// Nobody waits without being told.
void tell_wait(const Event& event) {
  const auto* phase = std::get_if<PhaseStarted>(&event);
  if (phase != nullptr && phase->phase == kWaitingForASlot)
    print_note(fmt::format("{} {}", phase->phase, phase->detail));
}

policy::SecretMask secrets_of(const Config& config) {
  const auto& rules = config.tools.environment;
  return policy::SecretMask(
      policy::clean_environment(own_environment(), {rules.denylist, rules.allow, rules.set}).secrets);
}

// Takes secrets out of what is kept or written of an answer.
std::function<void(Answer&)> mask_for(const Config& config) {
  return [mask = secrets_of(config)](Answer& kept) { command::mask_answer(kept, mask); };
}

Answer run_once(const Asked& asked, const TestOptions& options, const CommonOptions& common,
                supervise::Supervisor& supervisor, std::stop_token stop, const EventSink& also = {}) {
  const bool live = isatty(STDERR_FILENO) == 1;
  output::Progress progress(STDERR_FILENO, live, use_color(common, STDERR_FILENO));
  Engine engine{.config = asked.config,
                .supervisor = supervisor,
                .events = {},
                .stop = std::move(stop),
                .called_as = asked.called_as};
  engine.mask = mask_for(asked.config);
  // Whoever debugs has the terminal.
  const bool shown = !options.quiet && !options.debug;
  engine.events = [&progress, &also, shown](const Event& event) {
    shown ? progress.on(event) : tell_wait(event);
    if (also) also(event);
  };
  return run_tests(asked.request, engine);
}

Answer run_repeatedly(const Asked& asked, const TestOptions& options, const CommonOptions& common,
                      supervise::Supervisor& supervisor, const std::stop_token& stop, const EventSink& also) {
  Repeats repeats(*options.loops.repeat);
  for (std::uint64_t i = 0; i < *options.loops.repeat; ++i) {
    const bool go_on = repeats.add(run_once(asked, options, common, supervisor, stop, also));
    if (!options.quiet && !repeats.last_in_words().empty()) print_note(repeats.last_in_words());
    if (!go_on || (options.loops.until_fail && !repeats.all_passed())) break;
  }
  return repeats.answer(asked.request, asked.called_as);
}

// Only what a watch has chosen.
void narrow(Request& request, const WatchedRun& run) {
  if (run.filter) request.filter = *run.filter;
  if (run.only.empty()) return;
  request.only = run.only;
  request.rerun_failed = false;
  request.paths.clear();
  for (std::string* filter :
       {&request.match_path, &request.match_contract, &request.filter, &request.changed})
    filter->clear();
}

int run_watch(const Asked& first, const TestOptions& options, const CommonOptions& common,
              const std::string& document, supervise::Supervisor& supervisor, const std::stop_token& stop) {
  std::error_code error;
  const auto root = std::filesystem::canonical(*first.request.project_root, error);
  if (error) {
    return refuse({ErrorCode::invalid_request, system_message(*first.request.project_root, error.value())},
                  common);
  }
  const bool verbose = first.request.verbosity > 0;
  // The configuration may change as well: each run reads it.
  const auto run = [&](const WatchedRun& wanted, std::stop_token run_stop) -> Answer {
    auto asked = understand(options, common, document);
    if (!asked) return {.error = asked.error()};
    narrow(asked->request, wanted);
    return run_once(*asked, options, common, supervisor, std::move(run_stop));
  };
  return watch_tests({.root = root,
                      .clear = !common.json && isatty(STDOUT_FILENO) == 1,
                      .quiet = options.quiet,
                      .run = run,
                      .print =
                          [&](const Answer& answer) {
                            const int code = print_answer(answer, common, verbose);
                            history::catch_up(first.config.history);
                            return code;
                          }},
                     supervisor, stop);
}

}  // namespace

int run_test(const TestOptions& options, const CommonOptions& common) {
  // First of all: every thread from here on leaves the signals to it.
  const StopOnSignals signals;
  std::string document;
  if (!options.request.empty()) {
    auto text = read_document(options.request);
    if (!text) return refuse(text.error(), common);
    document = std::move(*text);
  }
  const auto asked = understand(options, common, document);
  if (!asked) return refuse(asked.error(), common);
  // Of a watch only what is asked for could be an error: what [report] says is for runs that come to an end.
  const Config::Report& report = asked->config.report;
  auto reports = Reports::settle(options.reports, report.directory,
                                 options.loops.watch ? std::vector<std::string>() : report.formats,
                                 common.json ? Reports::Stdout::for_json : Reports::Stdout::for_the_answer);
  if (!reports) return refuse(reports.error(), common);
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  if (options.loops.watch) return run_watch(*asked, options, common, document, supervisor, signals.token());
  std::error_code error;
  const std::string name =
      std::filesystem::canonical(asked->request.project_root.value_or("."), error).filename().string();
  const policy::SecretMask secrets = secrets_of(asked->config);
  reports->begin({.name = name,
                  .command = shell_join(asked->called_as),
                  .mask = [&secrets](std::string_view text) { return secrets.mask(text); }});
  const EventSink also = [&reports](const Event& event) { reports->on(event); };
  Answer answer = options.loops.repeat
                      ? run_repeatedly(*asked, options, common, supervisor, signals.token(), also)
                      : run_once(*asked, options, common, supervisor, signals.token(), also);
  const std::function<void(Answer&)> mask = mask_for(asked->config);
  reports->write(answer, {.name = name, .history = &asked->config.history, .mask = &mask});
  const int code = reports->print(answer, common, asked->request.verbosity > 0);
  history::catch_up(asked->config.history);
  return code;
}

}  // namespace proctor::cli
