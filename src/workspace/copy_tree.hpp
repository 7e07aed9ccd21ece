// Copies a directory tree that somebody else made.
#pragma once

#include <filesystem>

#include "base/error.hpp"
#include "request/request.hpp"

namespace proctor {

/// Into an existing directory. What is there is only read. Files get mode 0600, or 0700 if they may be run.
/// Symbolic links to something within the tree become what they lead to; those that lead out of it or back to
/// a directory they stand in are passed over, and so are sockets, pipes and devices. INVALID_REQUEST if
/// something can't be read or a limit is passed.
Result<void> copy_tree(const std::filesystem::path& from, const std::filesystem::path& to,
                       const UploadLimits& limits);

}  // namespace proctor
