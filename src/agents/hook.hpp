// What an agent's hook answers: a shell command of the agent in JSON, and the same with its tests sent
// through proctor.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "shell/rewrite.hpp"

namespace proctor::agents {

/// The answer to a hook's input, one JSON object on one line; empty if proctor has no opinion: bad JSON,
/// another tool, another event, a line that is left alone, a user's rule that asks or denies. `agent` is the
/// name in the hook's command; the input itself says which product calls, for several read the same settings.
std::string answer_hook(std::string_view agent, std::string_view input, const std::string& program);

/// The settings of a rewriting in a directory: the PATH of this process, `[hook] exclude`. Nothing if
/// PROCTOR_OFF is set or the configuration can't be read; then no line is rewritten.
Result<shell::RewriteSettings> rewrite_settings(const std::string& directory, const std::string& program);

/// An input as the agent sends it, with a command that is always rewritten; for a proof that a hook works.
std::string sample_input(std::string_view agent);

}  // namespace proctor::agents
