#include "agents/agent_list.hpp"

#include <cstdlib>

#include "agents/places.hpp"
#include "base/paths.hpp"

namespace proctor::agents {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPluginText =
    R"js(// Sends test commands through `proctor run`. Written by `proctor init opencode`.
import { spawnSync } from "node:child_process"

export const Proctor = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    if (input.tool !== "bash") return
    const call = { tool_name: "bash", tool_input: output.args, cwd: directory }
    const hook = spawnSync("{program}", ["hook", "opencode"], { input: JSON.stringify(call), encoding: "utf8", timeout: 5000 })
    if (hook.stdout) Object.assign(output.args, JSON.parse(hook.stdout).tool_input)
  },
})
)js";

constexpr std::string_view kCodexTable =
    "[mcp_servers.proctor]\ncommand = \"{program}\"\nargs = [\"mcp\"]\nstartup_timeout_sec = 30\n"
    "tool_timeout_sec = 3600\n";

constexpr std::string_view kServer = R"({"command": "{program}", "args": ["mcp"]})";
constexpr std::string_view kServerMs = R"({"command": "{program}", "args": ["mcp"], "timeout": 3600000})";
constexpr std::string_view kServerSeconds = R"({"command": "{program}", "args": ["mcp"], "timeout": 3600})";
constexpr std::string_view kServerTyped = R"({"type": "stdio", "command": "{program}", "args": ["mcp"]})";
constexpr std::string_view kServerOpencode =
    R"({"type": "local", "command": ["{program}", "mcp"], "enabled": true, "timeout": 30000})";
constexpr std::string_view kClaudeHook =
    R"({"matcher": "Bash", "hooks": [{"type": "command", "command": "{program}", "args": ["hook", "claude"], "timeout": 10}]})";
constexpr std::string_view kClaudeGate =
    R"({"hooks": [{"type": "command", "command": "{program}", "args": ["gate", "--hook", "claude"], "timeout": 60}]})";
constexpr std::string_view kCodexHook =
    R"({"matcher": "Bash", "hooks": [{"type": "command", "command": "{command} hook codex", "timeout": 10}]})";
constexpr std::string_view kCodexGate =
    R"({"hooks": [{"type": "command", "command": "{command} gate --hook codex", "timeout": 60}]})";
// Gemini CLI refuses the call at each exit code above 1: also at the 127 of a program that is gone. It reads
// the JSON at any exit code, so the gate still blocks.
constexpr std::string_view kGeminiHook =
    R"({"matcher": "run_shell_command", "hooks": [{"name": "proctor", "type": "command", "command": "{command} hook gemini || exit 1", "timeout": 5000}]})";
constexpr std::string_view kGeminiGate =
    R"({"hooks": [{"name": "proctor-gate", "type": "command", "command": "{command} gate --hook gemini || exit 1", "timeout": 60000}]})";
constexpr std::string_view kCursorHook =
    R"({"command": "{command} hook cursor", "matcher": "Shell", "timeout": 10})";
constexpr std::string_view kCursorGate = R"({"command": "{command} gate --hook cursor", "loop_limit": 3})";
constexpr std::string_view kVscodeHook =
    R"({"type": "command", "command": "{command} hook vscode", "timeout": 10})";
constexpr std::string_view kVscodeGate =
    R"({"type": "command", "command": "{command} gate --hook vscode", "timeout": 60})";

using enum Part;
using enum Format;

