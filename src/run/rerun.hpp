// The command line that runs only what failed.
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"
#include "request/request.hpp"

namespace proctor {

/// Empty if nothing failed. Filters where one suite failed; where several did, filters would run more than
/// what failed, so the line is `--rerun-failed`.
std::string rerun_command(const Report& report, const Request& request,
                          const std::vector<std::string>& called_as);

}  // namespace proctor
