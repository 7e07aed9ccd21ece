// Another try for tests that failed (--retries).
#pragma once

#include <functional>

#include "report/judge.hpp"
#include "report/report.hpp"
#include "request/request.hpp"

namespace proctor {

/// Runs the tests that failed again, up to `request.retries` times, as long as some of them haven't passed.
/// `run` runs a request. A test that passes then is marked flaky; it counts as passed unless
/// `request.flaky_fails`. Its reason stays that of the first failure. Only tests that failed in a run with a
/// proper end are tried again: a run that crashed, was stopped or couldn't be built stays as it is, and a try
/// that comes to no proper end counts for nothing.
void retry_failed(Report& report, const ReportState& state, const Request& request,
                  const std::function<Answer(const Request&)>& run);

}  // namespace proctor
