#include "run/run.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <exception>
#include <set>

#include "base/environment.hpp"
#include "base/exception.hpp"
#include "base/text.hpp"
#include "framework/forge_filters.hpp"
#include "framework/framework.hpp"
#include "framework/framework_ids.hpp"
#include "framework/other_tests.hpp"
#include "framework/recognise.hpp"
#include "history/recording.hpp"
#include "report/hang.hpp"
#include "report/judge.hpp"
#include "run/changed.hpp"
#include "run/commands.hpp"
#include "run/containment.hpp"
#include "run/known_tests.hpp"
#include "run/last_failed.hpp"
#include "run/logs.hpp"
#include "run/machine.hpp"
#include "run/rerun.hpp"
#include "run/retries.hpp"
#include "run/shards.hpp"
#include "run/source_tree.hpp"
#include "workspace/workspace.hpp"

namespace proctor {
namespace fs = std::filesystem;
namespace {

using framework::Framework;

Answer refuse(Error error) {
  return {.report = std::nullopt, .error = std::move(error)};
}

template <typename Work>
Answer guarded(Work work) noexcept {
  try {
    return work();
  } catch (const std::exception& error) {
    return refuse(error_of(error));
  }
}

std::string describe_gone(const std::vector<TestId>& gone) {
  std::string names;
  for (const TestId& test : gone) {
    std::string text = printable(to_text(test));
    if (text.ends_with("::")) text.resize(text.size() - 2);
    names += (names.empty() ? "" : ", ") + text;
  }
  return "What was to be run and isn't there any more: " + names;
}

// The runs of all plans as one: how it ended is how the last did.
void add_up(supervise::Outcome& whole, supervise::Outcome one) {
  std::swap(whole, one);
  whole.usage = add_up(one.usage, whole.usage);
  whole.left_behind.insert(whole.left_behind.begin(), one.left_behind.begin(), one.left_behind.end());
  whole.log_written = whole.log_written || one.log_written;
  if (whole.log_error.empty()) whole.log_error = std::move(one.log_error);
  if (whole.shortage.empty()) whole.shortage = std::move(one.shortage);
  if (!whole.hang) whole.hang = std::move(one.hang);
}

// What went wrong while something around the run was used up may have done so for want of it.
Error for_want_of(const std::string& shortage, Error error) {
  if (error.code == ErrorCode::test_cancelled) return error;
  return {ErrorCode::resources_exhausted,
          fmt::format("{} What became of the tests: {}", shortage, error.message)};
}

// One sentence for all that the user's state directory didn't take; empty if it took everything. Both reasons
// are most likely one.
std::string describe_not_kept(const std::string& no_log, const std::string& not_remembered) {
  if (no_log.empty() && not_remembered.empty()) return {};
  const char* what = not_remembered.empty() ? "The log wasn't kept"
                     : no_log.empty()       ? "The failures weren't remembered"
                                            : "The log wasn't kept, and the failures weren't remembered";
  return fmt::format("{}: {}. Make room there, or let XDG_STATE_HOME name a directory that can be written.",
                     what, no_log.empty() ? not_remembered : no_log);
}

bool has_solidity(const Sources& sources) {
  return std::any_of(sources.begin(), sources.end(),
                     [](const auto& file) { return file.first.ends_with(".sol"); });
}

// A person may name a test without its file, or with a control character written out. Reporters know what is
// meant; to a tool it is named as runs before this one have told, or by a filter.
void settle_names(const Job& job, const KnownTests& known, Request& request) {
  if (job.definition.format == "proctor-events") return;
  std::vector<TestId> tests;
  std::vector<TestId> unknown;
  for (const TestId& test : request.only) {
    const auto [name, has_file] = framework::called(test, job.workspace.root());
    const bool plain = has_file && name.find('\\') == std::string::npos;
    const std::vector<TestId> meant = plain ? std::vector<TestId>() : known.called(name);
    if (!plain && meant.empty()) unknown.push_back(test);
    if (plain || meant.empty()) tests.push_back(test);
    tests.insert(tests.end(), meant.begin(), meant.end());
  }
  // A name alone that nobody has printed here: the tool may know it.
  const bool name_alone = unknown.size() == 1 && tests == unknown && unknown.front().file.empty();
  if (name_alone && job.definition.run.list.empty() && request.filter.empty()) {
    request.filter = "^" + RE2::QuoteMeta(unknown.front().name) + "($|\\()";
    tests.clear();
  }
  request.only = std::move(tests);
}

Answer run_job(Job& job, const Request& asked, const Engine& engine, Clock::time_point begin) {
  const Workspace& workspace = job.workspace;
  const std::unique_ptr<Framework> tests = framework::make_framework(job.definition);
  Report report;
  const PortRange ports;
  const std::vector<std::string> environment =
      with_ports(engine.environment.value_or(own_environment()), ports);
  const Origin origin = job.exercise           ? Origin::submission
                        : workspace.uploaded() ? Origin::upload
                                               : Origin::project;
  auto containment = contain(engine.config, origin, workspace.place(),
                             [&engine] { return engine.supervisor.sandbox_obstacle(engine.stop); });
  if (!containment) return refuse(containment.error());
  if (job.exercise) {
    for (const auto* files : {&job.exercise->tests, &job.exercise->author_files}) {
      for (const std::string& file : *files) containment->protected_files.push_back(workspace.root() / file);
    }
  }
  report.warnings = engine.config.warnings;
  report.warnings.insert(report.warnings.end(), containment->warnings.begin(), containment->warnings.end());
  const LastFailed last_failed(workspace.root());
  const KnownTests known(workspace.root());
  for (const TestList* list : {&last_failed.list(), &known.list()})
    if (const auto usable = list->known(); !usable) report.warnings.push_back(usable.error().message + '.');
  Request request = asked;
  settle_names(job, known, request);
  if (!request.changed.empty()) {
    const auto chosen = changed_tests(request.changed, job.definition, workspace.root(),
                                      tree_access(engine.supervisor, engine.stop));
    if (!chosen) return refuse(chosen.error());
    if (chosen->all) report.warnings.push_back(chosen->why_all);
    if (!chosen->by_tool || chosen->all) request.changed.clear();
    if (!chosen->all && !chosen->by_tool) {
      for (const std::string& file : chosen->files) request.paths.push_back(framework::exact_glob(file));
    }
    if (!chosen->all) report.partial = asked.changed;
  }
  framework::Context context{.request = request,
                             .config = engine.config,
                             .workspace = workspace,
                             .events = engine.events,
                             .side_run = side_runs(engine, *containment, begin + time_limit(request, engine)),
                             .environment = environment,
                             .only = request.rerun_failed ? last_failed.load() : request.only,
                             .seen = {},
                             .deadline = begin + time_limit(request, engine),
                             .exercise = job.exercise,
                             .times = {}};
  if (request.shard) {
    if (job.definition.format == "forge-json")
      return refuse(invalid_field("--shard", "the tests of " + job.definition.title +
                                                 " can't be shared yet; "
                                                 "--match-path chooses among their files")
                        .value());
    auto times = times_for(*request.shard, workspace.root(), job.definition, engine.config.history);
    if (!times) return refuse(times.error());
    context.times = std::move(*times);
  }
  // A few tests that pass say little while something that failed as a whole is still broken: it runs with
  // them.
  // (Not in a shard: what failed here before nobody knows elsewhere.)
  if (!request.rerun_failed && !context.only.empty() && !workspace.uploaded() && !request.shard) {
    for (TestId& test : last_failed.broken())
      if (std::find(context.only.begin(), context.only.end(), test) == context.only.end())
        context.only.push_back(std::move(test));
  }
  if (request.rerun_failed && !context.only.empty()) context.seen = known.list().load();
  if (request.rerun_failed && context.only.empty()) {
    const auto usable = last_failed.usable();
    report.warnings.push_back(
        fmt::format("No failure is remembered for this project{}: all tests are run.",
                    usable ? "" : ", because there is no place for it (" + usable.error().message + ")"));
  }
  auto plan = tests->plan(context);
  if (!plan && is_empty(tests->shard())) return answer_of_empty(std::move(report), *tests->shard());
  if (!plan) {
    if (plan.error().code == ErrorCode::test_none_ran) add_nearest(asked, known, plan.error());
    return refuse(plan.error());
  }
  report.framework = plan->info;
  report.warnings.insert(report.warnings.end(), plan->warnings.begin(), plan->warnings.end());

  // Run: one command after the other, read as the output arrives; and once more, as long as there is a
  // reason.
  Log log = engine.log ? *engine.log : new_log(engine.config);
  // Who gives a log keeps it, too.
  Log own = engine.log ? Log() : log;
  RunningLog running(
      own,
      {.command = command_line(*plan), .workdir = plan->commands.front().workdir.string(), .result = {}});
  if (!engine.log) log = own;
  supervise::Outcome outcome;
  framework::Plan whole = *plan;
  std::vector<Phase> phases;
  for (std::optional<framework::Plan> now = *plan; now;) {
    if (engine.events && !now->phase.empty()) engine.events(PhaseStarted{now->phase, now->detail});
    const auto started = Clock::now();
    supervise::Outcome one = run_commands(
        *now, request, engine, *containment, log,
        {.output = [&tests](Stream stream, std::string_view bytes) { tests->feed(stream, bytes); },
         .channel = [&tests](int client,
                             std::string_view bytes) { return tests->feed_channel(client, bytes); },
         .step_deadline = [&tests] { return tests->step_deadline(); }},
        begin);
    phases.push_back(
        {now->phase, std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started)});
    // (What was built well is no news.)
    log.goes_on = now->phase != "building" && now->phase != "listing";
    auto next = tests->next(context, one);
    if (phases.size() == 1) {
      outcome = std::move(one);
    } else {
      add_up(outcome, std::move(one));
    }
    if (!next && is_empty(tests->shard())) {
      report.run = describe_run(whole, outcome, log);
      return answer_of_empty(std::move(report), *tests->shard());
    }
    if (!next) return refuse(next.error());
    // (What only lists the tests is the command that runs them.)
    if (*next && now->phase == "listing") whole.commands.resize(whole.commands.size() - now->commands.size());
    now = std::move(*next);
    if (now) whole.commands.insert(whole.commands.end(), now->commands.begin(), now->commands.end());
  }
  context.side_run = side_runs(engine, *containment);
  report.termination = outcome.termination;
  report.run = describe_run(whole, outcome, log);
  report.run.phases = std::move(phases);

