#include "cli/hook_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cerrno>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "agents/hook.hpp"
#include "agents/program.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"

namespace proctor::cli {
namespace {

constexpr std::size_t kLongestInput = 1U << 20U;

// Empty if it is longer than any call of a tool.
std::string read_input() {
  std::string text;
  std::array<char, 16384> block{};
  while (text.size() <= kLongestInput) {
    const ssize_t got = read(STDIN_FILENO, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  return {};
}

int answer(const std::string& agent) {
  try {
    const std::string text = agents::answer_hook(agent, read_input(), agents::program_in_shell());
    std::string_view rest = text.empty() ? "" : std::string_view(text);
    while (!rest.empty()) {
      const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) break;
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  } catch (const std::exception&) {
    return 0;  // no opinion
  }
  return 0;
}

struct RewriteOptions {
  CommonOptions common{};
  std::string line{};
};

int show_rewriting(const RewriteOptions& options) {
  const auto settings = agents::rewrite_settings(".", agents::program_in_shell());
  shell::Rewriting rewriting{.line = options.line};
  if (settings)
    rewriting = shell::rewrite(options.line, *settings);
  else
    rewriting.why = settings.error().message;
  const int exit_code = rewriting.changed ? 0 : 1;
  if (options.common.json) {
    const json::object data{
        {"line", rewriting.line}, {"rewritten", rewriting.changed}, {"why", rewriting.why}};
    return print_text(to_json_line(json::object{{"ok", true}, {"data", data}}) + '\n') ? exit_code
                                                                                       : internal_exit_code();
  }
  if (!print_text(rewriting.line + '\n')) return internal_exit_code();
  print_note(
      fmt::format("{}: {}", rewriting.changed ? "rewritten" : "left alone", for_terminal(rewriting.why)));
  return exit_code;
}

}  // namespace

void add_hook(CLI::App& app, std::function<int()>& run) {
  const auto agent = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("hook", "Called by an agent before each command, to rewrite it");
  command->add_option("agent", *agent, "claude, codex, gemini, cursor, vscode, copilot or opencode")
      ->required()
      ->check(CLI::IsMember({"claude", "codex", "gemini", "cursor", "vscode", "copilot", "opencode"}));
  command->callback([agent, &run] { run = [agent] { return answer(*agent); }; });
}

void add_rewrite(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<RewriteOptions>();
  CLI::App* command = app.add_subcommand("rewrite", "What the hook would make of a command line, and why");
  command->add_option("line", options->line, "The whole command line as one word: 'npm test | tail'")
      ->required()
      ->type_name("LINE");
  command->add_flag("--json", options->common.json, "As JSON on stdout");
  command->footer(
      "Exit codes: 0 the line is rewritten, 1 it is left alone.\n"
      "Example:\n"
      "  proctor rewrite 'cd api && npm test 2>&1 | tail -20'");
  command->callback([options, &run] { run = [options] { return show_rewriting(*options); }; });
}

bool is_hook_call(int argc, const char* const* argv) {
  return argc >= 2 && argv[1] == std::string_view("hook") && isatty(STDIN_FILENO) != 1;
}

}  // namespace proctor::cli
