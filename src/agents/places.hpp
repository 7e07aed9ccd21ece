// Where agents have their settings.
#pragma once

#include <filesystem>

namespace proctor::agents {

std::filesystem::path claude_dir();        ///< $CLAUDE_CONFIG_DIR, or ~/.claude
std::filesystem::path codex_dir();         ///< $CODEX_HOME, or ~/.codex
std::filesystem::path user_config_root();  ///< $XDG_CONFIG_HOME, or ~/.config

/// The nearest directory at or above that has a `.git`; the directory itself if there is none.
std::filesystem::path project_root(const std::filesystem::path& directory);

}  // namespace proctor::agents
