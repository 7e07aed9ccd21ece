// `proctor test --watch`: the tests run again whenever a file of the project changes.
//
// A run that has begun goes on to its end, whatever changes meanwhile; the next one follows. What failed runs
// first, alone, and the rest once that passes. Which changes a run makes itself: watch/own_output.hpp.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "report/report.hpp"
#include "request/test_id.hpp"
#include "supervise/supervise.hpp"

namespace proctor::cli {

/// One run of those that a watch starts.
struct WatchedRun {
  std::optional<std::string> filter{};  ///< in place of --filter
  std::vector<TestId> only{};           ///< these alone; empty: what the command line says
};

/// What the loop needs of `proctor test`.
struct Watched {
  std::filesystem::path root;  ///< the project
  bool clear = false;          ///< the screen, before each run
  bool quiet = false;          ///< no notes on stderr
  std::function<Answer(const WatchedRun& run, std::stop_token stop)> run;
  std::function<int(const Answer& answer)> print;  ///< returns the exit code that goes with it
};

/// Runs and waits until the person quits (the exit code is that of the last answer) or `stop` comes (that of
/// a cancelled run). Ends at once if the first run is refused as a bad request.
int watch_tests(const Watched& watched, supervise::Supervisor& supervisor, const std::stop_token& stop);

}  // namespace proctor::cli
