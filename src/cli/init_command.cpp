#include "cli/init_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "agents/install.hpp"
#include "agents/program.hpp"
#include "base/text.hpp"
#include "cli/options.hpp"
#include "cli/print.hpp"

namespace proctor::cli {
namespace {

struct InitOptions {
  std::vector<std::string> agents{};
  bool project = false, user = false;
  bool mcp_only = false, hook_only = false, gate = false, rules = false;
  bool dry_run = false, remove = false;
};

std::vector<agents::Part> parts_of(const InitOptions& options) {
  using enum agents::Part;
  if (options.mcp_only) return {mcp};
  if (options.hook_only) return options.gate ? std::vector{hook, gate} : std::vector{hook};
  if (options.remove) return options.gate ? std::vector{gate} : std::vector{mcp, hook, gate};
  return options.gate ? std::vector{mcp, hook, gate} : std::vector{mcp, hook};
}

std::vector<std::string> installed() {
  std::vector<std::string> names;
  for (const agents::Agent& agent : agents::all_agents()) {
    if (agents::is_installed(agent)) names.emplace_back(agent.name);
  }
  return names;
}

bool says_yes(const std::string& question) {
  print_text(question + " [y/N] ");
  std::string line;
  std::getline(std::cin, line);
  return line == "y" || line == "Y" || line == "yes";
}

// The changes, written unless it is a trial. The exit code.
int change(const InitOptions& options, const std::vector<std::string>& names, const std::string& program,
           bool trial) {
  const bool is_whole = !options.mcp_only && !options.hook_only && !options.gate;
  const agents::InstallPlan plan =
      agents::plan_install({.agents = names,
                            .user = !options.project,
                            .parts = parts_of(options),
                            .rules = options.rules || (options.remove && options.project && is_whole),
                            .remove = options.remove,
                            .project = std::filesystem::current_path(),
                            .program = program});
  std::string text;
  int exit_code = 0;
  int changed = 0;
  for (const agents::FileChange& file : plan.files) {
    std::string problem = file.problem;
    if (problem.empty() && !file.is_change()) continue;
    if (problem.empty()) {
      text += agents::diff_of(file);
      ++changed;
      if (!trial) {
        if (auto written = agents::apply(file); !written) problem = written.error().message;
      }
    }
    if (problem.empty()) continue;
    print_note(fmt::format("proctor: {} isn't changed: {}", file.file.string(), for_terminal(problem)));
    exit_code = info(ErrorCode::invalid_request).exit_code;
  }
  if (changed == 0 && exit_code == 0)
    text +=
        options.remove ? "Nothing of proctor is in the settings.\n" : "Nothing to do: it is there already.\n";
  for (const std::string& note : plan.notes) text += note + '\n';
  if (trial && changed > 0) text += "Nothing was written.\n";
  if (!trial && changed > 0 && !options.remove) {
    text += fmt::format("\nThe settings name {}. What the files were before is kept in {}.\n", program,
                        agents::kept_dir().string());
    for (const std::string& name : names) text += fmt::format("{}\n", agents::find_agent(name)->next);
    text += fmt::format(
        "To see what an agent's command becomes: proctor rewrite 'npm test | tail'\nTo take it out "
        "again: proctor init {} {}--remove\n",
        fmt::join(names, " "), options.project ? "--project " : "");
  }
  return print_text(text) ? exit_code : internal_exit_code();
}

int run_init(const InitOptions& options) {
  const CommonOptions common;
  if (options.mcp_only && options.hook_only)
    return refuse(
        {ErrorCode::invalid_request, "--mcp-only and --hook-only exclude each other: leave one out"}, common);
  if (options.project && options.user)
    return refuse({ErrorCode::invalid_request, "--project and --user exclude each other: leave one out"},
                  common);
  std::string program;
  if (!options.remove) {
    const auto stable = agents::stable_program();
    if (!stable) return refuse(stable.error(), common);
    program = stable->string();
  }
  if (!options.agents.empty()) return change(options, options.agents, program, options.dry_run);

  const std::vector<std::string> found = installed();
  if (found.empty()) {
    return refuse({ErrorCode::invalid_request,
                   "no coding agent is found on this machine. Name one: proctor init claude"},
                  common);
  }
  if (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) {
    int exit_code = 0;
    for (const std::string& name : found) {
      exit_code = std::max(exit_code, change(options, {name}, program, true));
      if (options.dry_run ||
          !says_yes(fmt::format("Change the settings of {}?", agents::find_agent(name)->title)))
        continue;
      exit_code = std::max(exit_code, change(options, {name}, program, false));
    }
    return exit_code;
  }
  const int exit_code = change(options, found, program, true);
  print_text(fmt::format("Found: {}. Name those to change: proctor init {}\n", fmt::join(found, ", "),
                         found.front()));
  return options.dry_run ? exit_code : info(ErrorCode::invalid_request).exit_code;
}

}  // namespace

void add_init(CLI::App& app, std::function<int()>& run) {
  const auto options = std::make_shared<InitOptions>();
  CLI::App* command =
      app.add_subcommand("init", "Registers proctor's hook and MCP server with coding agents");
  std::vector<std::string> names;
  for (const agents::Agent& agent : agents::all_agents()) names.emplace_back(agent.name);
  command
      ->add_option("agent", options->agents,
                   "Which agents; those found on the machine, asked one by one, if not given")
      ->check(CLI::IsMember(names))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--user", options->user, "In the user's settings, which is the default");
  command->add_flag("--project", options->project, "In the settings of the project in the current directory");
  command->add_flag("--mcp-only", options->mcp_only, "The MCP server alone");
  command->add_flag("--hook-only", options->hook_only, "The hook alone");
  command->add_flag("--gate", options->gate,
                    "Also a gate: the agent isn't done before the tests have passed");
  command->add_flag("--rules", options->rules,
                    "Also a short text in the project's rules (AGENTS.md and others)");
  command->add_flag("--dry-run", options->dry_run, "Show the changes and write nothing");
  command->add_flag("--remove", options->remove, "Take out what proctor put in, and nothing else");
  command->footer(
      "Examples:\n"
      "  proctor init claude                  hook and MCP server, in the user's settings\n"
      "  proctor init codex cursor --dry-run  what would change\n"
      "  proctor init claude --remove         the settings as they were before");
  command->callback([options, &run] { run = [options] { return run_init(*options); }; });
}

}  // namespace proctor::cli
