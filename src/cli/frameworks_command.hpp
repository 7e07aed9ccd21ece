// `proctor frameworks` and `proctor warm`: what is known, what can be used here, and its preparation.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace proctor::cli {

/// Adds both commands; `run` gets what the one that was given does.
void add_frameworks(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
