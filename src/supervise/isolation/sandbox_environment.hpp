// What changes in a command's environment when it runs in a sandbox. docs/environment.md is the contract.
#pragma once

#include <string>
#include <vector>

namespace proctor::supervise {

class View;

/// HOME, TMPDIR, USER and LOGNAME mean the sandbox's own; TMP, TEMP and XDG_* go. Those of them that name a
/// directory which is there in the sandbox stay as they are. What tools such as rustup find below the HOME
/// outside, and can be seen inside, they are told of (RUSTUP_HOME). LeakSanitizer is switched off unless
/// something is said about it, because it has to trace processes.
std::vector<std::string> sandbox_environment(const std::vector<std::string>& environment, const View& view);

}  // namespace proctor::supervise
