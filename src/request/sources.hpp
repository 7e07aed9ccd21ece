// The rules for uploaded files: nothing may be written outside of the directory that is made for them.
#pragma once

#include "request/request.hpp"

namespace proctor {

/// Refuses empty, absolute, backslash, NUL, control-character and `..` paths, paths that name the same file
/// or pass through another file, and what exceeds the limits. INVALID_REQUEST names the path.
Result<void> check_sources(const Sources& sources, const UploadLimits& limits);

/// The path without empty and `.` parts ("a//./b" is "a/b"), or why it can't be one.
Result<std::string> normal_source_path(std::string_view path);

}  // namespace proctor
