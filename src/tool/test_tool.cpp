// The tool Test: a command under control.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/files.hpp"
#include "base/signal_name.hpp"
#include "base/text.hpp"
#include "format/output_evidence.hpp"
#include "framework/words.hpp"
#include "output/brief.hpp"
#include "output/envelope.hpp"
#include "output/excerpt.hpp"
#include "output/sanitize.hpp"
#include "policy/workdir.hpp"
#include "report/hang.hpp"
#include "report/reconcile.hpp"
#include "run/containment.hpp"
#include "shell/exit_code.hpp"
#include "tool/arguments.hpp"
#include "tool/call.hpp"
#include "tool/default_command.hpp"
#include "tool/masking.hpp"
#include "tool/output_queue.hpp"
#include "tool/permission.hpp"
#include "tool/report_files.hpp"
#include "tool/run_scope.hpp"

namespace proctor::tool {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Kind = Termination::Kind;

constexpr int kNotFound = 127;  // a shell's word for a program that isn't there

// What is to be run, once everything about the request is settled.
struct Plan {
  std::string command;
  Shell shell;
  fs::path workdir;
  milliseconds timeout{};
  Containment containment{};
};

// What came of it.
struct Ended {
  supervise::Outcome outcome{};
  output::ExcerptText output{};
  format::Evidence evidence{};
  std::optional<Diagnostic> hang{};
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
  Plan plan{.command = arguments.command.value_or(default_command(this_platform(), config)),
            .shell = command_shell(this_platform(), config),
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

// The way of the output: read, carried to a thread of its own, sanitised, masked; told as it comes, and kept
// as far as there is room.
class OutputPipeline {
 public:
  OutputPipeline(const Call& call, steady_clock::time_point deadline, RunScope& scope)
      : call_(call),
        chunk_masks_{policy::StreamMask(call.mask), policy::StreamMask(call.mask)},
        line_mask_(call.mask),
        excerpt_(call.config.tools.output.max_bytes),
        evidence_(framework::words(), [&call](std::string_view line) { return call.mask.mask(line); }),
        sanitizer_(chunk_sink(),
                   [this](Stream, std::string_view text) {
                     line_mask_.feed(text, [this](std::string_view masked) { excerpt_.add(masked); });
                   }),
        queue_({.on_bytes =
                    [this](Stream stream, std::string_view bytes) {
                      evidence_.feed(stream, bytes);
                      sanitizer_.feed(stream, bytes);
                    },
                .on_notice = [this] { evidence_.command_is_being_ended(); },
                .on_idle = [this] { sanitizer_.tick(); },
                .on_late = [&scope] { scope.is_late(); }},
               deadline, scope.stop()) {}

  void push(Stream stream, std::string_view bytes) { queue_.push(stream, bytes); }
  void command_is_being_ended() { queue_.notice(); }

  void finish(const std::string& where_the_whole_is, Ended& ended) {
    queue_.finish();
    sanitizer_.finish();
    for (const Stream stream : {Stream::out, Stream::err}) {
      mask_of(stream).flush([&](std::string_view text) { tell(stream, text); });
    }
    line_mask_.flush([this](std::string_view masked) { excerpt_.add(masked); });
    ended.output = excerpt_.finish(where_the_whole_is);
    ended.evidence = evidence_.finish();
  }

 private:
  policy::StreamMask& mask_of(Stream stream) { return chunk_masks_[stream == Stream::out ? 0 : 1]; }

  // Nobody listens: then nothing needs to be made ready for it.
  output::TextSink chunk_sink() {
    if (!call_.caller.on_event) return {};
    return [this](Stream stream, std::string_view text) {
      mask_of(stream).feed(text, [&](std::string_view masked) { tell(stream, masked); });
    };
  }
  void tell(Stream stream, std::string_view text) {
    if (!text.empty()) call_.tell(Chunk{stream, std::string(text)});
  }

  const Call& call_;
  std::array<policy::StreamMask, 2> chunk_masks_;
  policy::StreamMask line_mask_;
  output::Excerpt excerpt_;
  format::OutputEvidence evidence_;
  output::Sanitizer sanitizer_;
  OutputQueue queue_;  // the last: its thread uses all the others
};

// Linux takes no argument of more than 128 KiB. A longer command is read by the same shell from a file, where
// it means the same.
Result<std::string> as_argument(const std::string& command, const fs::path& directory) {
  constexpr std::size_t kLongest = (128U << 10U) - 1;
  if (command.size() <= kLongest) return command;
  const fs::path file = directory / "command";
  if (auto written = write_file(file, command, 0600); !written) return tl::unexpected(written.error());
  return ". " + shell_quote(file.string());
}

std::uint64_t printed(const supervise::Outcome& outcome) {
  return outcome.out.total_bytes() + outcome.err.total_bytes();
}

// For the mark in a cut output; a log that has reached its cap isn't the whole, and that is said.
std::string where_the_whole_is(const supervise::Outcome& outcome, std::uint64_t log_bytes, RunScope& scope) {
  if (!outcome.log_written) return "";
  std::string log = "proctor log " + scope.log().id;
  if (printed(outcome) <= log_bytes) return log;
  const std::string kept = format_size(log_bytes);
  scope.warn(fmt::format("The log has only the first {} of the output (limits.log_bytes).", kept));
  return fmt::format("too long to be kept; its first {}: {}", kept, log);
}

void warn_of_files(const FoundReports& written, RunScope& scope) {
  constexpr std::size_t kNamed = 3;
  if (written.left_out > 0) {
    scope.warn(
        fmt::format("Not looked at for a report, being too large or too many: {} of the files that "
                    "the command wrote.",
                    written.left_out));
  }
  if (written.unlisted) scope.warn("The working directory has too many files to look at all for a report.");
  const auto& unread = written.unread;
  for (std::size_t i = 0; i < std::min(kNamed, unread.size()); ++i)
    scope.warn(fmt::format("A report that is too large to be read to its end: {}.", unread[i]));
  if (unread.size() > kNamed)
    scope.warn(fmt::format("So are {} more, or there are too many.", unread.size() - kNamed));
}

Ended run_command(const Call& call, const Plan& plan, const std::string& argument, RunScope& scope) {
  const supervise::Command command{.argv = shell_command(plan.shell, argument),
                                   .environment = scope.environment(),
                                   .workdir = plan.workdir,
                                   .results = {scope.directory()}};
  supervise::Limits limits = limits_from(call.config, plan.containment.level);
  limits.wall = plan.timeout;
  limits.head_bytes = limits.tail_bytes = 0;  // the excerpt is made here
  Ended ended;
  OutputPipeline pipeline(call, steady_clock::now() + plan.timeout, scope);
  supervise::RunOptions options;
  plan.containment.apply(options, command);
  options.log = scope.log().path;
  options.sink = [&pipeline](Stream stream, std::string_view bytes) { pipeline.push(stream, bytes); };
  options.ending = [&pipeline] { pipeline.command_is_being_ended(); };
  options.tag = scope.tag();
  ended.outcome = call.supervisor.run(command, limits, scope.stop(), options);
  for (LeftBehind& process : ended.outcome.left_behind) process.command = call.shown(process.command);
  if (ended.outcome.hang) {
    mask_hang(*ended.outcome.hang, call.mask);
    ended.hang = hang_diagnostic(std::move(*ended.outcome.hang));
  }
  pipeline.finish(where_the_whole_is(ended.outcome, limits.log_bytes, scope), ended);
  const Termination& end = ended.outcome.termination;
  const bool succeeded = end.kind == Kind::exited && end.code == 0;
  if (!ended.outcome.shortage.empty() && !succeeded) scope.warn(ended.outcome.shortage);
  if (!ended.outcome.log_error.empty()) scope.warn("The log isn't whole: " + ended.outcome.log_error);
  if (succeeded && !ended.evidence.nothing.empty())
    scope.warn(fmt::format("As it seems no test ran: the output says `{}`.", ended.evidence.nothing));
  if (end.kind == Kind::exited && end.code == kNotFound &&
      ended.outcome.isolation.level == IsolationLevel::sandbox) {
    scope.warn(
        "Exit code 127 means that a program wasn't found. The sandbox shows only a part of this machine, and "
        "nothing of home directories: what the command needs of the rest has to be named under [isolation] "
        "read_only in your own configuration.");
  }
  return ended;
}

std::vector<std::string> warnings_about(const Plan& plan, const RunScope& scope) {
  std::vector<std::string> warnings = scope.warnings();
  warnings.insert(warnings.end(), plan.containment.warnings.begin(), plan.containment.warnings.end());
  return warnings;
}

json::object describe(const Call& call, const Plan& plan, const RunScope& scope, const Ended& ended) {
  const supervise::Outcome& outcome = ended.outcome;
  const Termination& end = outcome.termination;
  json::object data;
  if (end.kind == Kind::exited) data["exit_code"] = end.code;
  if (end.kind == Kind::signalled) data["signal"] = signal_name(end.code);
  data["termination"] = word(end.kind);
  if (!end.evidence.empty()) data["evidence"] = end.evidence;
  data["timed_out"] = end.kind == Kind::timed_out;
  data["duration_ms"] = outcome.usage.wall.count();
  data["command"] = call.shown(plan.command);
  data["shell"] = plan.shell.program;
  data["workdir"] = plan.workdir.string();
  data["output"] = ended.output.text;
  data["output_bytes"] = printed(outcome);
  data["truncated"] = ended.output.truncated;
  data["run"] = scope.log().id;
  if (outcome.log_written) data["log"] = scope.log().path.string();
  data["stripped_env"] = json::array(call.environment.stripped.begin(), call.environment.stripped.end());
  json::array left;
  for (const LeftBehind& process : outcome.left_behind)
    left.push_back({{"pid", process.pid}, {"command", process.command}});
  data["left_behind"] = std::move(left);
  data["usage"] = output::to_json(outcome.usage);
  if (ended.hang) data["diagnostics"] = json::array{output::to_json(*ended.hang)};
  data["isolation"] = output::to_json(outcome.isolation);
  const std::vector<std::string> warnings = warnings_about(plan, scope);
  if (!warnings.empty()) data["warnings"] = json::array(warnings.begin(), warnings.end());
  return data;
}

// Whether a test that passed is seen in what was printed or in a report.
bool shows_tests(const format::Evidence& evidence) {
  return evidence.has_report || !evidence.passed.empty() || !evidence.passed_some.empty();
}

// What the command does with the exit code of its tests, and with what they print.
void judge_command(const Plan& plan, format::Evidence& evidence) {
  const auto dialect = plan.shell.is_bash ? shell::Dialect::bash : shell::Dialect::sh;
  const shell::ExitCodeUse use = shell::read_exit_code_use(plan.command, dialect);
  if (use.leaves_lines_out) evidence.unfinished.clear();  // its end may have been left out
  if (use.tests_own || !evidence.passed.empty()) return;
  if (!use.leaves_lines_out && !evidence.passed_some.empty()) return;
  evidence.untold = use.why + ", and nothing that was printed says how many tests passed";
  if (!use.instead.empty()) evidence.untold += fmt::format("; run `{}` instead", use.instead);
}

// A test runner that proctor had to end: whatever the rest says, it hadn't come to its end.
std::string ended_runner(const supervise::Outcome& outcome) {
  for (const LeftBehind& process : outcome.left_behind) {
    if (shell::read_exit_code_use(process.command).has_runner) return process.command;
  }
  return {};
}

// What the output and the report files say, against how the command ended.
Answer judge(const Call& call, const Plan& plan, const RunScope& scope, FoundReports written, Ended& ended) {
  std::vector<std::string> warnings;
  std::vector<format::Evidence> sources{std::move(ended.evidence)};  // what was printed comes first
  for (FoundReport& found : written.reports) {
    for (std::string& line : found.evidence.failure_lines) line.insert(0, found.file + ": ");
    if (found.evidence.has_report) warnings.push_back("A report was read from " + found.file + ".");
    sources.push_back(std::move(found.evidence));
  }
  ended.evidence = format::merged(std::move(sources));
  format::Evidence& evidence = ended.evidence;
  evidence.left_running = call.shown(ended_runner(ended.outcome));
  judge_command(plan, evidence);
  evidence.untold = call.shown(evidence.untold);
  Report report;
  report.suites = evidence.suites;
  report.diagnostics = evidence.diagnostics;
  report.framework = evidence.framework;
  report.warnings = std::move(warnings);
  report.run = {.id = scope.log().id,
                .command = call.shown(plan.command),
                .workdir = plan.workdir.string(),
                .usage = ended.outcome.usage,
                .log = ended.outcome.log_written ? scope.log().path.string() : std::string(),
                .left_behind = ended.outcome.left_behind,
                .isolation = ended.outcome.isolation};
  mask_report(report, call.mask);
  Answer answer;
  answer.error = reconcile(ended.outcome.termination, report, evidence);
  if (evidence.has_report) answer.report = std::move(report);
  return answer;
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
  const auto argument = as_argument(plan->command, (*scope)->directory());
  if (!argument) return error_result(argument.error());

  const ReportFiles files(plan->workdir, call.config.tools.test.reports, report_files_in(plan->command));
  Ended ended = run_command(call, *plan, *argument, **scope);
  if (const std::uint64_t untold = call.caller.untold ? call.caller.untold() : 0; untold > 0) {
    (*scope)->warn(
        fmt::format("{} bytes of the output weren't told while it ran, for nobody took them.", untold));
  }
  FoundReports written = files.read([&call](std::string_view line) { return call.mask.mask(line); });
  warn_of_files(written, **scope);
  json::object data = describe(call, *plan, **scope, ended);
  const Answer answer = judge(call, *plan, **scope, std::move(written), ended);
  if (answer.report) data["report"] = output::to_json(*answer.report);

  CallResult result;
  result.ok = !answer.error;
  result.run = (*scope)->log().id;
  result.log = ended.outcome.log_written ? (*scope)->log().path.string() : std::string();
  result.exit_code = answer.error ? info(answer.error->code).exit_code : 0;
  const auto& outcome = ended.outcome;
  result.text = output::brief_command({.command = std::string(data["command"].as_string()),
                                       .termination = outcome.termination,
                                       .duration = outcome.usage.wall,
                                       .error = answer.error,
                                       .report = answer.report ? &*answer.report : nullptr,
                                       .shows_tests = shows_tests(ended.evidence),
                                       .evidence = ended.evidence.failure_lines,
                                       .output = ended.output.text,
                                       .output_bytes = printed(outcome),
                                       .left_behind = outcome.left_behind,
                                       .hang = ended.hang ? &*ended.hang : nullptr,
                                       .warnings = warnings_about(*plan, **scope),
                                       .run = result.log.empty() ? "" : result.run,
                                       .log = result.log},
                                      call.config.tools.answer.max_tokens);
  result.envelope["ok"] = result.ok;
  result.envelope["data"] = std::move(data);
  if (answer.error) result.envelope["error"] = output::to_json(*answer.error);
  (*scope)->set_result(answer.error ? std::string(info(answer.error->code).name) : "ok");
  return result;
}

}  // namespace proctor::tool
