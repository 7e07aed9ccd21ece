// `proctor golden`: a track's golden cases against what is written today.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace proctor::cli {

/// Adds the subcommand. If it's the one that was called, `run` is set.
void add_golden(CLI::App& app, std::function<int()>& run);

}  // namespace proctor::cli
