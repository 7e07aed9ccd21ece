#include "cli/run_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/isolation_options.hpp"
#include "cli/pass_through.hpp"
#include "cli/print.hpp"
#include "cli/report_options.hpp"
#include "cli/signals.hpp"
#include "cli/terminal_relay.hpp"
#include "command/engine.hpp"
#include "command/listening.hpp"
#include "command/masking.hpp"
#include "command/memory.hpp"
#include "command/shell.hpp"
#include "framework/definition.hpp"
#include "history/run_id.hpp"
#include "output/envelope.hpp"
#include "output/verdict_line.hpp"
#include "policy/environment.hpp"
#include "run/rerun.hpp"
#include "supervise/pty.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

namespace fs = std::filesystem;
using Kind = Termination::Kind;

constexpr int kNotFound = 127;    // a shell's words for a program that isn't there,
constexpr int kNotStarted = 126;  // and for one that can't be started
constexpr int kSignalled = 128;

Result<void> check(const RunOptions& options) {
  const auto wrong = [](std::string message) { return fail(ErrorCode::invalid_request, std::move(message)); };
  if (options.shell != options.has_line)
    return wrong("a line for the shell stands behind --shell -c: proctor run --shell -c 'npm test | tail'");
  if (options.has_line && !options.argv.empty())
    return wrong("give a command behind --, or a line behind --shell -c, not both");
  if (options.has_line && trim(options.line).empty()) return wrong("the line behind -c is empty");
  if (options.has_line || !options.argv.empty()) return {};
  return wrong("there is no command: it stands behind two dashes, as in proctor run -- npm test");
}

// Where the command prints, and what it reads.
struct Streams {
  std::vector<UniqueFd> ptys{};
  std::vector<TerminalRelay::Ends> shown{};
  supervise::RunOptions::Streams of_command{};
  bool typed = false;      // what is typed goes through the relay
  bool own_input = false;  // the command reads from our terminal itself
};

Result<int> new_pty(Streams& streams, int terminal) {
  auto pty = supervise::make_pty(terminal);
  if (!pty) return tl::unexpected(pty.error());
  const int fd = pty->get();
  streams.ptys.push_back(std::move(*pty));
  streams.shown.push_back({.terminal = terminal, .pty = fd});
  return fd;
}

// Each stream of the command is what ours is. Of a pipeline (`proctor run … | less`) somebody else may read
// what is typed, so there the terminal isn't taken: a command that reads, reads it itself.
Result<Streams> make_streams() {
  Streams streams;
  const bool out_shown = isatty(STDOUT_FILENO) == 1;
  const bool err_shown = isatty(STDERR_FILENO) == 1;
  streams.of_command.joined = is_one_place(STDOUT_FILENO, STDERR_FILENO);
  if (out_shown) {
    const auto pty = new_pty(streams, STDOUT_FILENO);
    if (!pty) return tl::unexpected(pty.error());
    streams.of_command.out_pty = *pty;
  }
  if (err_shown && !streams.of_command.joined) {
    const auto pty = new_pty(streams, STDERR_FILENO);
    if (!pty) return tl::unexpected(pty.error());
    streams.of_command.err_pty = *pty;
  }
  if (isatty(STDIN_FILENO) != 1) return streams;
  streams.typed = out_shown && is_one_place(STDIN_FILENO, STDOUT_FILENO);
  streams.of_command.in_pty = streams.typed;
  streams.own_input = !streams.typed;
  return streams;
}

// As the log of the run tells it.
std::string terminal_of(const Streams& streams) {
  const bool out = streams.of_command.out_pty >= 0;
  const bool err = streams.of_command.err_pty >= 0 || (out && streams.of_command.joined);
  return out && err ? "both" : out ? "stdout" : err ? "stderr" : "";
}

std::vector<std::string> environment_for(const RunOptions& options) {
  std::vector<std::string> environment = own_environment();
  const auto is_ci = [](const std::string& entry) { return entry.starts_with("CI="); };
  if (!options.keep_env && std::none_of(environment.begin(), environment.end(), is_ci))
    environment.emplace_back("CI=true");
  return environment;
}

