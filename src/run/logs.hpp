// The logs of runs: kept for a while in the user's state directory, bounded in number, age and size.
//
// Beside each RUN.log, which has the raw bytes of the run's output, RUN.json notes what it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "config/config.hpp"

namespace proctor {

struct Log {
  std::string id;              ///< of the run: when it began, and something random
  std::filesystem::path path;  ///< empty if there is no place for a log
};

/// Names a log and makes its directory; removes what is above Config::Logs, the oldest first, but none whose
/// run goes on. Failing to keep logs never fails a run.
Log new_log(const Config& config);

/// What is noted of a run for those who look for its log. All of it may be empty.
struct LogNote {
  std::string command;  ///< secrets masked
  std::string workdir;
  std::string result;  ///< "ok", an error code, or "interrupted" if proctor died
};

/// Failing to note never fails a run.
void note(const Log& log, const LogNote& note);

struct KeptLog {
  std::string id;
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  LogNote note{};
};

/// The newest first.
std::vector<KeptLog> kept_logs();

/// The log of a run. INVALID_REQUEST (details.field "run") if the id is none, or there is no such log (any
/// more).
Result<std::filesystem::path> find_log(const std::string& run);

std::filesystem::path logs_dir();

}  // namespace proctor
