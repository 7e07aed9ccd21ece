// The tool Test: a command under control (command/engine.hpp), asked for by somebody who needs permission.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "command/engine.hpp"
#include "command/listening.hpp"
#include "command/memory.hpp"
#include "command/shell.hpp"
#include "output/brief.hpp"
#include "output/envelope.hpp"
#include "policy/workdir.hpp"
#include "run/containment.hpp"
#include "tool/arguments.hpp"
#include "tool/call.hpp"
#include "tool/default_command.hpp"
#include "tool/permission.hpp"
#include "tool/run_scope.hpp"

namespace proctor::tool {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// What is to be run, once everything about the request is settled.
struct Plan {
  std::string command;
  command::Shell shell;
  fs::path workdir;
  milliseconds timeout{};
  Containment containment{};
};

// The project that a command works in; in a workdir outside of it, that directory.
fs::path workspace_of(const Call& call, const fs::path& workdir) {
  const fs::path relative = workdir.lexically_relative(call.project_root);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  return inside ? call.project_root : workdir;
}

Result<Plan> make_plan(const Call& call, const TestArguments& arguments) {
  const auto& config = call.config.tools.test;
  const bool by_default = !arguments.command;
  const auto platform = command::this_platform();
  Plan plan{.command = arguments.command.value_or(default_command(platform, config)),
            .shell = command::command_shell(platform, config),
            .workdir = {},
            .timeout = arguments.timeout.value_or(std::min(config.default_timeout, config.max_timeout))};
  const auto workdir =
      policy::resolve_workdir(arguments.workdir.value_or(""), call.project_root, call.config.tools.roots);
  plan.workdir = workdir ? *workdir : fs::path(arguments.workdir.value_or(""));

  PermissionRequest permission;
  permission.facts = {.tool = call.tool.name,
                      .alias = call.tool.alias,
                      .mutating = true,
                      .command = plan.command,
                      .workdir = plan.workdir,
                      .inside_roots = workdir.has_value()};
  permission.risk = call.tool.risk;
  permission.timeout = plan.timeout;
  // Settled before anybody is asked: it is part of the question.
  auto containment = contain(call.config, Origin::project, workspace_of(call, plan.workdir),
                             [&call] { return call.supervisor.sandbox_obstacle(); });
  if (containment) permission.facts.held = held_by(*containment);
  permission.check = [&]() -> Result<void> {
    if (!containment) return tl::unexpected(containment.error());
    return by_default ? check_default_command(plan.command, plan.workdir) : Result<void>();
  };
  if (auto refused = ask_permission(call, std::move(permission))) {
    // The workdir's own error says more: that it doesn't exist, or leads elsewhere.
    const bool by_workdir = !workdir && refused->code == ErrorCode::invalid_request;
    return tl::unexpected(by_workdir ? workdir.error() : *refused);
  }
  plan.containment = std::move(*containment);
  return plan;
}

bool is_failure(ErrorCode code) {
  return code == ErrorCode::test_assertion_failed || code == ErrorCode::command_failed;
}

}  // namespace

