// `proctor init`: registers proctor's hook and its MCP server with coding agents.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace proctor::cli {

void add_init(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