  // Reading: what the results say, and what they don't.
  ReportState state;
  tests->finish(context, outcome, report, state);
  report.shard = tests->shard();
  if (!report.partial.empty()) {
    std::set<std::string> files;
    for (const Suite& suite : report.suites) files.insert(suite.file);
    report.partial = describe_part(
        asked.changed, files.size(),
        count_test_files(job.definition, workspace.root(), tree_access(engine.supervisor, engine.stop)));
  }
  if (outcome.hang) report.diagnostics.push_back(hang_diagnostic(*outcome.hang, workspace.root().string()));

  if (request.retries > 0) {
    Engine same = engine;
    same.log = log;
    same.log->goes_on = true;
    retry_failed(report, state, request, [&](const Request& again) {
      if (engine.events) engine.events(PhaseStarted{"trying again", "what failed"});
      return run_job(job, again, same, begin);
    });
  }

  // Answer: reconciled with how the run ended.
  Answer answer;
  answer.error = judge(report, state);
  if (answer.error && !outcome.shortage.empty()) {
    // A learning site asks whether the submission is right: what failed for want of something says nothing of
    // that. Whoever tests a project wants to see what failed, too.
    if (job.exercise || count(report.suites).failed == 0)
      answer.error = for_want_of(outcome.shortage, *std::move(answer.error));
    else
      report.warnings.push_back(outcome.shortage);
  }
  // A run without filters asks for every test there is, a shard for its part of them.
  const bool unfiltered = request.match_path.empty() && request.paths.empty() &&
                          request.match_contract.empty() && request.filter.empty() && report.partial.empty();
  const bool all = unfiltered && !request.shard;
  for (const std::string& left_out : {job.left_out, state.left_out}) {
    if (left_out.empty()) continue;
    const bool named = !request.framework.empty() || !engine.config.frameworks.use.empty();
    if (!answer.error && unfiltered && context.only.empty() && !named) {
      answer.error = Error{ErrorCode::test_incomplete, left_out};
      report.verdict = Verdict::error;
    } else {
      report.warnings.push_back(left_out);
    }
  }
  std::string not_remembered;
  if (!workspace.uploaded()) {
    const std::vector<TestId> gone =
        gone_tests(report, answer.error, all && context.only.empty() ? last_failed.load() : context.only);
    // What had failed as a whole, and doesn't any more, is mended.
    std::vector<TestId> missing = gone;
    std::erase_if(missing, is_whole);
    if (!context.only.empty() && !missing.empty()) report.warnings.push_back(describe_gone(missing));
    if (const auto kept = last_failed.remember(report, gone); !kept) not_remembered = kept.error().message;
    known.remember(report, all && context.only.empty() && answer.ok());
    if (answer.error && answer.error->code == ErrorCode::test_none_ran)
      add_nearest(asked, known, *answer.error, state.not_wanted);
  }
  // Who gives a log has said why it can't be kept.
  if (!engine.log || engine.log->obstacle.empty()) {
    const std::string& no_log = log.obstacle.empty() ? outcome.log_error : log.obstacle;
    if (auto warning = describe_not_kept(no_log, not_remembered); !warning.empty())
      report.warnings.push_back(std::move(warning));
  }
  report.rerun = rerun_command(report, request, engine.called_as,
                               workspace.uploaded() ? std::vector<TestId>() : last_failed.load());
  running.end({.command = report.run.command,
               .workdir = report.run.workdir,
               .result = answer.error ? std::string(info(answer.error->code).name) : "ok"});
  answer.report = std::move(report);
  return answer;
}

Answer run_request(const Request& request, const Engine& engine) {
  const auto slot =
      Slot::take(engine.config.machine.max_parallel, engine.stop, [&](const std::string& who_runs) {
        if (engine.events) engine.events(PhaseStarted{kWaitingForASlot, who_runs});
      });
  if (!slot) return refuse(slot.error());
  const auto begin = Clock::now();
  // Place: the project where it is, or a private directory for uploaded sources.
  remove_stale_private_directories();
  auto workspace = request.sources ? Workspace::from_sources(*request.sources)
                                   : Workspace::in_place(*request.project_root);
  if (!workspace) return refuse(workspace.error());

  // Plan: which framework, which commands.
  const auto definitions = framework::load_definitions(engine.config.frameworks.path);
  if (!definitions) return refuse(definitions.error());
  // Uploaded Solidity is a Foundry project without any mark of it: its settings are generated.
  Request asked = request;
  if (asked.framework.empty()) asked.framework = engine.config.frameworks.use;
  if (workspace->uploaded() && asked.framework.empty() && has_solidity(*request.sources))
    asked.framework = "forge";
  const auto definition = framework::choose(*definitions, asked, workspace->root());
  if (!definition) return refuse(definition.error());
  Job job{std::move(*workspace), **definition, std::nullopt};
  if (asked.framework.empty()) {
    const fs::path& root = job.workspace.root();
    job.left_out =
        framework::describe(framework::other_tests(*definitions, job.definition, root), job.definition, root);
  }
  // Uploads and submissions aren't remembered.
  std::optional<SourceTree> source_tree;
  std::optional<history::Recording> recording;
  if (!job.workspace.uploaded() && engine.config.history.max_runs > 0) {
    // Who names a framework leaves out those of the others, unless the project says that this one is enough.
    const std::string& named = request.framework;
    const bool others = !named.empty() && named != engine.config.frameworks.use &&
                        !framework::other_tests(*definitions, job.definition, job.workspace.root()).empty();
    source_tree.emplace(job.workspace.root(), engine.supervisor, engine.stop);
    recording.emplace(engine.config.history,
                      source_tree->described({.project = job.workspace.root().string(),
                                              .command = history::describe(request),
                                              .door = engine.door,
                                              .all = history::is_complete(request),
                                              .others = others}),
                      source_tree->files());
  }
  const auto recorded = [&](Answer answer) {
    if (recording && answer.report)
      recording->finish(answer, source_tree->digest_after(answer.report->warnings), engine.mask);
    return answer;
  };
  Answer answer = run_job(job, request, engine, begin);
  // The tool finds nothing by the name: where proctor has printed it, it knows the test.
  if (request.filter.empty() || !answer.error || answer.error->code != ErrorCode::test_none_ran)
    return recorded(std::move(answer));
  Request named = request;
  named.only = KnownTests(job.workspace.root()).called(request.filter);
  named.filter.clear();
  return recorded(named.only.empty() || job.workspace.uploaded() ? std::move(answer)
                                                                 : run_job(job, named, engine, begin));
}

}  // namespace

Answer run_tests(const Request& request, const Engine& engine) noexcept {
  return guarded([&] { return run_request(request, engine); });
}

Answer run_tests(Job& job, const Request& request, const Engine& engine) noexcept {
  return guarded([&] { return run_job(job, request, engine, Clock::now()); });
}

}  // namespace proctor
