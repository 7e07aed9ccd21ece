// Where a tool may work: inside of one of the allowed roots.
#pragma once

#include <filesystem>
#include <vector>

#include "base/error.hpp"

namespace proctor::policy {

/// Whether a path lies in a directory or is it, name by name: /a/bc isn't inside /a/b. Both without symbolic
/// links.
bool lies_inside(const std::filesystem::path& path, const std::filesystem::path& directory);

/// The workdir without symbolic links. Relative ones are relative to the project, an empty one is the
/// project. INVALID_REQUEST (details.field = "workdir") unless it is a directory inside the project or one of
/// the roots.
///
/// This looks at the file system once; what runs has to be started in the path that comes back, and looked at
/// again (check_unmoved) if time has passed since.
Result<std::filesystem::path> resolve_workdir(const std::filesystem::path& workdir,
                                              const std::filesystem::path& project,
                                              const std::vector<std::filesystem::path>& roots);

/// INVALID_REQUEST if a path that resolve_workdir gave leads elsewhere by now: to what nobody has looked at.
Result<void> check_unmoved(const std::filesystem::path& workdir);

}  // namespace proctor::policy
