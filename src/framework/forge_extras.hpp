// The reports that are got by running forge once more: gas and coverage. Each would replace or change the
// test results if it were asked for in the main run (`--gas-report --json` prints no results, coverage
// compiles without the optimizer), so the main run stays as it is.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "framework/framework.hpp"
#include "report/report.hpp"

namespace proctor::framework {

/// `command` is the main run's. What goes wrong becomes a warning: the test results stand.
void add_gas_report(const Context& context, supervise::Command command, std::chrono::milliseconds limit,
                    Report& report);
void add_coverage(const Context& context, supervise::Command command, std::chrono::milliseconds limit,
                  Report& report);

}  // namespace proctor::framework
