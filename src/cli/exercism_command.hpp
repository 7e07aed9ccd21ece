// `proctor exercism`: the Test Runner Interface of a learning site.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace proctor::cli {

/// Adds the command; `run` gets what it does once it was parsed.
void add_exercism(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
