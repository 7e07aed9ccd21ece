// Where proctor keeps its own files, after the XDG base directory specification.
#pragma once

#include <filesystem>

namespace proctor {

/// $XDG_CONFIG_HOME/proctor, or ~/.config/proctor.
std::filesystem::path user_config_dir();
/// $XDG_STATE_HOME/proctor, or ~/.local/state/proctor: logs, and what failed last.
std::filesystem::path user_state_dir();
/// $XDG_CACHE_HOME/proctor, or ~/.cache/proctor: what can be made again.
std::filesystem::path user_cache_dir();
/// $HOME, or the home directory of the password database.
std::filesystem::path home_dir();
/// $TMPDIR, or /tmp.
std::filesystem::path temporary_dir();
/// The folder of the running program, symbolic links resolved.
std::filesystem::path program_dir();

/// Finds an executable file in a PATH-like list; empty if there is none.
std::filesystem::path find_in_path(std::string_view name, std::string_view path_list);

}  // namespace proctor
