// `proctor merge`.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace proctor::cli {

void add_merge(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
