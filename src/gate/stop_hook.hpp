// The words of the agents' stop hooks: an agent says that it is done, and hears that it isn't.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "gate/decision.hpp"

namespace proctor::gate {

/// How an agent wants to be answered.
enum class Speech {
  claude,   ///< exit code 2 and stderr, the same as JSON: Claude Code, Codex
  gemini,   ///< the same, but it denies and doesn't block
  copilot,  ///< JSON and exit code 0: VS Code, Copilot CLI
  cursor,   ///< a message that the agent goes on with
};

/// What a hook was told on stdin.
struct StopCall {
  Speech speech = Speech::claude;
  std::filesystem::path directory{};
  std::string session{};
  std::string session_began{};  ///< as in the transcript; empty: not known
  /// The agent goes on already because a stop hook has said so, as far as it tells.
  bool goes_on = false;
  bool ended_by_user = false;  ///< aborted, or in error: nobody wants it to go on
};

/// `agent`: claude, codex, gemini, cursor, vscode or copilot. Several products read the settings of one: who
/// calls shows in what it says. INVALID_REQUEST if that can't be read.
Result<StopCall> read_stop_call(std::string_view agent, std::string_view input);

struct Said {
  int exit_code = 0;
  std::string out{};
  std::string err{};
};

Said let_go(const StopCall& call);
Said block(const StopCall& call, const std::string& reason);

/// Whether a session's last answer was to block in this very state: saying it once more would only go round
/// in a circle. Without a place to remember this it is assumed of an agent that goes on already.
bool has_heard(const StopCall& call, const std::filesystem::path& state, const std::string& what);
void remember_block(const StopCall& call, const std::filesystem::path& state, const std::string& what);

}  // namespace proctor::gate
