#include "agents/rules.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "agents/json_text.hpp"
#include "agents/places.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"
#include "base/toml.hpp"
#include "shell/exit_code.hpp"
#include "shell/rewrite.hpp"
#include "shell/simple_commands.hpp"

namespace proctor::agents {
namespace {

namespace fs = std::filesystem;
using shell::LineCommands;
using shell::SimpleCommand;

constexpr std::uint64_t kLargestSettings = 4U << 20U;

// What an agent takes off a command before it looks at the rules.
std::string without_wrappers(std::string_view command) {
  static const RE2 kWrapper(
      R"(^(?:time|nohup|command|builtin|stdbuf(?: -\S+)*|nice(?: -n ?-?\d+| -\d+)?|timeout(?: -\S+)* \S+|env(?: \w+=\S*)*)\s+)");
  std::string text(command);
  for (int i = 0; i < 5 && RE2::Replace(&text, kWrapper, ""); ++i) continue;
  return text;
}

// All ways to write a command that a rule may mean.
std::vector<std::string> ways_to_write(const SimpleCommand& command) {
  return {command.text, command.bare, without_wrappers(command.bare)};
}

/// A rule without its tool: "npm test", "npm test:*", "npm *".
bool fits_rule(std::string_view rule, std::string_view command) {
  rule = trim(rule);
  const auto begins = [&command](std::string_view words) {
    return command == words || (command.starts_with(words) && command.substr(words.size()).starts_with(' '));
  };
  if (rule.ends_with(":*")) return begins(rule.substr(0, rule.size() - 2));
  if (rule.ends_with(" *") && begins(rule.substr(0, rule.size() - 2))) return true;
  return shell::fits_glob(rule, command);
}

bool fits_any(const std::vector<std::string>& rules, std::string_view line, const LineCommands& parts) {
  return std::ranges::any_of(rules, [&](const std::string& rule) {
    if (fits_rule(rule, trim(line))) return true;
    return std::ranges::any_of(parts.commands, [&](const SimpleCommand& command) {
      const auto ways = ways_to_write(command);
      return std::ranges::any_of(ways, [&](const std::string& way) { return fits_rule(rule, way); });
    });
  });
}

// They only cut what they read from a pipe, or say something.
bool only_shows(const SimpleCommand& command) {
  static const RE2 kFilter(R"((?:head|tail|wc|uniq)(?: -\S+| \d+)*)");
  static const RE2 kGrep(R"((?:grep|egrep) (?:-\w+ )*(?:'[^']*'|"[^"$`]*"|[\w.:]+))");
  static const RE2 kEcho(R"(true|echo(?: [\w=:."]+)*)");
  if (command.reads_pipe && (RE2::FullMatch(command.text, kFilter) || RE2::FullMatch(command.text, kGrep)))
    return true;
  return RE2::FullMatch(command.text, kEcho);
}

bool allows(const std::vector<std::string>& rules, const SimpleCommand& command) {
  return std::ranges::any_of(rules, [&](const std::string& rule) {
    return fits_rule(rule, command.text) || fits_rule(rule, without_wrappers(command.text));
  });
}

bool allows_tests(const std::vector<std::string>& rules, const LineCommands& parts) {
  // (Whoever allows all commands allows the rewritten one.)
  if (std::ranges::find(rules, "*") != rules.end()) return false;
  return std::ranges::any_of(parts.commands, [&](const SimpleCommand& command) {
    return allows(rules, command) && shell::read_exit_code_use(command.text).has_runner;
  });
}

std::optional<std::string> settings_text(const fs::path& file) {
  return read_if_there(file, kLargestSettings);
}

struct ClaudeRules {
  std::vector<std::string> refusing{};  // deny and ask
  std::vector<std::string> allowing{};
  bool damaged = false;
};

// "Bash(npm test:*)" -> "npm test:*"; "Bash" -> "*".
void add_rules(const json::object& permissions, std::string_view name, std::vector<std::string>& rules) {
  const json::value* list = permissions.if_contains(name);
  if (list == nullptr || !list->is_array()) return;
  for (const json::value& each : list->get_array()) {
    if (!each.is_string()) continue;
    const std::string_view rule = each.get_string();
    if (rule == "Bash" || rule == "*")
      rules.emplace_back("*");
    else if (rule.starts_with("Bash(") && rule.ends_with(')'))
      rules.emplace_back(rule.substr(5, rule.size() - 6));
  }
}

