// `proctor mcp`: the tools for a client that speaks the Model Context Protocol over stdin and stdout.
#pragma once

#include <string>

#include "cli/options.hpp"

namespace proctor::cli {

struct McpOptions {
  std::string root{};    ///< of the project; the current directory if empty
  std::string config{};  ///< read this proctor.toml alone
  IsolationOptions isolation{};
};

/// Serves until the client closes stdin or a signal comes, and returns 0.
int run_mcp(const McpOptions& options);

}  // namespace proctor::cli
