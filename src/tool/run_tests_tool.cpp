// The tools run_tests (a TestRequest, answered with the envelope that `proctor test --json` gives) and
// list_tests.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "command/masking.hpp"
#include "output/brief.hpp"
#include "output/envelope.hpp"
#include "output/token_budget.hpp"
#include "policy/workdir.hpp"
#include "run/list.hpp"
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
    return finished->failed() ? fmt::format("failed: {}", finished->name) : "";
  return "";
}

// What a person is asked about, and what the entries of lists are compared with.
std::string describe(const Request& request) {
  std::string text = "run the tests";
  if (!request.framework.empty()) text += " --framework " + shell_quote(request.framework);
  if (!request.match_path.empty()) text += " --match-path " + shell_quote(request.match_path);
  if (!request.match_contract.empty()) text += " --match-contract " + shell_quote(request.match_contract);
  if (!request.filter.empty()) text += " --filter " + shell_quote(request.filter);
  for (const TestId& test : request.only) text += " --only " + shell_quote(to_text(test));
  return text;
}

// An answer holds for the project, whichever of its tests are chosen.
std::string answered(const Request& request) {
  std::string text = "run the tests";
  if (!request.framework.empty()) text += " --framework " + shell_quote(request.framework);
  return text;
}

// Neither a project nor an upload is named: the server's project is meant.
Result<Request> read_request(const Call& call, json::object object) {
  const auto given = [&object](std::string_view field) {
    const json::value* const value = object.if_contains(field);
    return value != nullptr && !value->is_null();
  };
  if (!given("project_root") && !given("sources")) object["project_root"] = ".";
  return parse_request(object, call.config.uploads);
}

// A request that may run: where, and with which settings.
struct Settled {
  Request request;
  fs::path place;
  Config config;
};

Result<Settled> settle(const Call& call, Request request) {
  // Uploaded files in a sandbox without network can reach nothing. A project in place can: its settings may
  // let tests run programs, and running them writes below it.
  PermissionRequest permission;
  permission.facts = {.tool = "run_tests", .alias = call.tool.name, .workdir = call.project_root};
  permission.risk = call.tool.risk;
  permission.timeout = request.timeout;
  std::optional<Error> outside;
  permission.facts.command = "run uploaded tests";
  permission.facts.answered = request.sources ? permission.facts.command : answered(request);
  if (request.project_root) {
    const auto root =
        policy::resolve_workdir(*request.project_root, call.project_root, call.config.tools.roots);
    if (!root) {
      outside = root.error();
      outside->details["field"] = "project_root";
    }
    permission.facts.inside_roots = root.has_value();
    permission.facts.workdir = root ? *root : fs::path(*request.project_root);
    permission.facts.command = describe(request);
    if (root) request.project_root = root->string();
  }
  // The project's own settings, as `proctor test` would read them there. They are settled before anybody is
  // asked: what holds the tests is part of the question, and so is the command.
  const fs::path place = request.project_root ? fs::path(*request.project_root) : call.project_root;
  auto config = outside ? call.config : load_config(place, call.config_file, call.overrides);
  if (config) {
    const auto containment = contain(*config, request.sources ? Origin::upload : Origin::project, place,
                                     [&call] { return call.supervisor.sandbox_obstacle(); });
    if (containment) permission.facts.held = held_by(*containment);
    permission.facts.mutating = !request.sources || permission.facts.held != policy::Held::in_sandbox;
    permission.check = [error = containment ? Result<void>() : tl::unexpected(containment.error())] {
      return error;
    };
    if (request.project_root && !outside) {
      if (const auto means = means_of(request, *config))
        permission.facts.runs = means->title + ": " + means->command;
    }
  } else {
    permission.check = [&config]() -> Result<void> { return tl::unexpected(config.error()); };
  }
  if (auto refused = ask_permission(call, std::move(permission)))
    return tl::unexpected(outside && refused->code == ErrorCode::invalid_request ? *outside : *refused);
  return Settled{std::move(request), place, std::move(*config)};
}

