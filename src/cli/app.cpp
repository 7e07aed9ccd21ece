#include "cli/app.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <sstream>
#include <string_view>

#include "base/exception.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "cli/approvals_command.hpp"
#include "cli/completions.hpp"
#include "cli/config_command.hpp"
#include "cli/doctor.hpp"
#include "cli/exercism_command.hpp"
#include "cli/exercism_options.hpp"
#include "cli/frameworks_command.hpp"
#include "cli/gate_command.hpp"
#include "cli/golden_command.hpp"
#include "cli/hook_command.hpp"
#include "cli/init_command.hpp"
#include "cli/isolation_options.hpp"
#include "cli/loop_options.hpp"
#include "cli/manual.hpp"
#include "cli/mcp_command.hpp"
#include "cli/merge_command.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"
#include "cli/read_command.hpp"
#include "cli/report_options.hpp"
#include "cli/run_command.hpp"
#include "cli/runs_command.hpp"
#include "cli/shard_options.hpp"
#include "cli/show_command.hpp"
#include "cli/signals.hpp"
#include "cli/test_command.hpp"
#include "cli/tool_commands.hpp"
#include "cli/trust_command.hpp"
#include "cli/version.hpp"
#include "framework/find_project.hpp"
#include "run/read.hpp"

namespace proctor::cli {
namespace {

constexpr const char* kAbout =
    "Supervises a test run and gives one honest, structured verdict.\n"
    "Exit codes: 0 pass, 1 tests failed, 2 bad request or usage, 3 the tests could not be run properly,\n"
    "4 a limit struck, 130 cancelled.";

void add_common(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json, "The answer as JSON on stdout");
  command.add_option("--color", options.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

CLI::App* add_test(CLI::App& app, TestOptions& test, CommonOptions& common) {
  CLI::App* command = app.add_subcommand("test", "Run a project's tests and judge the result");
  command
      ->add_option("what", test.words,
                   "A project, a directory, files, FILE::TEST or FILE:LINE; the project that the current "
                   "directory lies in if not given")
      ->type_name("PATH");
  command->add_option("--request", test.request, "A TestRequest as JSON: a file, or - for standard input")
      ->type_name("FILE");
  command->add_option("--match-path", test.match_path, "Only test files that match a glob")
      ->type_name("GLOB");
  command
      ->add_option("--match-contract", test.match_contract,
                   "Only suites (contracts) that match a regular expression")
      ->type_name("REGEX");
  command
      ->add_option("--filter", test.filter,
                   "Only tests with a name that matches a regular expression, or that is printed so")
      ->type_name("REGEX");
  command->add_option("--evm-version", test.evm_version, "The EVM version to compile for and to run")
      ->type_name("NAME");
  command
      ->add_option("--framework", test.framework,
                   "The test framework, if it isn't to be recognised; of several, only this one's tests")
      ->type_name("NAME");
  command
      ->add_option("--project", test.projects,
                   "Only this part of the project: a directory below it; may be given several times")
      ->type_name("PATH")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--frameworks", test.frameworks, "A directory with further frameworks' folders")
      ->type_name("DIR")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--timeout", test.timeout, "Time limit, such as 300s or 5m")->type_name("TIME");
  command->add_option("-j,--jobs", test.jobs, "So many tests at once, where the tool can")->type_name("N");
  command->add_flag("--debug", test.debug,
                    "Give the tests this terminal and its input (for a debugger), and no time limit");
  command->add_flag("--coverage", test.coverage, "Measure coverage, too (pytest, go, jest, forge)");
  command->add_flag("--gas-report", test.gas_report, "Report gas by contract and function, too");
  command->add_option("--fuzz-runs", test.fuzz_runs, "Inputs for each fuzz test")->type_name("N");
  command->add_option("--fuzz-seed", test.fuzz_seed, "Seed of the fuzz inputs, decimal or 0x…")
      ->type_name("SEED");
  command->add_flag("--fail-fast", test.fail_fast, "Stop at the first failure");
  command->add_flag("--rerun-failed", test.rerun_failed,
                    "Only what failed last, what didn't run, and tests that nobody has seen yet");
  command
      ->add_option("--only", test.only,
                   "Only this test, or this suite, by its whole name as it is printed; may be given several "
                   "times")
      ->type_name("NAME")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_shard_options(*command, test.shard);
  add_loop_options(*command, test.loops);
  add_isolation_options(*command, test.isolation);
  command->add_flag("-v,--verbose", test.verbosity,
                    "All tests and details; up to -vvvvv, which is passed on to forge");
  command->add_flag("-q,--quiet", test.quiet, "No progress on stderr");
  command->add_option("--config", common.config, "Read this proctor.toml alone")->type_name("FILE");
  add_report_options(*command, test.reports);
  add_common(*command, common);
  const std::pair<const char*, std::vector<const char*>> groups[] = {
      {"Which tests",
       {"--filter", "--only", "--rerun-failed", "--match-path", "--match-contract", "--framework",
        "--project", "--frameworks", "--request", "--shard", "--by", "--timings"}},
      {"How they run", {"--jobs", "--fail-fast", "--timeout", "--debug", "--coverage", "--config"}},
      {"With forge", {"--gas-report", "--fuzz-runs", "--fuzz-seed", "--evm-version"}},
      {"The answer", {"--verbose", "--quiet", "--report", "--json", "--color"}}};
  for (const auto& [title, names] : groups) {
    for (const char* name : names) command->get_option(name)->group(title);
  }
  command->footer(
      "Examples:\n"
      "  proctor test                                   the project that you stand in\n"
      "  proctor test tests/test_stock.py               a file; a directory and several of them as well\n"
      "  proctor test tests/test_stock.py::test_empty   a test; FILE:LINE as well\n"
      "  proctor test --filter stock -j 4               by name, four at once\n"
      "  proctor test --rerun-failed                    what failed last");
  return command;
}

CLI::App* add_read(CLI::App& app, ReadOptions& read, CommonOptions& common) {
  CLI::App* command = app.add_subcommand("read", "Judge results that were recorded elsewhere");
  command->add_option("files", read.files, "Reports that test tools wrote, as one; - for standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--format", read.format,
                   "Of the files: " + recorded_formats() + "; found out from what they hold unless said")
      ->type_name("FORMAT");
  command
      ->add_option("--exit-code", read.exit_code, "Of the test process; negative: the signal that ended it")
      ->type_name("N");
  command->add_option("--stderr", read.stderr_file, "What it printed on stderr")->type_name("FILE");
  add_report_options(*command, read.reports);
  add_common(*command, common);
  return command;
}

bool asks_for_json(int argc, const char* const* argv) {
  return std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word == "--json"; });
}

// A call that can't be understood. Of what a site calls stdout isn't looked at: there stderr says why.
int refuse_call(int argc, const char* const* argv, const Error& error) {
  if (argc > 1 && std::string_view(argv[1]) == "run") return refuse_run(error);
  if (is_hook_call(argc, argv)) return 0;
  CommonOptions options;
  options.json = asks_for_json(argc, argv);
  for (const char* command : {"exercism", "golden", "show"}) {
    if (!options.json && argc > 1 && std::string_view(argv[1]) == command)
      return refuse_exercism(command, error);
  }
  const int code = print_answer({.error = error}, options);
  return argc > 1 && std::string_view(argv[1]) == "gate" ? kGateTrouble : code;
}

// The first option or argument whose value is empty. That comes from a variable that isn't set in the
// caller's script (`--memory "$LIMIT"`), and would quietly take the limit, the level or the filter away.
std::string empty_value(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options()) {
      const auto& values = option->results();
      if (std::find(values.begin(), values.end(), "") != values.end()) return option->get_name();
    }
  }
  return {};
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " or ") + name;
  return text;
}