// A person who sits before it ends it with Ctrl-C; the default is for those who don't.
std::optional<std::chrono::milliseconds> time_limit(const Config& config, const Overrides& overrides,
                                                    bool typed) {
  if (overrides.timeout) return overrides.timeout;
  if (typed && !config.origins.contains("limits.timeout")) return std::nullopt;
  return config.limits.timeout;
}

// The verdict's, or for a command without tests its own, as a shell tells it.
int own_or_verdict_code(const command::Outcome& outcome, const std::string& program) {
  const Termination& end = outcome.run.termination;
  if (!outcome.answer.error) return 0;
  if (!outcome.has_tests()) {
    if (end.kind == Kind::exited) return end.code;
    if (end.kind == Kind::signalled) return kSignalled + end.code;
    std::error_code error;
    const bool is_there = program.find('/') != std::string::npos && fs::exists(program, error);
    if (outcome.answer.error->code == ErrorCode::tool_not_found) return is_there ? kNotStarted : kNotFound;
    if (end.kind == Kind::not_started && !end.no_means && !end.no_sandbox) return kNotStarted;
  }
  return info(outcome.answer.error->code).exit_code;
}

// False if it can't be written: who reads the file then would take an older answer for this one.
bool write_envelope(const RunOptions& options, const command::Job& job, const command::Around& around,
                    const command::Outcome& outcome, PassThrough& out) {
  json::object data = command::describe(job, around, outcome);
  json::object envelope{{"ok", !outcome.answer.error}, {"data", std::move(data)}};
  if (outcome.answer.error) envelope["error"] = output::to_json(*outcome.answer.error);
  command::mask_strings(envelope, [&around](std::string_view text) { return around.mask.mask(text); });
  const auto written = write_file(options.json, to_json_line(envelope) + '\n', 0644);
  if (!written) out.write_last_line("proctor: --json: " + written.error().message);
  return written.has_value();
}

std::string news_of(const command::Outcome& outcome) {
  const auto& since = outcome.report.since_last;
  return since && !since->new_failures.empty() ? fmt::format("{} new", since->new_failures.size()) : "";
}

// Only a tool that told of its tests has names for them that `proctor test` knows.
std::string rerun_of(const command::Outcome& outcome) {
  const auto& report = outcome.answer.report;
  if (!report || report->framework.name.empty() || outcome.evidence.format != "proctor-events") return {};
  return rerun_command(*report, {}, {"proctor", "test", "--framework", report->framework.name}, {});
}

// Ctrl-C or Ctrl-\ was typed, and the command ended by that, in its own way.
void tell_interrupted(command::Outcome& outcome) {
  if (!outcome.answer.error || !outcome.has_tests()) return;
  outcome.answer.error->code = ErrorCode::test_cancelled;
  outcome.answer.error->message = "Ctrl-C was typed. " + outcome.answer.error->message;
  if (outcome.answer.report) outcome.answer.report->verdict = Verdict::error;
}

// False if a report couldn't be written. What [report] says is for commands with tests; who asks gets a
// report of any, and of a command without tests it says that there are none.
bool outcome_reported(const command::Outcome& outcome, Reports& reports, const Config::History& history,
                      int code) {
  if (reports.by_config() && !outcome.has_tests()) return true;
  Answer answer = outcome.answer;
  if (!answer.report) answer.report = outcome.report;
  if (!answer.error) answer.report->verdict = Verdict::pass;
  if (!answer.error && !outcome.has_tests())
    answer.error = Error{ErrorCode::test_none_ran, "The command did well, and nothing shows a test in it."};
  return reports.write(answer, {.history = &history, .exit_code = code});
}

