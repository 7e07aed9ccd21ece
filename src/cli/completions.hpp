// Completion scripts for shells, made from the command line's own description.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace proctor::cli {

/// `shell` is bash, zsh or fish.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace proctor::cli
