// The command line that runs only what failed.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"
#include "request/request.hpp"

namespace proctor {

/// Empty if nothing failed, or nobody typed a command line (`called_as` is empty). Names each failed test;
/// where these are many, and just those that are remembered for the project (`remembered`, sorted), it is
/// `--rerun-failed`.
std::string rerun_command(const Report& report, const Request& request,
                          const std::vector<std::string>& called_as, const std::vector<TestId>& remembered);

}  // namespace proctor
