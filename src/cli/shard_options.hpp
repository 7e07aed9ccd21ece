// The options of `proctor test` by which several runs share the tests.
#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "request/request.hpp"

namespace CLI {
class App;
}

namespace proctor::cli {

void add_shard_options(CLI::App& command, ShardOptions& options);

/// Puts them into a request. INVALID_REQUEST for what is no part of a whole, and for what every shard would
/// choose by itself.
Result<void> apply_shard(const TestOptions& options, Request& request);

}  // namespace proctor::cli
