// Where runs are kept: the user's state directory; where that can't be written to (an agent's sandbox), a
// directory of the user's own among the temporary files. Both are read.
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

}  // namespace proctor::history