int run_judged(const RunOptions& options) {
  const auto refuse = [](const Error& error) { return refuse_run(error); };
  if (auto good = check(options); !good) return refuse(good.error());
  const StopOnSignals signals;  // before any other thread
  if (!options.directory.empty()) {
    std::error_code error;
    fs::current_path(options.directory, error);
    if (error)
      return refuse(
          {ErrorCode::invalid_request, fmt::format("-C {}: {}", options.directory, error.message())});
  }
  const auto overrides = overrides_from(options.isolation);
  if (!overrides) return refuse(overrides.error());
  const auto config = load_config(".", options.common.config, *overrides);
  if (!config) return refuse(config.error());
  auto reports = Reports::settle(options.reports, config->report.directory, config->report.formats,
                                 Reports::Stdout::for_a_command);
  if (!reports) return refuse(reports.error());
  auto streams = make_streams();
  if (!streams) return refuse(streams.error());

  // What ends the run: a signal, or the terminal is gone.
  std::stop_source stop;
  const std::stop_callback by_signal(signals.token(), [&stop] { stop.request_stop(); });
  const std::vector<std::string> inherited = own_environment();
  const auto& rules = config->tools.environment;
  const policy::SecretMask mask(
      policy::clean_environment(inherited, {rules.denylist, rules.allow, rules.set}).secrets);
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  std::error_code failed;
  command::Job job{.argv = options.argv,
                   .text = options.has_line ? options.line : shell_join(options.argv),
                   .environment = environment_for(options),
                   .workdir = fs::current_path(failed),
                   .timeout = time_limit(*config, *overrides, streams->typed)};
  auto containment =
      contain(*config, Origin::project, job.workdir, [&supervisor] { return supervisor.sandbox_obstacle(); });
  if (!containment) return refuse(containment.error());
  job.containment = std::move(*containment);
  remove_stale_private_directories();
  const auto directory = PrivateDirectory::make();
  if (options.has_line) {
    const char* shell = std::getenv("SHELL");
    const command::Shell chosen = command::users_shell(shell != nullptr ? shell : "");
    const auto argument =
        directory ? command::as_argument(options.line, directory->path()) : Result<std::string>(options.line);
    if (!argument) return refuse(argument.error());
    job.argv = command::shell_command(chosen, *argument);
    job.dialect =
        chosen.program == "/bin/sh" ? shell::Dialect::sh : shell::Dialect::bash;  // zsh is like bash here
  }

  // Its own words and what it may print (`pip list`) stay as they are where no tests are run.
  std::optional<command::Listening> listening;
  const auto definitions = framework::load_definitions(config->frameworks.path);
  const std::vector<framework::Definition> known = definitions.value_or(std::vector<framework::Definition>());
  const bool has_runner = shell::read_exit_code_use(job.text, job.dialect).has_runner;
  const auto slot = command::take_slot(job, *config, stop.get_token(), [](const std::string& who_runs) {
    print_note(fmt::format("proctor: {} {}", kWaitingForASlot, who_runs));
  });
  if (!slot) return refuse(slot.error());
  if (has_runner || !reports->by_config()) {
    reports->begin({.command = job.text, .mask = [&mask](std::string_view text) { return mask.mask(text); }});
  }
  if (directory && has_runner) listening.emplace(known, directory->path(), job.workdir);

  Log log = new_log(*config);
  const auto shown = [&mask](std::string_view text) { return policy::mask_shapes(mask.mask(text)); };
  LogNote note{.command = shown(job.text),
               .workdir = shown(job.workdir.string()),
               .result = {},
               .terminal = terminal_of(*streams)};
  RunningLog running(log, note);
  PassThrough out;
  command::Outcome outcome;
  bool told = true;
  {
    TerminalRelay relay(streams->shown, streams->typed, [&stop] { stop.request_stop(); });
    std::array<policy::StreamMask, 2> log_masks{policy::StreamMask(mask), policy::StreamMask(mask)};
    command::Around around{.config = *config,
                           .supervisor = supervisor,
                           .mask = mask,
                           .log = log,
                           .directory = directory ? directory->path() : fs::path()};
    around.stop = stop.get_token();
    around.tag = log.id;
    around.on_bytes = [&](Stream stream, std::string_view bytes) {
      relay.before_output();
      out.write(stream, bytes);
    };
    around.on_late = [&out] { out.late(); };
    if (listening) around.reports = [&listening] { return listening->evidence(); };
    around.adjust = [&](supervise::Command& started, supervise::RunOptions& run) {
      if (listening) listening->apply(started, run);
      run.streams = streams->of_command;
      if (streams->own_input) run.terminal = supervise::RunOptions::Terminal::input;
      if (!streams->shown.empty()) run.stood_still = [&relay] { return relay.stood_still(); };
      run.wanted = [&out](Stream stream) { return out.wanted(stream); };
      if (mask.empty()) return;
      run.log_text = [&log_masks](Stream stream, std::string_view bytes) {
        std::string text;
        const auto add = [&text](std::string_view masked) { text += masked; };
        policy::StreamMask& masked = log_masks.at(stream == Stream::out ? 0 : 1);
        bytes.empty() ? masked.flush(add) : masked.feed(bytes, add);
        return text;
      };
    };
    command::Memory memory(around, job, known, "run");
    outcome = command::run(job, around);
    if (relay.interrupted()) tell_interrupted(outcome);
    memory.finish(outcome, mask);
    if (!options.json.empty()) told = write_envelope(options, job, around, outcome, out);
  }
  note.result = outcome.answer.error ? std::string(info(outcome.answer.error->code).name) : "ok";
  running.end(note);
  if (out.error() != 0)
    out.write_last_line("proctor: " + system_message("not all of the output was written", out.error()));
  const int code = own_or_verdict_code(outcome, job.argv.front());
  if (!outcome_reported(outcome, *reports, config->history, code)) told = false;
  if (!options.quiet) {
    out.write_last_line("proctor: " +
                        output::verdict_line({.termination = outcome.run.termination,
                                              .answer = outcome.answer,
                                              .evidence = outcome.evidence,
                                              .has_tests = outcome.has_tests(),
                                              .shows_tests = outcome.shows_tests(),
                                              .news = news_of(outcome),
                                              .run = outcome.run.log_written ? history::tail_of(log.id) : "",
                                              .rerun = rerun_of(outcome),
                                              .ended = outcome.run.left_behind.size()}));
  }
  history::catch_up(config->history);
  if (code == 0 && !told) return info(ErrorCode::invalid_request).exit_code;
  return code == 0 && out.error() != 0 ? internal_exit_code() : code;
}

}  // namespace

