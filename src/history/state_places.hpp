// Where what proctor remembers is kept (runs, logs, what failed last, …): the user's state directory; where
// that can't be written to (an agent's sandbox), a directory of the user's own among the temporary files.
// Both are read. What a user trusts or has approved (config/trust.hpp, policy/approvals.hpp) is none of it:
// that is the state directory's alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace proctor::history {

struct StatePlaces {
  std::filesystem::path writable;               ///< empty: neither can be written to
  std::vector<std::filesystem::path> others{};  ///< to be read as well
  std::string warning{};  ///< one sentence, if `writable` isn't the user's state directory; else empty
};

/// Creates the directory that is written to. The one among the temporary files is used only if it is no
/// symbolic link, belongs to the user and nobody else may use it.
StatePlaces state_places();

/// The directory of this name ("logs") that is written to; whether or not it is there, or can be written to.
std::filesystem::path state_dir(const std::string& name);
/// The same in each place, the one that is written to first.
std::vector<std::filesystem::path> state_dirs(const std::string& name);
/// The files in them.
std::vector<std::filesystem::path> state_files(const std::string& name);

}  // namespace proctor::history
