// The path of proctor that may be written into settings and commands.
#pragma once

#include <filesystem>
#include <string>

#include "base/error.hpp"

namespace proctor::agents {

/// A path that stays when proctor is updated: a name on the PATH that leads to this program (such as
/// Homebrew's `bin/proctor`, not its `Cellar/proctor/1.2.3`), or else the program's own. Never a place that
/// is cleaned, such as npx's cache, and never a shim in `node_modules/.bin`. INVALID_REQUEST if there is no
/// other.
Result<std::filesystem::path> stable_program();

/// How a shell is told to run this proctor: by its path. The agent's shell may have another PATH than its
/// hooks: Codex' is a login shell, and Debian's /etc/profile sets the PATH anew.
std::string program_in_shell();

}  // namespace proctor::agents
