#include "run/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "base/text.hpp"
#include "format/log_text.hpp"

namespace proctor {
namespace {

using std::chrono::milliseconds;
using Kind = Termination::Kind;

// The larger of two peaks: the commands run one after the other.
void take_peak(std::optional<std::uint64_t>& total, const std::optional<std::uint64_t>& one) {
  if (one) total = std::max(total.value_or(0), *one);
}

constexpr milliseconds kNoHurry = std::chrono::hours(24 * 365);

// At least a moment: a limit that is over is struck by the run itself.
milliseconds until(Clock::time_point deadline) {
  return std::max(milliseconds(1), std::chrono::duration_cast<milliseconds>(deadline - Clock::now()));
}

}  // namespace

Usage add_up(Usage total, const Usage& one) {
  total.wall += one.wall;
  total.user_cpu += one.user_cpu;
  total.system_cpu += one.system_cpu;
  take_peak(total.peak_memory_bytes, one.peak_memory_bytes);
  take_peak(total.peak_processes, one.peak_processes);
  // A sum without a part that isn't known would say too little.
  if (total.bytes_written && one.bytes_written) *total.bytes_written += *one.bytes_written;
  if (!one.bytes_written) total.bytes_written.reset();
  return total;
}

milliseconds time_limit(const Request& request, const Engine& engine) {
  if (request.debug && !request.timeout) return kNoHurry;
  return request.timeout.value_or(engine.config.limits.timeout);
}

supervise::Outcome run_commands(const framework::Plan& plan, const Request& request, const Engine& engine,
                                const Containment& containment, const Log& log, const Listeners& listeners,
                                Clock::time_point begin) {
  const milliseconds limit = time_limit(request, engine);
  const auto deadline = begin + limit;
  supervise::Outcome whole;
  bool first = true;
  for (const supervise::Command& command : plan.commands) {
    supervise::Limits limits = limits_from(engine.config, containment.level);
    limits.wall = until(deadline);
    limits.asked_wall = limit;
    supervise::RunOptions options;
    containment.apply(options, command);
    options.sink = listeners.output;
    if (request.debug) {
      limits.stall.reset();
      // Where the tool's standard output is its report it can't be the terminal as well.
      options.terminal = command.channel.empty() ? supervise::RunOptions::Terminal::input
                                                 : supervise::RunOptions::Terminal::all;
    }
    options.channel = listeners.channel;
    options.step_deadline = listeners.step_deadline;
    options.tag = engine.tag;
    if (first) options.log = log.path;  // of several, the first: they are reruns of single suites
    options.log_goes_on = log.goes_on;
    options.log_text = format::make_log_text(plan.printed_report);
    supervise::Outcome one = engine.supervisor.run(command, limits, engine.stop, options);
    whole.usage = first ? one.usage : add_up(whole.usage, one.usage);
    whole.left_behind.insert(whole.left_behind.end(), one.left_behind.begin(), one.left_behind.end());
    whole.log_written = whole.log_written || one.log_written;
    if (whole.log_error.empty()) whole.log_error = one.log_error;
    if (whole.shortage.empty()) whole.shortage = one.shortage;
    whole.isolation = std::move(one.isolation);  // the same for all
    if (one.hang) whole.hang = std::move(one.hang);
    whole.stopped_at = one.stopped_at;
    // The first that isn't content says how the whole ended; one that was stopped says it before any, since
    // what comes after it doesn't run.
    if (first || one.termination.kind != Kind::exited || whole.termination.code == 0)
      whole.termination = one.termination;
    first = false;
    if (one.termination.kind != Kind::exited) break;
  }
  return whole;
}

framework::SideRun side_runs(const Engine& engine, const Containment& containment,
                             Clock::time_point deadline) {
  // Side by side they may run, and each sweeps up what bears its tag: so each has one of its own.
  const auto counter = std::make_shared<std::atomic<int>>(0);
  return [&engine, containment, deadline, counter](const supervise::Command& command, milliseconds limit,
                                                   const supervise::OutputSink& sink) {
    supervise::Limits limits = limits_from(engine.config, containment.level);
    limits.wall = deadline == Clock::time_point::max() ? limit : std::min(limit, until(deadline));
    supervise::RunOptions options;
    containment.apply(options, command);
    options.sink = sink;
    if (!engine.tag.empty()) options.tag = fmt::format("{}.{}", engine.tag, ++*counter);
    return engine.supervisor.run(command, limits, engine.stop, options);
  };
}

std::string command_line(const framework::Plan& plan) {
  std::string line;
  for (const supervise::Command& command : plan.commands)
    line += (line.empty() ? "" : " && ") + shell_join(command.argv);
  return line;
}

RunInfo describe_run(const framework::Plan& plan, const supervise::Outcome& outcome, const Log& log) {
  RunInfo info;
  info.id = log.id;
  info.command = command_line(plan);
  info.workdir = plan.commands.front().workdir.string();
  info.usage = outcome.usage;
  if (outcome.log_written) info.log = log.path.string();
  info.left_behind = outcome.left_behind;
  info.isolation = outcome.isolation;
  return info;
}

}  // namespace proctor
