// `proctor config --show`: which settings hold here, and where each stands.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace proctor::cli {

void add_config(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