// A first word that is no command: a person has mistyped one, or left out `test`.
Result<void> check_command(const CLI::App& app, const std::string& word) {
  if (word.empty()) return {};
  if (word.starts_with('-')) {
    if (app.get_option_no_throw(word.substr(0, word.find('='))) != nullptr) return {};
    return fail(
        ErrorCode::invalid_request,
        fmt::format("proctor itself has no option {}. Options stand behind their command: proctor test "
                    "{}; proctor help lists the commands",
                    word, shell_quote(word)));
  }
  std::vector<std::string> names{"help"};
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), word) != names.end()) return {};
  const std::vector<std::string> meant = nearest(word, names);
  std::error_code error;
  std::string advice = "proctor help lists the commands";
  if (std::filesystem::exists(word.substr(0, word.find("::")), error))
    advice = "to test it: proctor test " + shell_quote(word);
  else if (!meant.empty())
    advice = fmt::format("did you mean {}?", quoted_list(meant));
  return fail(ErrorCode::invalid_request, fmt::format("There is no command {}: {}", word, advice));
}

// What stands behind the message of CLI11 where an option isn't known.
std::string meant_option(const CLI::ParseError& error, const CLI::App& command) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return {};
  const std::string text = error.what();
  const std::size_t at = text.find("--");
  if (at == std::string::npos) return {};
  const std::string written = text.substr(at, text.find_first_of(" =,", at) - at);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::vector<std::string> meant = nearest(written, names);
  return meant.empty() ? "" : fmt::format("; did you mean {}?", quoted_list(meant));
}

