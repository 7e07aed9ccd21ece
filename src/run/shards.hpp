// A run that has a part of the tests (`--shard 3/10`): how long they took before, and what to answer where
// none fell into it. Which tests it has says framework/sharding.hpp.
#pragma once

#include <filesystem>
#include <optional>

#include "config/config.hpp"
#include "framework/definition.hpp"
#include "framework/sharding.hpp"
#include "report/report.hpp"
#include "request/request.hpp"

namespace proctor {

/// The times of a report (ShardWish::timings), else those of the project's last complete run. None where
/// tests are shared by count, or where no such run is remembered. INVALID_REQUEST: the report can't be read,
/// or it has no times; times were asked for, and none are known.
Result<framework::TestTimes> times_for(const ShardWish& wish, const std::filesystem::path& root,
                                       const framework::Definition& definition,
                                       const Config::History& history);

/// Whether there are tests, and none of them fell into this shard.
bool is_empty(const std::optional<Shard>& shard);

/// A shard without a test is a pass of nothing: a matrix of jobs needn't know how many tests there are. It
/// says so, has no test, and opens no gate, as no shard does.
Answer answer_of_empty(Report report, const Shard& shard);

}  // namespace proctor
