// Runs a plan's commands one after the other as one run: one deadline, one log, one outcome.
#pragma once

#include "framework/framework.hpp"
#include "run/logs.hpp"
#include "run/run.hpp"

namespace proctor {

supervise::Outcome run_commands(const framework::Plan& plan, const Request& request, const Engine& engine,
                                const Log& log, const supervise::OutputSink& sink);

/// How a framework runs commands of its own: under the same care, cancelled with the run, without a log.
framework::SideRun side_runs(const Engine& engine);

RunInfo describe_run(const framework::Plan& plan, const supervise::Outcome& outcome, const Log& log);

}  // namespace proctor
