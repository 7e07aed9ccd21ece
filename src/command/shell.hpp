// The shell that runs a line, and how the line is given to it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"
#include "policy/environment.hpp"

namespace proctor::command {

using policy::Platform;

/// The platform that this program was built for.
Platform this_platform();

/// The program that runs commands.
struct Shell {
  std::string program;
  bool is_bash = false;
};

/// bash, if there is one and [tools.test] shell doesn't ask for sh; else /bin/sh, or cmd.exe.
Shell command_shell(Platform platform, const Config::Tools::Test& config);

/// The shell that a person uses: `name` ($SHELL) if that is a bash or a zsh, else bash, else /bin/sh.
Shell users_shell(const std::string& name);

/// What runs the command in it: {"/bin/bash", "--norc", "-c", command}. No startup file is read.
std::vector<std::string> shell_command(const Shell& shell, const std::string& command);

/// What stands for the command behind -c. Linux takes no argument of more than 128 KiB: a longer command is
/// read by the same shell from a file in `directory`, where it means the same.
Result<std::string> as_argument(const std::string& command, const std::filesystem::path& directory);

}  // namespace proctor::command
