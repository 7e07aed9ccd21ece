// What runs where the caller names no command.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "config/config.hpp"
#include "policy/environment.hpp"

namespace proctor::tool {

using policy::Platform;

/// [tools.test] default_command_unix or default_command_windows.
const std::string& default_command(Platform platform, const Config::Tools::Test& config);

/// Whether a shell would find nothing to do in it, only blanks and comments, and end with 0: that would be a
/// pass without a test.
bool is_blank_command(std::string_view command);

/// INVALID_REQUEST if the default command is a script that isn't there: says what would run instead, if a
/// framework is recognised in the workdir, and how to set another default.
Result<void> check_default_command(const std::string& command, const std::filesystem::path& workdir);

}  // namespace proctor::tool
