// Runs a plan's commands one after the other as one run: one deadline, one log, one outcome.
#pragma once

#include <chrono>

#include "framework/framework.hpp"
#include "run/containment.hpp"
#include "run/logs.hpp"
#include "run/run.hpp"

namespace proctor {

using Clock = std::chrono::steady_clock;

/// What is told of a run while it goes on.
struct Listeners {
  supervise::OutputSink output{};
  std::function<std::string(int client, std::string_view bytes)> channel{};
  std::function<std::optional<Clock::time_point>()> step_deadline{};
};

/// What two runs, one after the other, used together.
Usage add_up(Usage total, const Usage& one);

/// The time limit counts from `begin`: what was asked before the run counts against it.
supervise::Outcome run_commands(const framework::Plan& plan, const Request& request, const Engine& engine,
                                const Containment& containment, const Log& log, const Listeners& listeners,
                                Clock::time_point begin = Clock::now());

/// How a framework runs commands of its own: under the same care, cancelled with the run, without a log, and
/// not beyond `deadline`.
framework::SideRun side_runs(const Engine& engine, const Containment& containment,
                             Clock::time_point deadline = Clock::time_point::max());

std::chrono::milliseconds time_limit(const Request& request, const Engine& engine);

/// All commands of a plan, as a person would type them.
std::string command_line(const framework::Plan& plan);

RunInfo describe_run(const framework::Plan& plan, const supervise::Outcome& outcome, const Log& log);

}  // namespace proctor