ClaudeRules claude_rules(const fs::path& directory) {
  ClaudeRules rules;
  std::vector<fs::path> files{"/etc/claude-code/managed-settings.json", claude_dir() / "settings.json"};
  std::vector<fs::path> places{directory, project_root(directory)};
  if (const char* project = std::getenv("CLAUDE_PROJECT_DIR"); project != nullptr && *project == '/')
    places.emplace_back(project);
  for (const fs::path& place : places) {
    files.push_back(place / ".claude/settings.json");
    files.push_back(place / ".claude/settings.local.json");
  }
  for (const fs::path& file : files) {
    const auto text = settings_text(file);
    if (!text || trim(*text).empty()) continue;
    const auto settings = parse_json(*text);
    if (!settings || !settings->is_object()) {
      rules.damaged = true;
      continue;
    }
    const json::value* permissions = settings->get_object().if_contains("permissions");
    if (permissions == nullptr || !permissions->is_object()) continue;
    add_rules(permissions->get_object(), "deny", rules.refusing);
    add_rules(permissions->get_object(), "ask", rules.refusing);
    add_rules(permissions->get_object(), "allow", rules.allowing);
  }
  return rules;
}

// A folder in which Claude may work: below the directory of the call, or of the session.
bool only_enters(const SimpleCommand& command, const fs::path& directory) {
  static const RE2 kEnter(
      R"re(cd (?:([\w./@+][\w./@+-]*)|"([\w ./@+][\w ./@+-]*)"|'([\w ./@+][\w ./@+-]*)'))re");
  std::string words[3];
  if (!RE2::FullMatch(command.text, kEnter, &words[0], &words[1], &words[2])) return false;
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(directory / (words[0] + words[1] + words[2]), error);
  if (error) return false;
  std::vector<fs::path> allowed{directory};
  if (const char* project = std::getenv("CLAUDE_PROJECT_DIR"); project != nullptr && *project == '/')
    allowed.emplace_back(project);
  return std::ranges::any_of(allowed, [&](const fs::path& one) {
    const fs::path inside = folder.lexically_relative(fs::weakly_canonical(one, error));
    return !error && !inside.empty() && *inside.begin() != "..";
  });
}

}  // namespace

Ruling claude_ruling(std::string_view line, const fs::path& directory) {
  const ClaudeRules rules = claude_rules(directory);
  const LineCommands parts = shell::simple_commands(line);
  if (rules.damaged || !parts.readable || fits_any(rules.refusing, line, parts)) return Ruling::ask_or_deny;
  std::size_t entered = 0;  // Claude asks about a line that changes the directory twice
  const bool allowed = parts.plain && !rules.allowing.empty() &&
                       std::ranges::all_of(parts.commands, [&](const SimpleCommand& command) {
                         return only_shows(command) || (only_enters(command, directory) && ++entered == 1) ||
                                allows(rules.allowing, command);
                       });
  if (allowed) return Ruling::allow;
  return allows_tests(rules.allowing, parts) ? Ruling::allow_tests : Ruling::none;
}

// The rules are Starlark. Those that consist of texts and lists of texts are understood; where another one
// stands among them, nobody here can say what it forbids.
Ruling codex_ruling(std::string_view line, const fs::path& directory) {
  static const RE2 kComment(R"((?m)^\s*#.*$)"),
      kRule(
          R"re((?s)prefix_rule\s*\(\s*((?:\w+\s*=\s*(?:"[^"\\]*"|'[^'\\]*'|\[\s*(?:(?:"[^"\\]*"|'[^'\\]*')\s*,?\s*)*\])\s*,?\s*)*)\))re"),
      kPattern(R"((?s)\bpattern\s*=\s*\[(.*?)\])"), kDecision(R"(\bdecision\s*=\s*["'](\w+)["'])"),
      kWord(R"(["']([^"']*)["'])");
  std::vector<std::string> refusing;
  std::vector<std::string> allowing;
  for (const fs::path& place : {codex_dir() / "rules", project_root(directory) / ".codex/rules"}) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(place, error)) {
      auto text = entry.path().extension() == ".rules" ? settings_text(entry.path()) : std::nullopt;
      if (!text) continue;
      RE2::GlobalReplace(&*text, kComment, "");
      re2::StringPiece rest(*text);
      std::string rule, pattern, decision, word;
      while (RE2::FindAndConsume(&rest, kRule, &rule)) {
        if (!RE2::PartialMatch(rule, kDecision, &decision)) decision = "allow";
        if (!RE2::PartialMatch(rule, kPattern, &pattern)) continue;
        std::string words;
        re2::StringPiece list(pattern);
        while (RE2::FindAndConsume(&list, kWord, &word)) words += (words.empty() ? "" : " ") + word;
        if (!words.empty()) (decision == "allow" ? allowing : refusing).push_back(words + ":*");
      }
      RE2::GlobalReplace(&*text, kRule, "");
      if (text->find("prefix_rule") != std::string::npos) return Ruling::ask_or_deny;
    }
  }
  const LineCommands parts = shell::simple_commands(line);
  if (fits_any(refusing, line, parts)) return Ruling::ask_or_deny;
  return allows_tests(allowing, parts) ? Ruling::allow_tests : Ruling::none;
}