constexpr Setting kSettings[] = {
    {"claude", mcp, true, "{claude.json}", strict, "mcpServers", "proctor", kServerMs},
    {"claude", mcp, false, ".mcp.json", strict, "mcpServers", "proctor", kServerMs},
    {"claude", hook, true, "{claude}/settings.json", strict, "hooks PreToolUse", "", kClaudeHook},
    {"claude", hook, false, ".claude/settings.json", strict, "hooks PreToolUse", "", kClaudeHook},
    {"claude", gate, true, "{claude}/settings.json", strict, "hooks Stop", "", kClaudeGate},
    {"claude", gate, false, ".claude/settings.json", strict, "hooks Stop", "", kClaudeGate},
    {"codex", mcp, true, "{codex}/config.toml", table, "mcp_servers", "proctor", kCodexTable},
    {"codex", mcp, false, ".codex/config.toml", table, "mcp_servers", "proctor", kCodexTable},
    {"codex", hook, true, "{codex}/hooks.json", strict, "hooks PreToolUse", "", kCodexHook},
    {"codex", hook, false, ".codex/hooks.json", strict, "hooks PreToolUse", "", kCodexHook},
    {"codex", gate, true, "{codex}/hooks.json", strict, "hooks Stop", "", kCodexGate},
    {"codex", gate, false, ".codex/hooks.json", strict, "hooks Stop", "", kCodexGate},
    {"gemini", mcp, true, "{home}/.gemini/settings.json", commented, "mcpServers", "proctor", kServerMs},
    {"gemini", mcp, false, ".gemini/settings.json", commented, "mcpServers", "proctor", kServerMs},
    {"gemini", hook, true, "{home}/.gemini/settings.json", commented, "hooks BeforeTool", "", kGeminiHook},
    {"gemini", hook, false, ".gemini/settings.json", commented, "hooks BeforeTool", "", kGeminiHook},
    {"gemini", gate, true, "{home}/.gemini/settings.json", commented, "hooks AfterAgent", "", kGeminiGate},
    {"gemini", gate, false, ".gemini/settings.json", commented, "hooks AfterAgent", "", kGeminiGate},
    {"cursor", mcp, true, "{home}/.cursor/mcp.json", commented, "mcpServers", "proctor", kServer},
    {"cursor", mcp, false, ".cursor/mcp.json", commented, "mcpServers", "proctor", kServer},
    {"cursor", hook, true, "{home}/.cursor/hooks.json", commented, "hooks preToolUse", "", kCursorHook},
    {"cursor", hook, false, ".cursor/hooks.json", commented, "hooks preToolUse", "", kCursorHook},
    {"cursor", gate, true, "{home}/.cursor/hooks.json", commented, "hooks stop", "", kCursorGate},
    {"cursor", gate, false, ".cursor/hooks.json", commented, "hooks stop", "", kCursorGate},
    {"vscode", mcp, true, "{config}/Code/User/mcp.json", commented, "servers", "proctor", kServerTyped},
    {"vscode", mcp, false, ".vscode/mcp.json", commented, "servers", "proctor", kServerTyped},
    {"vscode", hook, true, "{home}/.copilot/hooks/proctor.json", strict, "hooks PreToolUse", "", kVscodeHook},
    {"vscode", hook, false, ".github/hooks/proctor.json", strict, "hooks PreToolUse", "", kVscodeHook},
    {"vscode", gate, true, "{home}/.copilot/hooks/proctor.json", strict, "hooks Stop", "", kVscodeGate},
    {"vscode", gate, false, ".github/hooks/proctor.json", strict, "hooks Stop", "", kVscodeGate},
    {"opencode", mcp, true, "{config}/opencode/opencode.json", commented, "mcp", "proctor", kServerOpencode},
    {"opencode", mcp, false, "opencode.json", commented, "mcp", "proctor", kServerOpencode},
    {"opencode", hook, true, "{config}/opencode/plugins/proctor.js", whole, "", "", kPluginText},
    {"opencode", hook, false, ".opencode/plugins/proctor.js", whole, "", "", kPluginText},
    {"zed", mcp, true, "{config}/zed/settings.json", commented, "context_servers", "proctor", kServerSeconds},
    {"zed", mcp, false, ".zed/settings.json", commented, "context_servers", "proctor", kServerSeconds},
    {"cline", mcp, true, "{home}/.cline/data/settings/cline_mcp_settings.json", commented, "mcpServers",
     "proctor", kServerSeconds},
    {"roo", mcp, false, ".roo/mcp.json", commented, "mcpServers", "proctor", kServerSeconds},
    {"amp", mcp, true, "{config}/amp/settings.json", commented, "amp.mcpServers", "proctor", kServer},
    {"windsurf", mcp, true, "{home}/.codeium/windsurf/mcp_config.json", commented, "mcpServers", "proctor",
     kServer},
};

