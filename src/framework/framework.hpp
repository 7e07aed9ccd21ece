// How a project's tests are run and their results are read: one object for one run.
//
// What is data about a framework stands in its framework.toml (definition.hpp). A class beside the data does
// only what is special. A framework gets to run commands of its own (to ask for a version, to list tests)
// through Context::side_run; it knows nothing of doors, answers in words, or other runs.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.hpp"
#include "framework/definition.hpp"
#include "framework/sharding.hpp"
#include "report/event.hpp"
#include "report/judge.hpp"
#include "report/report.hpp"
#include "request/request.hpp"
#include "supervise/supervise.hpp"
#include "workspace/workspace.hpp"

namespace proctor::framework {

/// Runs a command beside the main one, under the same care, for at most `limit`.
using SideRun = std::function<supervise::Outcome(
    const supervise::Command& command, std::chrono::milliseconds limit, const supervise::OutputSink& sink)>;

/// A submission of a learning site.
struct Exercise {
  std::string slug;
  std::vector<std::string> tests;              ///< test files, relative to the workspace's root
  std::vector<std::string> author_files = {};  ///< what else the author brings; a sandbox protects both
};

/// What a framework may know of the run that it plans.
struct Context {
  const Request& request;
  const Config& config;
  const Workspace& workspace;
  const EventSink& events;
  SideRun side_run;
  /// NAME=value: what a project in place inherits.
  const std::vector<std::string>& environment;
  std::vector<TestId> only;  ///< run just these; empty: what the request says
  std::vector<TestId>
      seen{};  ///< with `only`: run all but these as well, as far as the tool can tell of them
  std::chrono::steady_clock::time_point deadline{};  ///< of the whole run
  std::optional<Exercise> exercise{};                ///< none: a project
  TestTimes times{};                                 ///< with request.shard: how long tests took before

  /// How long the tests may take.
  std::chrono::milliseconds limit() const { return request.timeout.value_or(config.limits.timeout); }
};

/// What is to be run: one command after the other, their output read as one.
struct Plan {
  std::string
      phase{};  ///< what it is for, in the words of PhaseStarted; empty: the framework tells that itself
  std::string detail{};
  std::vector<supervise::Command> commands;
  /// The format of the report that they print. The log has it as the tool writes for people
  /// (format/log_text.hpp).
  std::string printed_report{};
  FrameworkInfo info;
  std::vector<std::string> warnings;
};

class Framework {
 public:
  virtual ~Framework() = default;

  /// Finds the tool, prepares the workspace and says what to run.
  virtual Result<Plan> plan(const Context& context) = 0;

  /// After plan(): all tests, as the tool tells them without running one. None: it can't, or it failed.
  virtual std::optional<std::vector<TestId>> list(const Context& context) {
    static_cast<void>(context);
    return std::nullopt;
  }

  /// Which shard the tests of this run are, once that is known.
  virtual std::optional<Shard> shard() const { return std::nullopt; }

  /// The output of the plan's commands, as it arrives.
  virtual void feed(Stream stream, std::string_view bytes) = 0;

  /// What a client of the commands' side channel wrote. Returns what it is answered.
  virtual std::string feed_channel(int client, std::string_view bytes) {
    static_cast<void>(client), static_cast<void>(bytes);
    return {};
  }

  /// When the step that goes on at the moment must have ended; none: that isn't limited.
  virtual std::optional<std::chrono::steady_clock::time_point> step_deadline() const { return std::nullopt; }

  /// After a plan was run: what is to be run next; none: that was all.
  virtual Result<std::optional<Plan>> next(const Context& context, const supervise::Outcome& outcome) {
    static_cast<void>(context), static_cast<void>(outcome);
    return std::optional<Plan>();
  }

  /// After the end: the results, what didn't run and why, and the additional reports that were asked for.
  virtual void finish(const Context& context, const supervise::Outcome& outcome, Report& report,
                      ReportState& state) = 0;
};

/// Whether the framework has words for Framework::list().
bool can_list(const Definition& definition);

/// The formats of results that a framework.toml may name.
std::vector<std::string> formats();

/// What runs a framework whose results have one of these formats.
std::unique_ptr<Framework> make_framework(const Definition& definition);

}  // namespace proctor::framework