// The commands in the help, by whom they are for.
void group(CLI::App& app) {
  const std::pair<const char*, std::vector<const char*>> groups[] = {
      {"For people and CI",
       {"test", "run", "read", "merge", "runs", "log", "gate", "doctor", "config", "frameworks", "warm",
        "completions", "manual"}},
      {"For agents", {"tools", "call", "approvals", "trust", "mcp", "init", "hook", "rewrite"}},
      {"For learning sites", {"exercism", "golden", "show"}}};
  for (const auto& [title, names] : groups) {
    for (const char* name : names) app.get_subcommand(name)->group(title);
  }
  app.footer("proctor help COMMAND tells the options of one, as proctor COMMAND --help does.");
}

constexpr const char* kShortHelp =
    "proctor runs tests under supervision and gives one honest verdict.\n\n"
    "  proctor test                    the tests of the project here\n"
    "  proctor test FILE               of a file or a directory; FILE::TEST and FILE:LINE for one test\n"
    "  proctor test --rerun-failed     what failed last\n"
    "  proctor run -- npm test         any command, as it is, and a verdict on its tests\n"
    "  proctor read REPORT             judge a report that a test tool wrote\n"
    "  proctor doctor                  what is there, what is missing and how to get it\n"
    "  proctor help [COMMAND]          all commands, and the options of one\n";

// `proctor` alone tests the project that a person stands in. Anywhere else, and in a script, it says what it
// is: to test nothing is no success.
int run_alone(const CommonOptions& common) {
  std::error_code error;
  const auto here = std::filesystem::current_path(error);
  if (isatty(STDOUT_FILENO) == 1 && framework::project_around(framework::definitions(), here))
    return run_test({}, common);
  return print_text(kShortHelp) ? info(ErrorCode::invalid_request).exit_code
                                : info(ErrorCode::internal_error).exit_code;
}

int run_manual(const CLI::App& app, const std::string& page, int argc, const char* const* argv) {
  if (auto known = check_command(app, page); !known) return refuse_call(argc, argv, known.error());
  return print_text(manual_page(app, page, version_text(), version_date()))
             ? 0
             : info(ErrorCode::internal_error).exit_code;
}

