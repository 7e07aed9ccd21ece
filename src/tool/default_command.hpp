// What runs where the caller names no command, and how a command is given to the platform's shell.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"
#include "policy/environment.hpp"

namespace proctor::tool {

using policy::Platform;

/// The platform that this program was built for.
Platform this_platform();

/// [tools.test] default_command_unix or default_command_windows.
const std::string& default_command(Platform platform, const Config::Tools::Test& config);

/// The program that runs commands.
struct Shell {
  std::string program;
  bool is_bash = false;
};

/// bash, if there is one and [tools.test] shell doesn't ask for sh; else /bin/sh, or cmd.exe.
Shell command_shell(Platform platform, const Config::Tools::Test& config);

/// What runs the command in it: {"/bin/bash", "--norc", "-c", command}.
std::vector<std::string> shell_command(const Shell& shell, const std::string& command);

/// Whether a shell would find nothing to do in it, only blanks and comments, and end with 0: that would be a
/// pass without a test.
bool is_blank_command(std::string_view command);

/// INVALID_REQUEST if the default command is a script that isn't there: says what would run instead, if a
/// framework is recognised in the workdir, and how to set another default.
Result<void> check_default_command(const std::string& command, const std::filesystem::path& workdir);

}  // namespace proctor::tool
