#include "run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>

#include "base/environment.hpp"
#include "base/exception.hpp"
#include "base/text.hpp"
#include "framework/forge_filters.hpp"
#include "framework/framework.hpp"
#include "framework/parts.hpp"
#include "framework/recognise.hpp"
#include "history/recording.hpp"
#include "report/hang.hpp"
#include "report/judge.hpp"
#include "run/asked_names.hpp"
#include "run/changed.hpp"
#include "run/commands.hpp"
#include "run/containment.hpp"
#include "run/known_tests.hpp"
#include "run/last_failed.hpp"
#include "run/logs.hpp"
#include "run/machine.hpp"
#include "run/projects.hpp"
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
  return fmt::format(
      "{}: {}. If that can't be put right, let XDG_STATE_HOME name a directory that can be written.", what,
      no_log.empty() ? not_remembered : no_log);
}

bool has_solidity(const Sources& sources) {
  return std::any_of(sources.begin(), sources.end(),
                     [](const auto& file) { return file.first.ends_with(".sol"); });
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
  const fs::path& memory = job.memory.empty() ? workspace.root() : job.memory;
  const LastFailed last_failed(memory);
  const KnownTests known(memory);
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
    log.goes_on =
        (now->phase != "building" && now->phase != "listing") || (engine.log && engine.log->goes_on);
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
    retry_failed(report, state, request, [&, attempt = std::size_t{1}](const Request& again) mutable {
      if (engine.events) engine.events(PhaseStarted{"trying again", "what failed", ++attempt});
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
  if (!state.left_out.empty()) {
    const bool named = !request.framework.empty() || !engine.config.frameworks.use.empty();
    if (!answer.error && unfiltered && context.only.empty() && !named) {
      answer.error = Error{ErrorCode::test_incomplete, state.left_out};
      report.verdict = Verdict::error;
    } else {
      report.warnings.push_back(state.left_out);
      report.cut_off = !named;
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

// The tool finds nothing by the name: where proctor has printed it, it knows the test.
Answer run_named(Job& job, const Request& request, const Engine& engine, Clock::time_point begin) {
  Answer answer = run_job(job, request, engine, begin);
  if (request.filter.empty() || !answer.error || answer.error->code != ErrorCode::test_none_ran)
    return answer;
  Request named = request;
  named.only = KnownTests(job.memory.empty() ? job.workspace.root() : job.memory).called(request.filter);
  named.filter.clear();
  return named.only.empty() || job.workspace.uploaded() ? std::move(answer)
                                                        : run_job(job, named, engine, begin);
}

// The run of a project in place, and its way into the history: what is run, and whether that leaves other
// tests of the project out.
struct Recorded {
  fs::path root;
  std::string series{};
  bool others = false;
};

Answer recorded(const Recorded& what, const Request& request, const Engine& engine,
                const std::function<Answer()>& run) {
  if (engine.config.history.max_runs == 0) return run();
  SourceTree source_tree(what.root, engine.supervisor, engine.stop);
  history::KeptRun kept;
  kept.project = what.root.string();
  kept.series = what.series;
  kept.command = history::describe(request);
  kept.door = engine.door;
  kept.all = history::is_complete(request);
  kept.others = what.others;
  history::Recording recording(engine.config.history, source_tree.described(std::move(kept)),
                               source_tree.files());
  Answer answer = run();
  if (answer.report) recording.finish(answer, source_tree.digest_after(answer.report->warnings), engine.mask);
  return answer;
}

// Whether a run of one framework in the root leaves tests of the project out.
bool leaves_out(const framework::Definition& definition, const std::vector<framework::Part>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&definition](const framework::Part& part) {
    return !framework::covers(definition, *part.definition);
  });
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
  if (workspace->uploaded()) {
    const auto definition = framework::choose(*definitions, asked, workspace->root());
    if (!definition) return refuse(definition.error());
    Job job{.workspace = std::move(*workspace), .definition = **definition};
    return run_named(job, request, engine, begin);
  }
  const fs::path root = workspace->root();
  const auto projects = projects_of(request, *definitions, engine.config, root);
  if (!projects) return refuse(projects.error());
  if (projects->are_several()) {
    const bool others = projects->chosen.size() < projects->all.size();
    return recorded({.root = root, .series = "test all", .others = others}, request, engine, [&] {
      return run_projects(*projects, request, engine, begin,
                          [&](Job& job, const Request& part, const Engine& same) {
                            return run_named(job, part, same, begin);
                          });
    });
  }
  // One alone, as it is asked for.
  fs::path memory;
  if (!projects->chosen.empty()) {
    asked.framework = projects->chosen.front().part.definition->name;
    memory = memory_of(projects->chosen.front().part, projects->all, root);
  }
  const auto definition = framework::choose(*definitions, asked, root);
  if (!definition) return refuse(definition.error());
  Job job{.workspace = std::move(*workspace), .definition = **definition, .memory = memory};
  return recorded({.root = root, .others = leaves_out(**definition, projects->all)}, request, engine,
                  [&] { return run_named(job, request, engine, begin); });
}

}  // namespace

Answer run_tests(const Request& request, const Engine& engine) noexcept {
  return guarded([&] { return run_request(request, engine); });
}

Answer run_tests(Job& job, const Request& request, const Engine& engine) noexcept {
  return guarded([&] { return run_job(job, request, engine, Clock::now()); });
}

}  // namespace proctor
