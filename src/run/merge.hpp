// Several reports as one answer (`proctor merge`): of shards, or of runs that have nothing to do with each
// other.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"
#include "run/any_report.hpp"

namespace proctor {

/// What keeps reports of shards from being one whole run: one is missing, or there twice, they are of
/// different numbers of shards, or they shared other tests or in another way. Empty: nothing. Reports that
/// are of no shard don't matter.
std::vector<std::string> problems_of_shards(const std::vector<AnyReport>& reports);

/// All results, and one error: the worst of them. Cancelled weighs more than a limit that struck, that more
/// than what went wrong, and that more than tests that failed.
///
/// A test that several shards have has one result, the worst (what nobody knew of before it ran may run in
/// each). One that reports of no shard have was run several times, on several machines say: each result
/// stays, and the suite's name has the report's behind it.
Answer merge_reports(std::vector<AnyReport> reports);

}  // namespace proctor
