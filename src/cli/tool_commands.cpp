#include "cli/tool_commands.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <ctime>
#include <functional>
#include <memory>
#include <string>

#include "base/environment.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "cli/call_progress.hpp"
#include "cli/isolation_options.hpp"
#include "cli/options.hpp"
#include "cli/pass_through.hpp"
#include "cli/print.hpp"
#include "cli/signals.hpp"
#include "config/config.hpp"
#include "output/brief.hpp"
#include "output/envelope.hpp"
#include "policy/environment.hpp"
#include "request/request.hpp"
#include "run/logs.hpp"
#include "tool/host.hpp"
#include "tool/log_page.hpp"
#include "tool/registry.hpp"
#include "workspace/private_directory.hpp"

namespace proctor::cli {
namespace {

using policy::Reply;
using tool::Caller;

struct CallOptions {
  CommonOptions common{};
  std::string tool{};
  std::optional<std::string> arguments{};
  std::string root{};
  IsolationOptions isolation{};
  bool yes = false;
  bool quiet = false;
  bool events = false;
};

struct LogOptions {
  CommonOptions common{};
  std::optional<std::string> run{};
  std::optional<std::int64_t> offset{};
  std::optional<std::uint64_t> limit{};
  std::optional<std::uint64_t> tail{};
  std::optional<std::string> grep{};
};

// A little more than any tool takes, so that the tool itself says what is too much.
Result<std::string> read_arguments(const std::string& given) {
  constexpr std::size_t kMost = 1U << 28U;
  if (given != "-") return given;
  std::string text;
  std::string buffer(64U << 10U, '\0');
  while (text.size() < kMost) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail_system("--args -", errno, ErrorCode::invalid_request);
    if (got == 0) break;
    text.append(buffer, 0, static_cast<std::size_t>(got));
  }
  return text;
}

// Nothing where something was announced is what a broken pipe or an empty variable leaves: it calls nothing.
Result<std::string> arguments_of(const CallOptions& options) {
  if (!options.arguments) return std::string();
  auto text = read_arguments(*options.arguments);
  if (text && trim(*text).empty()) {
    return fail(ErrorCode::invalid_request,
                "--args: the arguments are empty, which is not valid JSON. Write {} for none.",
                {{"field", "--args"}});
  }
  return text;
}

int print_json_or(const json::object& envelope, const std::string& text, bool as_json, int exit_code) {
  const std::string shown = as_json ? to_json_line(envelope) + '\n' : text;
  return print_text(shown) ? exit_code : info(ErrorCode::internal_error).exit_code;
}

// CLI11's own check for it tells the range of a double, in hundreds of digits.
CLI::Validator at_least_one() {
  return {[](const std::string& text) {
            const bool number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
            const bool nothing = text.find_first_not_of('0') == std::string::npos;
            return number && !nothing ? std::string() : "must be a number of at least 1, not " + text;
          },
          "", "at least one"};
}

int run_tools(const CommonOptions& common) {
  json::array tools;
  std::string text;
  for (const tool::ToolInfo& each : tool::registry()) {
    json::object entry{{"name", each.name},
                       {"title", each.title},
                       {"description", each.description},
                       {"risk", policy::word(each.risk)},
                       {"annotations",
                        {{"readOnlyHint", each.annotations.read_only},
                         {"destructiveHint", each.annotations.destructive},
                         {"idempotentHint", each.annotations.idempotent},
                         {"openWorldHint", each.annotations.open_world}}},
                       {"inputSchema", each.input_schema},
                       {"outputSchema", each.output_schema}};
    if (!each.alias.empty()) entry["alias"] = each.alias;
    tools.push_back(std::move(entry));
    text += fmt::format("{}{}  (risk: {})\n  {}\n", each.name, each.alias.empty() ? "" : ", " + each.alias,
                        policy::word(each.risk), each.description);
    std::string arguments;
    if (const auto* properties = each.input_schema.if_contains("properties")) {
      for (const auto& property : properties->get_object())
        arguments += (arguments.empty() ? "" : ", ") + std::string(property.key());
    }
    text += fmt::format("  arguments: {}\n", arguments);
  }
  return print_json_or({{"ok", true}, {"data", {{"tools", std::move(tools)}}}}, text, common.json, 0);
}

int run_call(const CallOptions& options) {
  const StopOnSignals signals;  // before any other thread
  const auto arguments = arguments_of(options);
  if (!arguments) return print_answer({.error = arguments.error()}, options.common);
  const auto overrides = overrides_from(options.isolation);
  if (!overrides) return print_answer({.error = overrides.error()}, options.common);
  supervise::Supervisor supervisor({.private_directories = private_directories_mark()});
  const std::string root = options.root.empty() ? "." : options.root;
  const auto host = tool::make_host(
      {.project_root = root, .config = options.common.config, .overrides = *overrides}, supervisor);
  CallProgress progress(signals.token(), options.events);
  for (const std::string& sentence : host->interrupted()) progress.note(sentence);
  // A configuration that can't be read is the answer to the call.
  if (const auto config = load_config(root, options.common.config)) {
    const std::chrono::milliseconds longest = config->tools.test.max_timeout;
    if (overrides->timeout > longest) {
      auto refused = invalid_field(
          "--timeout", fmt::format("must be at most {}ms ([tools.test] max_timeout_ms)", longest.count()));
      return print_answer({.error = std::move(refused.value())}, options.common);
    }
    for (const std::string& warning : config->warnings) progress.note(warning);
  }
  Caller caller;
  caller.door = "cli";
  caller.stop = signals.token();
  if (!options.quiet || options.events) {
    caller.on_event = std::ref(progress);
    caller.untold = [&progress] { return progress.untold(); };
  }
  const bool terminal = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
  if (options.yes) {
    caller.ask = [](const policy::Question&) { return Reply::yes; };
  } else if (terminal) {
    caller.ask = [&signals](const policy::Question& question) {
      return ask_at_terminal(question, STDIN_FILENO, STDERR_FILENO, signals.token());
    };
  }
  const tool::CallResult result = host->call(options.tool, *arguments, caller);
  std::string text = result.text.ends_with('\n') ? result.text : result.text + '\n';
  if (caller.on_event && !options.events && is_one_place(STDOUT_FILENO, STDERR_FILENO))
    text = output::without_output(text);  // it stands above, as it came
  return print_json_or(result.envelope, text, options.common.json, result.exit_code);
}

// "5 min", "3 h", "12 d": since the time that a run's id begins with.
std::string age_of(const std::string& run) {
  std::tm begun{};
  if (strptime(run.c_str(), "%Y%m%d-%H%M%S", &begun) == nullptr) return "";
  const auto seconds = std::max<std::int64_t>(0, std::time(nullptr) - timegm(&begun));
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3'600) return fmt::format("{} min", seconds / 60);
  if (seconds < std::int64_t{48} * 3'600) return fmt::format("{} h", seconds / 3'600);
  return fmt::format("{} d", seconds / (std::int64_t{24} * 3'600));
}

// The verdict of a run by what its note says; "" if it has none yet, or never will.
std::string verdict_of(const std::string& result) {
  if (result == "ok") return word(Verdict::pass);
  if (result == info(ErrorCode::test_assertion_failed).name) return word(Verdict::fail);
  const bool none = result.empty() || result == "running" || result == "interrupted";
  return none ? "" : word(Verdict::error);
}

int list_logs(const CommonOptions& common, const policy::SecretMask& mask) {
  json::array runs;
  std::string text;
  for (const KeptLog& log : kept_logs()) {
    const std::string command = mask.mask(log.note.command);
    json::object entry{{"run", log.id}, {"bytes", log.bytes}};
    if (!log.path.empty()) entry["log"] = log.path.string();
    if (!command.empty()) entry["command"] = command;
    if (!log.note.workdir.empty()) entry["workdir"] = mask.mask(log.note.workdir);
    if (!log.note.result.empty()) entry["result"] = log.note.result;
    if (!log.note.terminal.empty()) entry["terminal"] = log.note.terminal;
    const std::string verdict = verdict_of(log.note.result);
    if (!verdict.empty()) entry["verdict"] = verdict;
    runs.push_back(std::move(entry));
    std::string result = verdict.empty() ? log.note.result : verdict;
    if (verdict == word(Verdict::error)) result += " " + log.note.result;
    const auto row = [](std::string shown, std::size_t most) {
      shown = for_terminal(shown);
      std::replace(shown.begin(), shown.end(), '\n', ' ');
      return shown.substr(0, utf8_prefix(shown, most));
    };
    const std::string terminal = log.note.terminal == "both" ? "  (terminal)"
                                 : log.note.terminal.empty()
                                     ? ""
                                     : fmt::format("  (terminal: {})", log.note.terminal);
    text += fmt::format("{}  {:>7}  {:<12}  {}  {}{}\n", log.id, age_of(log.id), result,
                        row(mask.mask(log.note.workdir), 200), row(command, 60), for_terminal(terminal));
  }
  if (text.empty()) text = "No log is kept.\n";
  return print_json_or({{"ok", true}, {"data", {{"runs", std::move(runs)}}}}, text, common.json, 0);
}

int run_log(const LogOptions& options) {
  const auto config = load_config(".", options.common.config);
  if (!config) return print_answer({.error = config.error()}, options.common);
  const auto& rules = config->tools.environment;
  const policy::SecretMask mask(
      policy::clean_environment(own_environment(), {rules.denylist, rules.allow, rules.set}).secrets);
  if (options.run && options.run->empty()) {
    return print_answer({.error = Error{ErrorCode::invalid_request,
                                        "the run's id is empty: name the run, as in proctor log RUN "
                                        "(proctor log lists the runs)",
                                        {{"field", "run"}}}},
                        options.common);
  }
  if (!options.run) {
    if (options.offset || options.limit || options.tail || options.grep) {
      return print_answer(
          {.error = Error{ErrorCode::invalid_request,
                          "--offset, --limit, --grep and --tail read the output of one run: name "
                          "it, as in proctor log RUN (proctor log lists the runs)",
                          {{"field", "run"}}}},
          options.common);
    }
    return list_logs(options.common, mask);
  }

  tool::LogQuestion question{
      .offset = options.offset.value_or(0), .grep = options.grep, .last_lines = options.tail};
  question.limit = options.limit.value_or(options.common.json ? 16'384 : UINT64_MAX);
  // For a person all of it, page by page; where a limit is given, a page.
  while (true) {
    const auto page = read_page(*options.run, question, mask);
    if (!page) return print_answer({.error = page.error()}, options.common);
    if (options.common.json) {
      json::object data{{"run", *options.run},
                        {"text", page->text},
                        {"offset", page->offset},
                        {"next_offset", page->next_offset},
                        {"total_bytes", page->total_bytes}};
      if (page->matches) data["matches"] = *page->matches;
      return print_json_or({{"ok", true}, {"data", std::move(data)}}, "", true, 0);
    }
    if (!print_text(page->text)) return info(ErrorCode::internal_error).exit_code;
    const bool more = page->next_offset < page->total_bytes;
    if (!more || options.limit || options.tail) return 0;
    question.offset = static_cast<std::int64_t>(page->next_offset);
  }
}

}  // namespace

Reply ask_at_terminal(const policy::Question& question, int in, int out, const std::stop_token& stop) {
  const auto say = [out](const std::string& text) { (void)!::write(out, text.data(), text.size()); };
  say(fmt::format("\n{} wants to act (risk: {}).\n  {}\n  command  {}\n  in       {}\n", question.tool,
                  policy::word(question.risk), question.summary, question.command, question.workdir));
  if (!question.runs.empty()) say(fmt::format("  runs     {}\n", question.runs));
  if (question.held) say(fmt::format("  isolation {}\n", policy::word(*question.held)));
  constexpr std::size_t kLongestAnswer = 100;
  std::string line;
  (void)::tcflush(in, TCIFLUSH);  // what was typed before the question was there isn't its answer
  say("Allow it? [y] once, [a] always, [n] no: ");
  while (!stop.stop_requested()) {
    pollfd waiting{in, POLLIN, 0};
    if (::poll(&waiting, 1, 100) <= 0) continue;
    char byte = 0;
    if (::read(in, &byte, 1) != 1) break;
    if (byte != '\n') {
      if (line.size() <= kLongestAnswer) line += byte;
      continue;
    }
    // Of a longer line only the beginning is known.
    const std::string_view answer = line.size() > kLongestAnswer ? line : trim(line);
    if (answer == "y" || answer == "yes" || answer == "Y") return Reply::yes;
    if (answer == "a" || answer == "always" || answer == "A") return Reply::always;
    if (answer == "n" || answer == "no" || answer == "N" || answer.empty()) return Reply::no;
    say("Please answer y, a or n: ");
    line.clear();
  }
  say("\n");  // what follows isn't an answer that was typed
  return Reply::no;
}

void add_tool_commands(CLI::App& app, std::function<int()>& run) {
  const auto add_common = [](CLI::App& command, CommonOptions& common) {
    command.add_flag("--json", common.json, "The answer as JSON on stdout");
    command.add_option("--config", common.config, "Read this proctor.toml alone")->type_name("FILE");
  };

  CLI::App* tools = app.add_subcommand("tools", "The tools that agents can call");
  auto common = std::make_shared<CommonOptions>();
  add_common(*tools, *common);
  tools->callback([&run, common] { run = [common] { return run_tools(*common); }; });

  CLI::App* call = app.add_subcommand("call", "Call a tool as an agent would");
  auto calling = std::make_shared<CallOptions>();
  call->add_option("tool", calling->tool, "Its name (proctor tools lists them)")
      ->required()
      ->type_name("TOOL");
  // Not std::optional's own reading, which makes nothing of an empty word.
  call->add_option_function<std::string>(
          "--args", [calling](const std::string& text) { calling->arguments = text; },
          "The arguments as JSON; - reads standard input")
      ->type_name("JSON");
  call->add_option("--root", calling->root, "The project; the current directory if not given")
      ->type_name("DIR");
  call->add_option("--timeout", calling->isolation.timeout, "Time limit of a call that names none: 300s, 5m")
      ->type_name("TIME");
  add_isolation_options(*call, calling->isolation);
  call->add_flag("-y,--yes", calling->yes, "Allow this call without being asked");
  call->add_flag("-q,--quiet", calling->quiet, "Don't show on stderr what goes on");
  call->add_flag("--events", calling->events, "What goes on as JSON on stderr, an event a line");
  add_common(*call, calling->common);
  call->callback([&run, calling] { run = [calling] { return run_call(*calling); }; });

  CLI::App* log =
      app.add_subcommand("log", "Read the output of a run; without RUN, list those that are kept");
  auto reading = std::make_shared<LogOptions>();
  log->add_option_function<std::string>(
         "run", [reading](const std::string& id) { reading->run = id; }, "Id of the run")
      ->type_name("RUN");
  log->add_option("--offset", reading->offset, "Byte to begin at; negative: from the end")->type_name("N");
  log->add_option("--limit", reading->limit, "Bytes to read at most")->type_name("N")->check(at_least_one());
  log->add_option("--grep", reading->grep, "Only lines that match a regular expression")->type_name("RE");
  log->add_option("--tail", reading->tail, "The last so many lines")->type_name("N")->check(at_least_one());
  add_common(*log, reading->common);
  log->callback([&run, reading] { run = [reading] { return run_log(*reading); }; });
}

}  // namespace proctor::cli