void take_command(std::vector<std::string>& words, RunOptions& options) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  if (dashes != words.end()) {
    options.argv.assign(std::next(dashes), words.end());
    words.erase(dashes, words.end());
  }
  const auto line = std::find(words.begin(), words.end(), "-c");
  if (line == words.end() || std::next(line) == words.end()) return;
  options.line = *std::next(line);
  options.has_line = true;
  words.erase(line, line + 2);
}

int refuse_run(const Error& error) {
  print_note("proctor: " + for_terminal(error.message));
  return info(error.code).exit_code;
}

void add_run(CLI::App& app, const std::shared_ptr<RunOptions>& options, std::function<int()>& run) {
  CLI::App* command = app.add_subcommand("run", "Run a command as it is, and judge the tests in it");
  command->add_flag("--shell", options->shell,
                    "Run a line by the shell that $SHELL names, bash or zsh; else by bash");
  command->add_option("-c", options->line, "The line for the shell")->type_name("LINE");
  command->add_option("-C,--directory", options->directory, "Run it there")->type_name("DIR");
  command->add_flag("--keep-env", options->keep_env, "Don't set CI=true");
  command->add_flag("-q,--quiet", options->quiet, "Leave out the last line, the verdict");
  command->add_option("--json", options->json, "Write the answer as JSON to a file")->type_name("FILE");
  command->add_option("--config", options->common.config, "Read this proctor.toml alone")->type_name("FILE");
  command->add_option("--timeout", options->isolation.timeout, "Time limit, such as 300s or 5m")
      ->type_name("TIME");
  add_isolation_options(*command, options->isolation);
  add_report_options(*command, options->reports);
  command->footer(
      "The output passes through unchanged. The exit code is the verdict's where tests ran, else the "
      "command's own.\n"
      "  proctor run [OPTIONS] -- CMD ARG...         executed as it is\n"
      "  proctor run [OPTIONS] --shell -c 'LINE'     a line for the shell\n"
      "Examples:\n"
      "  proctor run -- npm test\n"
      "  proctor run --shell -c 'cd api && pytest -q | tail -5'");
  command->callback([options, &run] { run = [options] { return run_judged(*options); }; });
}

}  // namespace proctor::cli