CallResult call_test(const Call& call, const json::object& object) {
  const auto arguments = test_arguments(object, call.config.tools.test.max_timeout);
  if (!arguments) return error_result(arguments.error());
  const auto plan = make_plan(call, *arguments);
  if (!plan) return error_result(plan.error());
  if (auto over = take_turn(call, plan->workdir)) return *std::move(over);
  const auto scope = RunScope::enter(call, plan->command, plan->workdir);
  if (!scope) return error_result(scope.error());
  const auto argument = command::as_argument(plan->command, (*scope)->directory());
  if (!argument) return error_result(argument.error());

  const command::Job job{.argv = command::shell_command(plan->shell, *argument),
                         .text = plan->command,
                         .environment = (*scope)->environment(),
                         .workdir = plan->workdir,
                         .timeout = plan->timeout,
                         .containment = plan->containment,
                         .dialect = plan->shell.is_bash ? shell::Dialect::bash : shell::Dialect::sh};
  const auto slot =
      command::take_slot(job, call.config, (*scope)->stop(), [&call](const std::string& who_runs) {
        call.tell(Step{fmt::format("{} {}", kWaitingForASlot, who_runs)});
      });
  if (!slot) {
    (*scope)->set_result(std::string(info(slot.error().code).name));
    return error_result(slot.error());
  }
  command::Around around{.config = call.config,
                         .supervisor = call.supervisor,
                         .mask = call.mask,
                         .log = (*scope)->log(),
                         .directory = (*scope)->directory(),
                         .stop = (*scope)->stop(),
                         .tag = (*scope)->tag(),
                         .on_late = [&scope] { (*scope)->is_late(); }};
  if (call.caller.on_event) {
    around.on_text = [&call](Stream stream, std::string_view text) {
      call.tell(Chunk{stream, std::string(text)});
    };
  }
  const auto definitions = framework::load_definitions(call.config.frameworks.path);
  const auto known = definitions.value_or(std::vector<framework::Definition>());
  std::optional<command::Listening> listening;
  if (shell::read_exit_code_use(job.text, job.dialect).has_runner) {
    listening.emplace(known, (*scope)->directory(), job.workdir);
    around.reports = [&listening] { return listening->evidence(); };
    around.adjust = [&listening](supervise::Command& started, supervise::RunOptions& run) {
      listening->apply(started, run);
    };
  }
  command::Memory memory(around, job, known, call.caller.door);
  command::Outcome outcome = command::run(job, around);
  memory.finish(outcome, call.mask);
  const std::vector<std::string>& before = (*scope)->warnings();
  outcome.warnings.insert(outcome.warnings.begin(), before.begin(), before.end());
  if (const std::uint64_t untold = call.caller.untold ? call.caller.untold() : 0; untold > 0) {
    outcome.warnings.push_back(
        fmt::format("{} bytes of the output weren't told while it ran, for nobody took them.", untold));
  }
  json::object data = command::describe(job, around, outcome);
  data["shell"] = plan->shell.program;
  data["stripped_env"] = json::array(call.environment.stripped.begin(), call.environment.stripped.end());

  const Answer& answer = outcome.answer;
  // Of a command that shows no test there is none.
  if (answer.error)
    data["verdict"] = word(is_failure(answer.error->code) ? Verdict::fail : Verdict::error);
  else if (outcome.shows_tests())
    data["verdict"] = word(Verdict::pass);
  CallResult result;
  result.ok = !answer.error;
  result.run = (*scope)->log().id;
  result.log = outcome.run.log_written ? (*scope)->log().path.string() : std::string();
  result.exit_code = answer.error ? info(answer.error->code).exit_code : 0;
  const output::CommandBrief brief{
      .command = std::string(data["command"].as_string()),
      .termination = outcome.run.termination,
      .duration = outcome.run.usage.wall,
      .error = answer.error,
      .report = answer.report ? &*answer.report : nullptr,
      .shows_tests = outcome.shows_tests(),
      .evidence = outcome.evidence.failure_lines,
      .passed = outcome.evidence.passed.empty() ? outcome.evidence.passed_some : outcome.evidence.passed,
      .output = outcome.output.text,
      .output_bytes = outcome.printed(),
      .left_behind = outcome.run.left_behind,
      .hang = outcome.hang ? &*outcome.hang : nullptr,
      .warnings = outcome.warnings,
      .run = result.log.empty() ? "" : result.run,
      .log = result.log};
  result.text = output::brief_command(brief, words_budget(call));
  result.summary = output::without_output(output::brief_command(brief, summary_budget(call)));
  result.envelope["ok"] = result.ok;
  result.envelope["data"] = std::move(data);
  if (answer.error) result.envelope["error"] = output::to_json(*answer.error);
  (*scope)->set_result(answer.error ? std::string(info(answer.error->code).name) : "ok");
  return result;
}

}  // namespace proctor::tool