int run_command(int argc, const char* const* argv) {
  CommonOptions common;
  TestOptions test;
  ReadOptions read;
  ApprovalsOptions approvals;
  TrustOptions trust;
  McpOptions mcp;
  std::function<int()> run;
  const auto run_options = std::make_shared<RunOptions>();
  std::string shell;
  std::string page;

  CLI::App app(kAbout, "proctor");
  app.set_version_flag("-V,--version", std::string("proctor ") + version_text());
  app.require_subcommand(1);
  // As people know it from other tools: what stands twice counts as it stands last.
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  CLI::App* test_command = nullptr;
  CLI::App* read_command = nullptr;
  CLI::App* doctor_command = nullptr;
  CLI::App* approvals_command = nullptr;
  CLI::App* trust_command = nullptr;
  CLI::App* mcp_command = nullptr;
  CLI::App* completions_command = nullptr;
  CLI::App* manual_command = nullptr;
  const auto parsed = [](const CLI::App* command) { return command != nullptr && command->parsed(); };
  // A student waits for that one, and to know all others takes longer than its own copying and reading.
  if (argc >= 2 && argv[1] == std::string_view("exercism")) {
    add_exercism(app, run);
  } else if (is_hook_call(argc, argv)) {  // an agent waits for it before each command
    add_hook(app, run);
  } else {
    test_command = add_test(app, test, common);
    add_run(app, run_options, run);
    read_command = add_read(app, read, common);
    add_merge(app, run);
    doctor_command =
        app.add_subcommand("doctor", "What was found on this machine, what is missing and how to get it");
    doctor_command->add_option("--config", common.config, "Read this proctor.toml alone")->type_name("FILE");
    add_common(*doctor_command, common);
    approvals_command = add_approvals(app, approvals);
    add_common(*approvals_command, common);
    trust_command = add_trust(app, trust);
    add_common(*trust_command, common);
    add_config(app, run);
    add_hook(app, run);
    add_rewrite(app, run);
    add_init(app, run);
    add_tool_commands(app, run);
    add_runs(app, run);
    add_frameworks(app, run);
    add_gate(app, run);
    add_golden(app, run);
    add_show(app, run);
    add_exercism(app, run);
    mcp_command = app.add_subcommand("mcp", "Serve the tools to an MCP client over stdin and stdout");
    mcp_command->add_option("--root", mcp.root, "The project; the current directory if not given")
        ->type_name("DIR");
    mcp_command->add_option("--config", mcp.config, "Read this proctor.toml alone")->type_name("FILE");
    add_isolation_options(*mcp_command, mcp.isolation);
    completions_command = app.add_subcommand("completions", "A completion script for a shell");
    completions_command->add_option("shell", shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    manual_command = app.add_subcommand("manual", "A man page as roff text");
    manual_command->add_option("command", page, "The command whose page it is; proctor's own if not given");
    group(app);
  }

  if (argc == 1) return run_alone(common);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.front() == "help") {  // as `proctor COMMAND --help`
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (auto known = check_command(app, words.front()); !known) return refuse_call(argc, argv, known.error());
  if (words.front() == "run") take_command(words, *run_options);
  std::reverse(words.begin(), words.end());  // as CLI11 wants them
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success& wanted) {  // --help, --version
    std::ostringstream text;
    app.exit(wanted, text, text);
    return print_text(text.str()) ? 0 : info(ErrorCode::internal_error).exit_code;
  } catch (const CLI::ParseError& error) {
    const auto used = app.get_subcommands();
    const std::string help = used.empty() ? "proctor help" : "proctor help " + used.front()->get_name();
    return refuse_call(argc, argv,
                       Error{ErrorCode::invalid_request,
                             fmt::format("{}{} (see {})", error.what(),
                                         meant_option(error, used.empty() ? app : *used.front()), help)});
  }
  if (const std::string name = empty_value(app);
      !name.empty() && name != "--args") {  // which says more itself
    return refuse_call(argc, argv,
                       Error{ErrorCode::invalid_request,
                             fmt::format("{} is empty: give it a value, or leave it out", name),
                             {{"field", name}}});
  }
  if (parsed(test_command)) return run_test(test, common);
  if (parsed(read_command)) return run_read(read, common);
  if (parsed(doctor_command)) return run_doctor(common);
  if (parsed(approvals_command)) return run_approvals(approvals, common);
  if (parsed(trust_command)) return run_trust(trust, common);
  if (parsed(mcp_command)) return run_mcp(mcp);
  if (run) return run();
  if (parsed(manual_command)) return run_manual(app, page, argc, argv);
  if (parsed(completions_command)) return print_text(completion_script(app, shell)) ? 0 : 3;
  return 2;
}

// A program may be started with its standard descriptors closed. What it opens next would get their numbers,
// and the answer would be written into a journal. Now writing the answer fails, which is an error.
void occupy_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) >= 0) continue;
    (void)!open("/dev/null",
                fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);  // gets the lowest number that is free
  }
}

}  // namespace

int main(int argc, const char* const* argv) {
  occupy_standard_descriptors();
  // A reader of our output that goes away is an error to report, not a reason to die in the middle of a run.
  // So is a file that may not grow any more (`ulimit -f`): the write then fails.
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  try {
    return run_command(argc, argv);
  } catch (const std::exception& error) {
    if (is_hook_call(argc, argv)) return 0;
    CommonOptions options;
    options.json = argc > 0 && asks_for_json(argc, argv);
    return print_answer({.error = error_of(error)}, options);
  }
}

}  // namespace proctor::cli
