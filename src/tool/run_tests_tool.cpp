// The tool run_tests: a TestRequest, answered with the envelope that `proctor test --json` gives.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "command/masking.hpp"
#include "output/brief.hpp"
#include "output/envelope.hpp"
#include "policy/workdir.hpp"
#include "run/run.hpp"
#include "tool/call.hpp"
#include "tool/permission.hpp"
#include "tool/run_scope.hpp"
#include "tool/step_queue.hpp"

namespace proctor::tool {
namespace {

namespace fs = std::filesystem;

// What goes on, in words.
std::string step_text(const Event& event) {
  if (const auto* phase = std::get_if<PhaseStarted>(&event)) {
    return phase->detail.empty() ? std::string(phase->phase)
                                 : fmt::format("{}: {}", phase->phase, phase->detail);
  }
  if (const auto* found = std::get_if<SuitesFound>(&event)) return fmt::format("{} suites", found->count);
  if (const auto* finished = std::get_if<SuiteFinished>(&event))
    return fmt::format("done: {}", finished->name);
  // One by one, passing tests would be many a message.
  if (const auto* found = std::get_if<TestsFound>(&event)) return fmt::format("{} tests", found->count);
  if (const auto* finished = std::get_if<TestFinished>(&event))
    return finished->failed ? fmt::format("failed: {}", finished->name) : "";
  return "";
}

// What a person is asked about, and what an approval for always holds for.
std::string describe(const Request& request) {
  std::string text = "run the tests";
  if (!request.framework.empty()) text += " --framework " + shell_quote(request.framework);
  if (!request.match_path.empty()) text += " --match-path " + shell_quote(request.match_path);
  if (!request.match_contract.empty()) text += " --match-contract " + shell_quote(request.match_contract);
  if (!request.filter.empty()) text += " --filter " + shell_quote(request.filter);
  return text;
}

}  // namespace

CallResult call_run_tests(const Call& call, const json::object& object) {
  auto request = parse_request(object, call.config.uploads);
  if (!request) return error_result(request.error());

  // Uploaded files run in a directory of their own and can't reach the project. A project in place can: its
  // settings may let tests run programs, and running them writes below it.
  PermissionRequest permission;
  permission.facts = {.tool = call.tool.name, .mutating = !request->sources, .workdir = call.project_root};
  permission.risk = call.tool.risk;
  permission.timeout = request->timeout;
  std::optional<Error> outside;
  if (request->project_root) {
    const auto root =
        policy::resolve_workdir(*request->project_root, call.project_root, call.config.tools.roots);
    if (!root) {
      outside = root.error();
      outside->details["field"] = "project_root";
    }
    permission.facts.inside_roots = root.has_value();
    permission.facts.workdir = root ? *root : fs::path(*request->project_root);
    permission.facts.command = describe(*request);
    if (root) request->project_root = root->string();
  }
  // The project's own settings, as `proctor test` would read them there. They are settled before anybody is
  // asked: what holds the tests is part of the question.
  const fs::path place = request->project_root ? fs::path(*request->project_root) : call.project_root;
  const auto config = outside ? call.config : load_config(place, call.config_file, call.overrides);
  if (config) {
    const auto containment = contain(*config, request->sources ? Origin::upload : Origin::project, place,
                                     [&call] { return call.supervisor.sandbox_obstacle(); });
    if (containment) permission.facts.held = held_by(*containment);
    permission.check = [error = containment ? Result<void>() : tl::unexpected(containment.error())] {
      return error;
    };
  } else {
    permission.check = [&config]() -> Result<void> { return tl::unexpected(config.error()); };
  }
  if (auto refused = ask_permission(call, std::move(permission)))
    return error_result(outside && refused->code == ErrorCode::invalid_request ? *outside : *refused);

  if (auto over = take_turn(call, request->sources ? fs::path() : place)) return *std::move(over);
  const auto scope = RunScope::enter(call, request->sources ? "run the uploaded tests" : describe(*request),
                                     request->sources ? fs::path() : place);
  if (!scope) return error_result(scope.error());
  Engine engine{.config = *config, .supervisor = call.supervisor};
  // Not from the thread that watches over the run: who listens may take long.
  StepQueue steps([&call](const Step& step) { call.tell(step); }, [&scope] { (*scope)->is_late(); });
  engine.events = [&call, &steps](const Event& event) {
    if (std::string text = step_text(event); !text.empty()) steps.push(call.mask.mask(for_terminal(text)));
  };
  engine.stop = (*scope)->stop();
  engine.environment = (*scope)->environment();
  engine.log = (*scope)->log();
  engine.tag = (*scope)->tag();
  // What was uploaded is in no place that a command line could name.
  if (!request->sources) engine.called_as = {"proctor", "test", place.string()};
  engine.door = "mcp";
  engine.mask = [&call](Answer& kept) { command::mask_answer(kept, call.mask); };
  Answer answer = run_tests(*request, engine);
  steps.finish();
  if (answer.report) {
    const std::vector<std::string>& warnings = (*scope)->warnings();
    std::copy(warnings.begin(), warnings.end(), std::back_inserter(answer.report->warnings));
  }
  command::mask_answer(answer, call.mask);

  CallResult result;
  result.envelope = output::to_envelope(answer);
  result.ok = answer.ok();
  result.run = (*scope)->log().id;
  result.log = answer.report ? answer.report->run.log : std::string();
  result.exit_code = answer.error ? info(answer.error->code).exit_code : 0;
  result.text =
      output::brief(answer, call.config.tools.answer.max_tokens, result.log.empty() ? "" : result.run);
  (*scope)->set_result(answer.error ? std::string(info(answer.error->code).name) : "ok");
  return result;
}

}  // namespace proctor::tool
