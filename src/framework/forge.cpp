#include "framework/forge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <random>
#include <set>

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "framework/forge_errors.hpp"
#include "framework/forge_extras.hpp"
#include "framework/forge_filters.hpp"
#include "framework/forge_location.hpp"
#include "framework/forge_settings.hpp"
#include "framework/forge_upload.hpp"
#include "report/judge.hpp"
#include "workspace/tree_cache.hpp"

namespace proctor::framework {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kQuestionLimit{30'000};  ///< for --version and config, which take milliseconds
constexpr milliseconds kListLimit{30'000};
constexpr int kTraces = 3;  // the verbosity from which on forge reports them

// What of forge's output is kept between runs of one upload. Not the rest of cache/: there forge keeps
// failing inputs and replays them, which would carry one run's results into the next.
const std::vector<std::string> kKept{"out", "cache/solidity-files-cache.json"};

TreeCache compiled_cache(const Config& config) {
  return {user_cache_dir() / "forge", config.cache.bytes};
}

// Fixed for a run, so that suites which have to be run a second time give the same results, and so that a
// failure can be run again with the same inputs.
std::string random_seed() {
  std::random_device device;
  const std::uint64_t seed = (static_cast<std::uint64_t>(device()) << 32U) | device();
  return fmt::format("0x{:x}", seed);
}

// "forge Version: 1.7.1\nCommit SHA: …", or of old "forge 0.2.0 (abc 2024-…)".
std::string version_in(const std::string& text) {
  for (const std::string_view prefix : {"forge Version: ", "forge "}) {
    if (text.starts_with(prefix)) {
      const std::string_view rest = std::string_view(text).substr(prefix.size());
      return std::string(rest.substr(0, rest.find_first_of(" \r\n")));
    }
  }
  return "";
}

// Of a question before the tests, which the same limits hold.
bool was_limited(const Termination& end) {
  return end.kind == Termination::Kind::timed_out || is_limit(end.kind);
}

tl::unexpected<Error> no_answer(std::string_view question, const Termination& end) {
  const bool limited = is_limit(end.kind);
  return fail(limited ? ErrorCode::test_limit_exceeded : ErrorCode::test_timeout,
              fmt::format("forge was asked for `{}` and didn't answer: {}{}.", question,
                          limited ? fmt::format("{}: ", word(end.kind)) : "", end.evidence));
}

}  // namespace

Result<Plan> Forge::plan(const Context& context) {
  tools_ = find_forge_tools(context.config);
  if (tools_.forge.empty()) return tl::unexpected(forge_not_found(tools_, definition_));

  Plan plan;
  request_ = context.request;
  evm_version_ = request_.evm_version;
  std::string upload_settings;
  if (context.workspace.uploaded()) {
    const std::string fallback =
        context.config.forge.evm_version.empty() ? kDefaultEvmVersion : context.config.forge.evm_version;
    const auto prepared =
        prepare_forge_upload(context.workspace, tools_, evm_version_.empty() ? fallback : evm_version_);
    if (!prepared) return tl::unexpected(prepared.error());
    plan.warnings = prepared->warnings;
    upload_settings = prepared->settings;
    if (evm_version_.empty()) evm_version_ = prepared->evm_version.empty() ? fallback : prepared->evm_version;
  }

  // Both questions at once: they are all that proctor's care adds to a run's time.
  auto asked_version = std::async(std::launch::async, [&] { return ask_version(context); });
  const auto settings = ask_settings(context);
  const auto version = asked_version.get();
  if (!version) return tl::unexpected(version.error());
  if (!settings) return tl::unexpected(settings.error());

  if (tools_.solc.empty() && !context.workspace.uploaded()) tools_.solc = solc_of_box(tools_, settings->solc);
  request_.evm_version = evm_version_;
  // From level 2 on forge reports what tests log (from 3 on also traces, which cost time).
  request_.verbosity = std::max(request_.verbosity, 2);
  if (request_.fuzz_seed.empty())
    request_.fuzz_seed = settings->fuzz_seed.empty() ? random_seed() : settings->fuzz_seed;
  fail_fast_ = request_.fail_fast || settings->fail_fast;
  if (!settings->left_out.empty())
    plan.warnings.push_back("foundry.toml leaves out tests: " + settings->left_out);
  gas_snapshot_check_ =
      settings->gas_snapshot_check ||
      std::ranges::find(context.environment, "FORGE_SNAPSHOT_CHECK=true") != context.environment.end();
  plan.info = {.name = definition_.name,
               .version = *version,
               .evm_version = settings->evm_version,
               .fuzz_seed = request_.fuzz_seed};

  if (context.workspace.uploaded() && context.config.cache.bytes > 0) {
    Sha256 key;
    for (const auto& [path, content] : *request_.sources) {
      key.add_field(path);
      key.add_field(content);
    }
    for (const std::string& part :
         {upload_settings, evm_version_, *version, tools_.forge.string(), tools_.solc.string()})
      key.add_field(part);
    cache_key_ = key.hex();
    compiled_cache(context.config).restore(cache_key_, context.workspace.root());
  }

  log_ = std::make_unique<ForgeLog>(context.events);
  if (context.request.shard) {
    if (auto shared = share(context); !shared) return tl::unexpected(shared.error());
    if (shares_ && context.request.shard->by != ShardWish::By::file)
      plan.warnings.push_back("forge runs files: whole files are shared (--by file).");
  }
  commands_ = test_commands(context.seen.empty() ? context : with_new_tests(context), request_);
  plan.commands = commands_;
  // Traces, which are asked for so, are in the JSON alone.
  if (request_.verbosity < kTraces) plan.printed_report = definition_.format;
  if (context.events) context.events(PhaseStarted{"compiling", ""});
  return plan;
}

supervise::Command Forge::forge_command(const Context& context, std::vector<std::string> argv) const {
  argv.front() = tools_.forge.string();
  return {std::move(argv),
          forge_environment(tools_, definition_, context.workspace, evm_version_, context.environment),
          context.workspace.root(), toolchain(tools_)};
}

Result<std::string> Forge::ask_version(const Context& context) const {
  std::vector<std::string> argv{definition_.tool};
  argv.insert(argv.end(), definition_.tool_version.begin(), definition_.tool_version.end());
  const supervise::Outcome outcome = context.side_run(forge_command(context, argv), kQuestionLimit, {});
  if (outcome.termination.kind == Termination::Kind::cancelled) return "";  // the main run says so
  if (was_limited(outcome.termination)) return no_answer("--version", outcome.termination);
  const std::string version = version_in(outcome.out.text());
  if (version.empty()) {
    return fail(ErrorCode::tool_not_found,
                fmt::format("{} doesn't work: `--version` {} ({}). {}", tools_.forge.string(),
                            word(outcome.termination.kind), outcome.termination.evidence,
                            trim(outcome.err.text().substr(0, 500))),
                {{"tool", "forge"}});
  }
  return version;
}

Result<Forge::Settings> Forge::ask_settings(const Context& context) const {
  const supervise::Command command = forge_command(
      context, {definition_.tool, "config", "--json", "--root=" + context.workspace.root().string()});
  std::string text;
  const supervise::Outcome outcome =
      context.side_run(command, kQuestionLimit, [&text](Stream stream, std::string_view bytes) {
        if (stream == Stream::out && text.size() < (1U << 20U)) text += bytes;
      });
  const Termination& end = outcome.termination;
  if (was_limited(end)) return no_answer("config", end);
  if (end.kind == Termination::Kind::exited && end.code != 0) {
    const auto cause = forge_failure(text, outcome.err.text(), {}, end.code);
    return fail(ErrorCode::test_config_invalid,
                cause ? cause->message : "forge doesn't take the configuration.");
  }
  Settings settings;
  const auto document = parse_json(text);
  const bool known = document && document->is_object();
  if (!known && context.workspace.uploaded() && end.kind != Termination::Kind::cancelled) {
    return fail(
        ErrorCode::test_config_invalid,
        fmt::format("forge doesn't tell what it makes of foundry.toml, so nothing is run: `config` {} ({}).",
                    word(end.kind), end.evidence));
  }
  if (!known) return settings;  // an old forge: the run itself will tell
  const json::object& config = document->get_object();
  if (context.workspace.uploaded() && !is_harmless_config(config)) {
    return fail(ErrorCode::test_config_invalid,
                "foundry.toml: with these settings tests could run programs or reach files of this machine.");
  }
  if (const auto* evm = config.if_contains("evm_version"); evm && evm->is_string())
    settings.evm_version = evm->get_string();
  if (const auto* solc = config.if_contains("solc"); solc && solc->is_string())
    settings.solc = solc->get_string();
  if (const auto* stop = config.if_contains("fail_fast"); stop && stop->is_bool())
    settings.fail_fast = stop->get_bool();
  for (const char* key : {"match_test", "no_match_test", "match_contract", "no_match_contract", "match_path",
                          "no_match_path"}) {
    const auto* pattern = config.if_contains(key);
    if (pattern == nullptr || !pattern->is_string() || pattern->get_string().empty()) continue;
    settings.left_out += fmt::format("{}{} = \"{}\"", settings.left_out.empty() ? "" : ", ", key,
                                     std::string_view(pattern->get_string()));
  }
  if (const auto* check = config.if_contains("gas_snapshot_check"); check && check->is_bool())
    settings.gas_snapshot_check = check->get_bool();
  if (const auto* fuzz = config.if_contains("fuzz"); fuzz && fuzz->is_object()) {
    if (const auto* seed = fuzz->get_object().if_contains("seed"); seed && seed->is_string())
      settings.fuzz_seed = seed->get_string();
  }
  return settings;
}

std::vector<supervise::Command> Forge::test_commands(const Context& context, const Request& request) const {
  const auto command = [&](Request asked) {
    // forge takes one glob.
    if (!asked.paths.empty()) asked.match_path = any_of_globs(std::exchange(asked.paths, {}));
    std::vector<std::string> argv = command_line(definition_, asked, context.workspace.root());
    if (!tools_.solc.empty()) argv.push_back("--use=" + tools_.solc.string());
    return forge_command(context, std::move(argv));
  };
  if (context.only.empty()) return {command(request)};
  // The filters are independent of each other: only a command a suite runs exactly these tests.
  std::map<std::pair<std::string, std::string>, std::set<std::string>> by_suite;
  for (const TestId& test : context.only) by_suite[{test.file, test.suite}].insert(test.name);
  std::vector<supervise::Command> commands;
  for (const auto& [suite, names] : by_suite) {
    Request exact = request;
    exact.match_path = exact_glob(suite.first);
    exact.match_contract = contract_filter({suite.second});
    exact.filter = names.contains("") ? std::string() : test_filter(names);
    commands.push_back(command(exact));
  }
  return commands;
}

void Forge::feed(Stream stream, std::string_view bytes) {
  if (stream == Stream::out) {
    reader_.feed(bytes);
  } else {
    log_->feed(bytes);
  }
}

void Forge::finish(const Context& context, const supervise::Outcome& outcome, Report& report,
                   ReportState& state) {
  log_->finish();
  format::ForgeJsonReader::Result read = reader_.finish();
  const bool by_itself = outcome.termination.kind == Termination::Kind::exited;
  report.source = "forge-json";
  report.suites = std::move(read.suites);
  state = std::move(read.state);

  report.diagnostics = std::move(read.diagnostics);
  for (Diagnostic& diagnostic : forge_diagnostics(log_->rest()))
    report.diagnostics.push_back(std::move(diagnostic));
  for (std::string& warning : forge_warnings(log_->rest())) report.warnings.push_back(std::move(warning));
  // Only where there are no results: beside results, such words are what a test printed.
  if (by_itself && count(report.suites).total() == 0) {
    state.cause = forge_failure(read.text, log_->rest(), report.diagnostics, outcome.termination.code);
  }

  if (unshared_ && !state.cause) {
    state.cause = Error{ErrorCode::test_incomplete,
                        "forge couldn't tell which tests there are. So they couldn't be shared, and all of "
                        "them were run here: mend that, or leave out --shard."};
  }
  if (!is_complete(report.suites, *log_)) find_missing(context, outcome.termination, report, state);
  sort(report.suites);
  locate_tests(context.workspace.root(), report.suites);
  if (!by_itself || !state.found) return;

  keep_compiled(context);
  const Counts counts = count(report.suites);
  if (gas_snapshot_check_ && counts.failed + counts.errors == 0 && !state.cause)
    state.cause = check_gas_snapshots(context, commands_, context.limit());
  if ((context.request.gas_report || context.request.coverage) && commands_.size() > 1) {
    report.warnings.emplace_back(
        "Gas and coverage are left out: the tests of several suites were run one by one.");
    return;
  }
  if (context.request.gas_report) add_gas_report(context, commands_.front(), context.limit(), report);
  if (context.request.coverage) add_coverage(context, commands_.front(), context.limit(), report);
}

// The report lacks something, or nothing says that it doesn't.
void Forge::find_missing(const Context& context, const Termination& termination, Report& report,
                         ReportState& state) const {
  const bool by_itself = termination.kind == Termination::Kind::exited;
  const bool stopped = !by_itself && log_->running_began();
  if (!stopped && !(by_itself && state.found)) return;
  const bool wait_for_it = termination.kind != Termination::Kind::cancelled;
  const TestList list = wait_for_it ? list_tests(context) : TestList();
  if (stopped && wait_for_it) recover_finished_suites(context, list, report);
  report.not_run = find_not_run(list, report.suites, *log_, {fail_fast_, termination});
  if (!by_itself || !list.empty() || report.suites.empty()) return;
  report.warnings.emplace_back(
      "forge's list of tests can't be had: whether all of them ran is known only as far as its log tells.");
  const bool failures = count(report.suites).failed > 0;  // these are certain all the same
  if (!failures && !log_->running_began() && state.malformed.empty()) {
    state.malformed = "nothing shows that it is complete, for forge neither logged nor listed its tests";
  }
}

std::optional<std::vector<TestId>> Forge::list(const Context& context) {
  std::vector<TestId> tests;
  for (const auto& [suite, names] : list_tests(context)) {
    const std::size_t colon = suite.rfind(':');
    if (colon == std::string::npos) continue;
    for (const std::string& name : names)
      tests.push_back({suite.substr(0, colon), suite.substr(colon + 1), name});
  }
  if (tests.empty()) return std::nullopt;  // it can't be told from a list that failed
  return tests;
}

// forge chooses among files by one pattern; among tests it would take a command for each contract.
Result<void> Forge::share(const Context& context) {
  if (!context.only.empty())
    return invalid_field("--shard", "leave out the names of tests: what is named needs no shards");
  commands_ = test_commands(context, request_);
  std::vector<SharedTest> tests;
  for (const TestId& test : list(context).value_or(std::vector<TestId>()))
    tests.push_back({fmt::format("{}::{}::{}", test.file, test.suite, test.name), test.file});
  unshared_ = tests.empty();
  if (unshared_) return {};
  ShardWish wish = *context.request.shard;
  wish.by = ShardWish::By::file;
  shares_.emplace(wish, definition_.source.separator, tests, context.times);
  std::set<std::string> files;
  for (const SharedTest& test : tests)
    if (shares_->has(test.id)) files.insert(test.file);
  if (files.empty()) return fail(ErrorCode::test_none_ran, "No test fell into this shard.");
  request_.match_path = exact_globs(files);
  request_.paths.clear();
  return {};
}

// What failed, and what nobody has seen yet: forge lists its tests without running them.
Context Forge::with_new_tests(const Context& context) {
  Context all = context;
  all.only.clear();
  commands_ = test_commands(all, request_);
  const auto without_parameters = [](TestId test) {
    test.name.resize(std::min(test.name.find('('), test.name.size()));
    return test;
  };
  std::set<TestId> known(context.only.begin(), context.only.end());
  for (const TestId& test : context.seen) known.insert(without_parameters(test));
  Context more = context;
  for (const TestId& test : list(all).value_or(std::vector<TestId>()))
    if (!known.contains(without_parameters(test))) more.only.push_back(test);
  return more;
}

TestList Forge::list_tests(const Context& context) const {
  TestList list;
  for (supervise::Command command : commands_) {
    command.argv.emplace_back("--list");
    std::string text;
    context.side_run(command, std::min(kListLimit, context.limit()),
                     [&text](Stream stream, std::string_view bytes) {
                       if (stream == Stream::out && text.size() < (64U << 20U)) text += bytes;
                     });
    list.merge(read_forge_list(text));
  }
  return list;
}

void Forge::keep_compiled(const Context& context) const {
  if (cache_key_.empty()) return;
  const TreeCache cache = compiled_cache(context.config);
  if (cache.fingerprint(cache_key_) == TreeCache::fingerprint(context.workspace.root(), kKept)) return;
  cache.store(cache_key_, context.workspace.root(), kKept);
}

}  // namespace proctor::framework