Ruling gemini_ruling(std::string_view line, const fs::path& directory) {
  std::vector<std::string> refusing;
  std::vector<std::string> allowing;
  for (const fs::path& file :
       {home_dir() / ".gemini/settings.json", project_root(directory) / ".gemini/settings.json",
        directory / ".gemini/settings.json"}) {
    const auto text = settings_text(file);
    if (!text) continue;
    static const RE2 kTools(R"re("(exclude|excludeTools|allowed|allowedTools)"\s*:\s*\[([^\]]*)\])re");
    static const RE2 kCommand(R"re("(?:run_shell_command|ShellTool)(?:\(([^"]*)\))?")re");
    re2::StringPiece rest(*text);
    std::string kind, list, command;
    while (RE2::FindAndConsume(&rest, kTools, &kind, &list)) {
      std::vector<std::string>& rules = kind.starts_with("allowed") ? allowing : refusing;
      re2::StringPiece entries(list);
      while (RE2::FindAndConsume(&entries, kCommand, &command))
        rules.push_back(command.empty() ? "*" : command + ":*");
    }
  }
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(home_dir() / ".gemini/policies", error)) {
    const auto text = entry.path().extension() == ".toml" ? settings_text(entry.path()) : std::nullopt;
    if (!text) continue;
    const auto table = parse_toml(*text, entry.path().string());
    if (!table) return Ruling::ask_or_deny;
    const toml::array* rules = (*table)["rule"].as_array();
    if (rules == nullptr) continue;
    for (const toml::node& node : *rules) {
      const toml::table* rule = node.as_table();
      if (rule == nullptr) continue;
      std::vector<std::string>& fitting =
          (*rule)["decision"].value_or(std::string()) == "allow" ? allowing : refusing;
      const auto prefix = (*rule)["commandPrefix"];
      if (prefix.is_string()) fitting.push_back(prefix.value_or(std::string()) + ":*");
      if (const toml::array* list = prefix.as_array()) {
        for (const toml::node& each : *list) fitting.push_back(each.value_or(std::string("\n")) + ":*");
      }
    }
  }
  const LineCommands parts = shell::simple_commands(line);
  if (fits_any(refusing, line, parts)) return Ruling::ask_or_deny;
  return allows_tests(allowing, parts) ? Ruling::allow_tests : Ruling::none;
}

Ruling opencode_ruling(std::string_view line, const fs::path& directory) {
  const LineCommands parts = shell::simple_commands(line);
  std::vector<std::string> allowing;
  bool asks = false;  // about what no rule allows
  for (const fs::path& place : {user_config_root() / "opencode", project_root(directory), directory}) {
    for (const char* name : {"opencode.json", "opencode.jsonc"}) {
      const auto text = settings_text(place / name);
      if (!text) continue;
      const auto root = read_json_text(*text);
      if (!root) return Ruling::ask_or_deny;
      const JsonNode* permission = root->member("permission");
      const JsonNode* bash = permission != nullptr ? permission->member("bash") : nullptr;
      if (bash == nullptr) continue;
      std::vector<std::string> refusing;
      const auto refuses = [&](const JsonNode& node) {
        return text->substr(node.begin, node.end - node.begin).find("allow") == std::string::npos;
      };
      if (bash->kind == JsonNode::Kind::other && refuses(*bash)) return Ruling::ask_or_deny;
      for (const JsonNode& rule : bash->items) {
        // What holds for all commands holds for the rewritten one as well.
        if (rule.key != "*") (refuses(rule) ? refusing : allowing).push_back(rule.key);
        asks = asks || (rule.key == "*" && refuses(rule));
      }
      if (fits_any(refusing, line, parts)) return Ruling::ask_or_deny;
    }
  }
  return asks && allows_tests(allowing, parts) ? Ruling::allow_tests : Ruling::none;
}

}  // namespace proctor::agents
