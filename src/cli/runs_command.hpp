// `proctor runs`: what is remembered of earlier runs.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace proctor::cli {

void add_runs(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
