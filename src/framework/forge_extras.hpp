// The reports that are got by running forge once more: gas and coverage. Each would replace or change the
// test results if it were asked for in the main run (`--gas-report --json` prints no results, coverage
// compiles without the optimizer), so the main run stays as it is.
#pragma once

#include <chrono>
#include <optional>
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
/// `forge test` fails for gas snapshots that differ (gas_snapshot_check), and with --json it doesn't look at
/// them: the tests run once more without. Nothing is written to the project. Returns why the run is no pass.
std::optional<Error> check_gas_snapshots(const Context& context,
                                         const std::vector<supervise::Command>& commands,
                                         std::chrono::milliseconds limit);

}  // namespace proctor::framework