// The engine of a run in its scope, which tells its steps.
class Running {
 public:
  Running(const Call& call, const Settled& settled, RunScope& scope)
      : steps_([&call](const Step& step) { call.tell(step); }, [&scope] { scope.is_late(); }),
        engine_{.config = settled.config, .supervisor = call.supervisor} {
    // Not from the thread that watches over the run: who listens may take long.
    engine_.events = [&call, this](const Event& event) {
      if (std::string text = step_text(event); !text.empty()) steps_.push(call.mask.mask(for_terminal(text)));
    };
    engine_.stop = scope.stop();
    engine_.environment = scope.environment();
    engine_.log = scope.log();
    engine_.tag = scope.tag();
    engine_.door = "mcp";
    engine_.mask = [&call](Answer& kept) { command::mask_answer(kept, call.mask); };
    // What was uploaded is in no place that a command line could name.
    if (!settled.request.sources) engine_.called_as = {"proctor", "test", settled.place.string()};
  }

  const Engine& engine() const { return engine_; }
  void finish() { steps_.finish(); }

 private:
  StepQueue steps_;
  Engine engine_;
};

std::string code_name(const std::optional<Error>& error) {
  return error ? std::string(info(error->code).name) : "ok";
}

// As many as fit in an answer, and how many there are.
CallResult listed(const Call& call, const Listing& listing, const std::string& run) {
  const std::size_t room = call.config.tools.answer.max_tokens / 5 * 2;
  json::array tests;
  std::string names;
  for (const TestId& test : listing.tests) {
    const std::string name = call.mask.mask(printable(to_text(test)));
    if (output::estimated_tokens(names) + output::estimated_tokens(name) + 1 > room) break;
    names += name + '\n';
    tests.emplace_back(name);
  }
  std::string text = fmt::format("{} {}", listing.tests.size(), listing.tests.size() == 1 ? "test" : "tests");
  if (!listing.by_tool) text += " of earlier runs (new ones are known when they have run)";
  text += fmt::format(" of {}\n", listing.framework);
  CallResult result;
  result.summary = text;
  if (tests.size() < listing.tests.size())
    result.summary +=
        fmt::format("The first {} are listed; `filter` or `only` chooses others.\n", tests.size());
  result.text = result.summary + names;
  json::object data{{"framework", listing.framework},
                    {"source", listing.by_tool ? "list" : "earlier runs"},
                    {"tests", std::move(tests)},
                    {"total", listing.tests.size()}};
  if (!run.empty()) data["run"] = run;
  result.envelope = {{"ok", true}, {"data", std::move(data)}};
  result.ok = true;
  result.exit_code = 0;
  return result;
}

}  // namespace

CallResult call_run_tests(const Call& call, const json::object& object) {
  auto request = read_request(call, object);
  if (!request) return error_result(request.error());
  const auto settled = settle(call, std::move(*request));
  if (!settled) return error_result(settled.error());
  const bool uploaded = settled->request.sources.has_value();
  const fs::path workdir = uploaded ? fs::path() : settled->place;
  if (auto over = take_turn(call, workdir)) return *std::move(over);
  const auto scope =
      RunScope::enter(call, uploaded ? "run the uploaded tests" : describe(settled->request), workdir);
  if (!scope) return error_result(scope.error());
  Running running(call, *settled, **scope);
  Answer answer = run_tests(settled->request, running.engine());
  running.finish();
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
  const std::string log = result.log.empty() ? "" : result.run;
  result.text = output::brief(answer, words_budget(call), log);
  result.summary = output::brief(answer, summary_budget(call), log);
  (*scope)->set_result(code_name(answer.error));
  return result;
}

CallResult call_list_tests(const Call& call, const json::object& object) {
  constexpr std::array<std::string_view, 5> kFields{"project_root", "only", "filter", "framework",
                                                    "timeout_ms"};
  if (auto known = check_fields(object, {kFields.begin(), kFields.end()}); !known)
    return error_result(known.error());
  auto request = read_request(call, object);
  if (!request) return error_result(request.error());
  const auto settled = settle(call, std::move(*request));
  if (!settled) return error_result(settled.error());
  if (auto over = take_turn(call, settled->place)) return *std::move(over);
  const auto scope = RunScope::enter(call, "list the tests", settled->place);
  if (!scope) return error_result(scope.error());
  Running running(call, *settled, **scope);
  const auto listing = list_tests(settled->request, running.engine());
  running.finish();
  (*scope)->set_result(listing ? "ok" : std::string(info(listing.error().code).name));
  if (!listing) return error_result(listing.error());
  return listed(call, *listing, listing->by_tool ? (*scope)->log().id : "");
}

}  // namespace proctor::tool
