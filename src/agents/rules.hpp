// The rules by which a user allows or refuses an agent's shell commands, from the agent's own settings.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace proctor::agents {

/// What the user's rules say of a command line. `allow_tests`: they allow the tests in it, and the agent
/// itself may know the rest as harmless (`ls && pytest`); proctor can't say that of the rest.
enum class Ruling { none, allow, allow_tests, ask_or_deny };

/// Claude's rules: `permissions.deny`, `ask` and `allow` of the managed, the user's, the project's and the
/// local settings. A settings file that can't be read counts as one that asks. `allow` only if each command
/// of the line is allowed, enters a folder of the project, or only cuts what an allowed one prints.
Ruling claude_ruling(std::string_view line, const std::filesystem::path& directory);

/// Codex' `prefix_rule`s with a decision, in `rules/*.rules` beside its settings and below
/// `.codex` of the project.
Ruling codex_ruling(std::string_view line, const std::filesystem::path& directory);

/// Gemini's `tools.exclude` and `tools.allowed` with `run_shell_command(…)`, and rules of its policies with a
/// `commandPrefix`.
Ruling gemini_ruling(std::string_view line, const std::filesystem::path& directory);

/// `permission.bash` of opencode's settings.
Ruling opencode_ruling(std::string_view line, const std::filesystem::path& directory);

}  // namespace proctor::agents
