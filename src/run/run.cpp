#include "run/run.hpp"

#include <exception>

#include "base/environment.hpp"
#include "framework/framework.hpp"
#include "report/hang.hpp"
#include "report/judge.hpp"
#include "run/commands.hpp"
#include "run/containment.hpp"
#include "run/last_failed.hpp"
#include "run/logs.hpp"
#include "run/rerun.hpp"
#include "workspace/workspace.hpp"

namespace proctor {
namespace {

using framework::Framework;

Answer refuse(Error error) {
  return {.report = std::nullopt, .error = std::move(error)};
}

std::string describe_gone(const std::vector<TestId>& gone) {
  std::string names;
  for (const TestId& test : gone) {
    names += (names.empty() ? "" : ", ") + test.file + ':' + test.suite;
    if (!test.name.empty()) names += '.' + test.name;
  }
  return "What was to be run and isn't there any more: " + names;
}

Answer run_request(const Request& request, const Engine& engine) {
  const auto begin = Clock::now();
  // Place: the project where it is, or a private directory for uploaded sources.
  remove_stale_private_directories();
  const Result<Workspace> workspace = request.sources ? Workspace::from_sources(*request.sources)
                                                      : Workspace::in_place(*request.project_root);
  if (!workspace) return refuse(workspace.error());

  // Plan: which framework, which commands.
  // An upload without any mark of its framework is a Foundry project: its settings are generated.
  Request asked = request;
  if (workspace->uploaded() && asked.framework.empty()) asked.framework = "forge";
  const auto definition = framework::choose(asked, workspace->root());
  if (!definition) return refuse(definition.error());
  const std::unique_ptr<Framework> tests = framework::make_framework(**definition);
  Report report;
  const std::vector<std::string> environment = engine.environment.value_or(own_environment());
  const auto containment =
      contain(engine.config, workspace->uploaded() ? Origin::upload : Origin::project, workspace->place(),
              [&engine] { return engine.supervisor.sandbox_obstacle(); });
  if (!containment) return refuse(containment.error());
  report.warnings = engine.config.warnings;
  report.warnings.insert(report.warnings.end(), containment->warnings.begin(), containment->warnings.end());
  const LastFailed last_failed(workspace->root());
  framework::Context context{.request = request,
                             .config = engine.config,
                             .workspace = *workspace,
                             .events = engine.events,
                             .side_run = side_runs(engine, *containment, begin + time_limit(request, engine)),
                             .environment = environment,
                             .only = request.rerun_failed ? last_failed.load() : request.only};
  if (request.rerun_failed && context.only.empty()) {
    report.warnings.emplace_back("No failure is remembered for this project: all tests are run.");
  }
  const auto plan = tests->plan(context);
  if (!plan) return refuse(plan.error());
  report.framework = plan->info;
  report.warnings.insert(report.warnings.end(), plan->warnings.begin(), plan->warnings.end());

  // Run: one command after the other, read as the output arrives.
  const Log log = engine.log ? *engine.log : new_log(engine.config);
  std::vector<std::filesystem::path> private_directories;
  if (workspace->uploaded()) private_directories.push_back(workspace->place());
  const supervise::Outcome outcome = run_commands(
      *plan, request, engine, *containment, log,
      [&tests](Stream stream, std::string_view bytes) { tests->feed(stream, bytes); }, begin,
      private_directories);
  context.side_run = side_runs(engine, *containment);
  report.termination = outcome.termination;
  report.run = describe_run(*plan, outcome, log);

  // Reading: what the results say, and what they don't.
  ReportState state;
  tests->finish(context, outcome, report, state);
  if (outcome.hang) report.diagnostics.push_back(hang_diagnostic(*outcome.hang));

  // Answer: reconciled with how the run ended.
  Answer answer;
  answer.error = judge(report, state);
  if (!workspace->uploaded()) {
    // A run without filters asks for every test there is.
    const bool all = request.match_path.empty() && request.match_contract.empty() && request.filter.empty();
    const std::vector<TestId> gone =
        gone_tests(report, answer.error, all && context.only.empty() ? last_failed.load() : context.only);
    if (!context.only.empty() && !gone.empty()) report.warnings.push_back(describe_gone(gone));
    last_failed.remember(report, gone);
  }
  report.rerun = rerun_command(report, request, engine.called_as,
                               workspace->uploaded() ? std::vector<TestId>() : last_failed.load());
  if (!engine.log) {
    note(log, {.command = report.run.command,
               .workdir = report.run.workdir,
               .result = answer.error ? std::string(info(answer.error->code).name) : "ok"});
  }
  answer.report = std::move(report);
  return answer;
}

}  // namespace

Answer run_tests(const Request& request, const Engine& engine) noexcept {
  try {
    return run_request(request, engine);
  } catch (const std::exception& error) {
    return refuse({ErrorCode::internal_error, std::string("proctor failed: ") + error.what()});
  }
}

}  // namespace proctor
