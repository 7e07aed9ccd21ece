// The options of `proctor test` by which tests run more than once, or again by themselves.
#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "request/request.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

void add_loop_options(CLI::App& command, LoopOptions& options);

/// Puts --retries, --flaky-result and --changed into a request. INVALID_REQUEST for a number that is out of
/// bounds, and for what can't be had together.
Result<void> apply(const TestOptions& options, Request& request);

}  // namespace proctor::cli
