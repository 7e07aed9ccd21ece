// Commands within the words of others: "sh -c 'cd a; pytest'", "eval 'pytest'", "find -exec pytest {} +".
#pragma once

#include <vector>

#include "format/shell_steps.hpp"

namespace proctor::format {

/// Makes lists of what is run by a shell, by `eval`, `script`, `ssh` and `find`, and to set a variable. False
/// where that can't be told, and where the output of tests decides what is done.
bool open_inner_commands(std::vector<ShellStep>& steps);

}  // namespace proctor::format
