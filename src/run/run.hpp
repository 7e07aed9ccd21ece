// The way of one run, from a Request to an Answer. This is the one place that knows the whole of it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "framework/framework.hpp"
#include "report/event.hpp"
#include "report/report.hpp"
#include "request/request.hpp"
#include "run/logs.hpp"
#include "supervise/supervise.hpp"
#include "workspace/workspace.hpp"

namespace proctor {

/// What a run needs beside its request.
struct Engine {
  const Config& config;
  supervise::Supervisor& supervisor;
  EventSink events{};
  std::stop_token stop{};
  /// NAME=value: what a project in place inherits; none: all that this process has.
  std::optional<std::vector<std::string>> environment{};
  std::optional<Log> log{};              ///< where the output goes; none: a new one
  std::string tag{};                     ///< of the main run's processes (supervise::RunOptions::tag)
  std::vector<std::string> called_as{};  ///< the command line that a person would run this request with
  std::string door = "test";             ///< through which it came, for the history
  std::function<void(Answer&)> mask{};   ///< takes secrets out of what is kept of the answer
};

/// Tests whose place and framework are settled already.
struct Job {
  Workspace workspace;
  const framework::Definition& definition;
  std::optional<framework::Exercise> exercise{};  ///< none: a project
  std::filesystem::path memory{};  ///< what is remembered of its tests goes by this; empty: by its root
};

/// Never throws: what goes wrong is in the answer.
Answer run_tests(const Request& request, const Engine& engine) noexcept;

/// The same for such a job: of the request, filters, limits and the like count.
Answer run_tests(Job& job, const Request& request, const Engine& engine) noexcept;

}  // namespace proctor