constexpr Agent kAgents[] = {
    {"claude", "Claude Code", "claude", "{claude}", "CLAUDE.md",
     "Restart Claude Code: it reads its settings when it starts. It asks before it loads a project's "
     ".mcp.json."},
    {"codex", "Codex", "codex", "{codex}", "AGENTS.md",
     "Start codex, type /hooks and approve proctor's: until then Codex skips it. A project's settings count "
     "once "
     "Codex trusts the project. Codex 0.131 or newer is needed."},
    {"gemini", "Gemini CLI", "gemini", "{home}/.gemini", "GEMINI.md",
     "Restart Gemini CLI. A project's settings count once the folder is trusted."},
    {"cursor", "Cursor", "cursor cursor-agent", "{home}/.cursor", "AGENTS.md",
     "Restart Cursor, and look at its settings, Hooks and MCP, whether proctor is on."},
    {"vscode", "VS Code", "code copilot", "{config}/Code", "AGENTS.md",
     "Reload the window, and start the server proctor in the list of MCP servers."},
    {"opencode", "opencode", "opencode", "{config}/opencode", "AGENTS.md", "Restart opencode."},
    {"zed", "Zed", "zed zeditor", "{config}/zed", "AGENTS.md",
     "Zed has no hooks: `proctor init zed --rules` tells it."},
    {"cline", "Cline", "cline", "{home}/.cline", ".clinerules",
     "Cline's hooks rewrite nothing: `proctor init cline --rules` tells it."},
    {"roo", "Roo Code", "", "", "AGENTS.md", "Roo Code has no hooks: `proctor init roo --rules` tells it."},
    {"amp", "Amp", "amp", "{config}/amp", "AGENTS.md",
     "Amp has no hooks: `proctor init amp --rules` tells it."},
    {"windsurf", "Windsurf", "windsurf", "{home}/.codeium/windsurf", ".windsurfrules",
     "Windsurf's hooks rewrite nothing: `proctor init windsurf --rules` tells it."},
    {"goose", "Goose", "goose", "{config}/goose", "AGENTS.md",
     "Add the server with `goose configure`: Add Extension, Command-line Extension, command `proctor mcp`, "
     "timeout 3600."},
};

}  // namespace

std::span<const Setting> all_settings() {
  return kSettings;
}

std::span<const Agent> all_agents() {
  return kAgents;
}

const Agent* find_agent(std::string_view name) {
  for (const Agent& agent : kAgents) {
    if (agent.name == name) return &agent;
  }
  return nullptr;
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t blank = list.find(' ');
    names.emplace_back(list.substr(0, blank));
    list = blank == list.npos ? std::string_view() : list.substr(blank + 1);
  }
  return names;
}

fs::path place_of(std::string_view file, const fs::path& project) {
  const auto below = [&](std::string_view mark, const fs::path& folder) -> fs::path {
    const std::string_view rest = file.substr(mark.size());
    return rest.empty() ? folder : folder / rest.substr(1);
  };
  if (file == "{claude.json}") {
    const bool moved = std::getenv("CLAUDE_CONFIG_DIR") != nullptr;
    return (moved ? claude_dir() : home_dir()) / ".claude.json";
  }
  fs::path place = file.starts_with("{home}")     ? below("{home}", home_dir())
                   : file.starts_with("{claude}") ? below("{claude}", claude_dir())
                   : file.starts_with("{codex}")  ? below("{codex}", codex_dir())
                   : file.starts_with("{config}") ? below("{config}", user_config_root())
                                                  : project / file;
  std::error_code error;
  // opencode reads either; where there is one already, the other isn't made.
  if (file.ends_with("opencode.json") && !fs::exists(place, error) && fs::exists(place.string() + "c", error))
    place += "c";
  return place;
}

bool is_installed(const Agent& agent) {
  const char* path = std::getenv("PATH");
  for (const std::string& program : names_in(agent.programs)) {
    if (!find_in_path(program, path != nullptr ? path : "").empty()) return true;
  }
  std::error_code error;
  return !agent.folder.empty() && fs::is_directory(place_of(agent.folder, "/"), error);
}

}  // namespace proctor::agents
