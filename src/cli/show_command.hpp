// `proctor show`: a results.json as a site shows it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace proctor::cli {

/// Adds the subcommand. If it's the one that was called, `run` is set.
void add_show(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
