#include "agents/hook.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "agents/rules.hpp"
#include "base/json.hpp"
#include "config/config.hpp"

namespace proctor::agents {
namespace {

constexpr std::string_view kShells[] = {
    "Bash", "bash", "Shell", "run_shell_command", "runTerminalCommand", "run_in_terminal", "runInTerminal"};
constexpr std::string_view kEvents[] = {"PreToolUse", "preToolUse", "BeforeTool"};

template <std::size_t size>
bool is_among(std::string_view text, const std::string_view (&list)[size]) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

// Which product asks, by what it sends.
std::string_view caller(std::string_view agent, const json::object& input) {
  if (input.contains("toolName")) return "copilot";
  if (input.contains("cursor_version") || input.contains("conversation_id")) return "cursor";
  if (input.contains("hookEventName")) return "vscode";
  return agent;
}

struct Call {
  std::string directory{};
  json::object input{};  // of the tool
  std::string command{};
  bool is_never_asked = false;  ///< the person has switched off the agent's questions
};

std::string first_text(const json::object& object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (std::string text = text_field(object, name); !text.empty()) return text;
  }
  return {};
}

std::optional<Call> read_call(const json::object& input) {
  const std::string event = first_text(input, {"hook_event_name", "hookEventName"});
  if (!event.empty() && !is_among(event, kEvents)) return std::nullopt;
  if (!is_among(first_text(input, {"tool_name", "toolName"}), kShells)) return std::nullopt;
  const json::value* arguments = input.if_contains(input.contains("toolName") ? "toolArgs" : "tool_input");
  if (arguments == nullptr) return std::nullopt;
  json::value parsed = *arguments;
  if (parsed.is_string()) {  // Copilot writes them as text
    auto text = parse_json(parsed.get_string());
    if (!text) return std::nullopt;
    parsed = std::move(*text);
  }
  if (!parsed.is_object()) return std::nullopt;
  Call call{.input = parsed.get_object()};
  call.command = text_field(call.input, "command");
  call.is_never_asked = text_field(input, "permission_mode") == "bypassPermissions";  // Claude
  for (const std::string_view background : {"run_in_background", "isBackground", "is_background"}) {
    const json::value* flag = call.input.if_contains(background);
    if (flag != nullptr && flag->is_bool() && flag->get_bool()) return std::nullopt;
  }
  call.directory = first_text(call.input, {"working_directory", "workdir", "directory", "dir_path"});
  const std::string place = text_field(input, "cwd");
  if (!call.directory.starts_with('/'))
    call.directory = place + (call.directory.empty() ? "" : "/" + call.directory);
  if (call.directory.empty() || call.directory[0] != '/') call.directory = ".";
  return call;
}

Ruling ruling(std::string_view who, const Call& call) {
  if (who == "claude") return claude_ruling(call.command, call.directory);
  if (who == "codex") return codex_ruling(call.command, call.directory);
  if (who == "gemini") return gemini_ruling(call.command, call.directory);
  if (who == "opencode") return opencode_ruling(call.command, call.directory);
  return Ruling::none;
}

// Each agent's own words. Codex and Gemini take a changed input only with an "allow", and decide on the
// changed command afterwards as on any other.
json::object answer(std::string_view who, Ruling ruling, json::object input) {
  if (who == "cursor") return {{"updated_input", std::move(input)}};
  if (who == "copilot") return {{"modifiedArgs", std::move(input)}};
  if (who == "opencode") return {{"tool_input", std::move(input)}};
  if (who == "gemini")
    return {{"decision", "allow"},
            {"hookSpecificOutput", {{"hookEventName", "BeforeTool"}, {"tool_input", std::move(input)}}}};
  json::object specific{{"hookEventName", "PreToolUse"}};
  if (who == "codex" || ruling == Ruling::allow) specific["permissionDecision"] = "allow";
  specific["updatedInput"] = input;
  json::object all{{"hookSpecificOutput", std::move(specific)}};
  if (who == "vscode") all["modifiedArgs"] = std::move(input);  // Copilot's command line reads the same files
  return all;
}

}  // namespace

Result<shell::RewriteSettings> rewrite_settings(const std::string& directory, const std::string& program) {
  const char* off = std::getenv("PROCTOR_OFF");
  if (off != nullptr && *off != '\0' && std::string_view(off) != "0")
    return fail(ErrorCode::invalid_request, "PROCTOR_OFF is set");
  auto config = load_config(directory);
  if (!config) return tl::unexpected(config.error());
  const char* path = std::getenv("PATH");
  return shell::RewriteSettings{program, path != nullptr ? path : "", std::move(config->hook.exclude)};
}

std::string answer_hook(std::string_view agent, std::string_view input, const std::string& program) {
  const auto parsed = parse_json(input);
  const json::object* object = parsed ? parsed->if_object() : nullptr;
  if (object == nullptr) return {};
  const std::string_view who = caller(agent, *object);
  std::string nothing = who == "cursor" ? "{}" : "";  // Cursor wants JSON in any case
  auto call = read_call(*object);
  if (!call || call->command.empty()) return nothing;
  const auto settings = rewrite_settings(call->directory, program);
  if (!settings) return nothing;
  const shell::Rewriting rewriting = shell::rewrite(call->command, *settings);
  if (!rewriting.changed) return nothing;
  const Ruling decided = ruling(who, *call);
  if (decided == Ruling::ask_or_deny) return nothing;
  // No rule fits a rewritten line, so the agent would ask about it, and perhaps not about the typed one.
  if (decided == Ruling::allow_tests && !call->is_never_asked) return nothing;
  call->input["command"] = rewriting.line;
  return to_json_line(answer(who, decided, std::move(call->input)));
}

std::string sample_input(std::string_view agent) {
  const std::string_view tool = agent == "gemini"   ? "run_shell_command"
                                : agent == "cursor" ? "Shell"
                                                    : "Bash";
  const std::string_view event = agent == "gemini"   ? "BeforeTool"
                                 : agent == "cursor" ? "preToolUse"
                                                     : "PreToolUse";
  json::object input{{"hook_event_name", event},
                     {"cwd", "/"},
                     {"tool_name", tool},
                     {"tool_input", {{"command", "./run_tests.sh"}}}};
  if (agent == "cursor") input["cursor_version"] = "1";
  return to_json_line(input);
}

}  // namespace proctor::agents
