// The options by which every command that runs something is told how to hold it.
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/options.hpp"
#include "config/overrides.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

/// The object must outlive the command's parsing.
void add_isolation_options(CLI::App& command, IsolationOptions& options);

/// INVALID_REQUEST for a value that is none, with the option's name.
Result<Overrides> overrides_from(const IsolationOptions& options);

/// The words that a command line needs to say the same again.
std::vector<std::string> words_of(const IsolationOptions& options);

}  // namespace proctor::cli
