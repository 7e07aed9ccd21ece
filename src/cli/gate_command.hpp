// `proctor gate`: whether the tests have passed for what lies there.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace proctor::cli {

/// The exit code of the gate's own trouble. 2 would mean that what it was asked about must not pass.
inline constexpr int kGateTrouble = 1;

void add_gate(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
