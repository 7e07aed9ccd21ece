// The logs of runs: kept for a while where the memory is (history/state_places.hpp), bounded in number, age
// and size.
//
// Beside each RUN.log, which has the run's output, RUN.json notes what it was. The note is
// there from the run's beginning, so that a run with which proctor was killed is listed, too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "config/config.hpp"

namespace proctor {

struct Log {
  std::string id;              ///< of the run: when it began, and something random
  std::filesystem::path path;  ///< empty if there is no place for a log
  std::string obstacle{};      ///< why there is none although the configuration wants one
  bool goes_on = false;        ///< an earlier command of the run has written to it, which stays
};

/// Names a log and makes its directory; removes what is above Config::Logs, the oldest first, but none whose
/// run goes on. Failing to keep logs never fails a run.
Log new_log(const Config& config);

/// What is noted of a run for those who look for its log. All of it may be empty.
struct LogNote {
  std::string command;  ///< secrets masked
  std::string workdir;
  std::string result;  ///< "ok", an error code, "running", or "interrupted" if proctor was killed
  std::string
      terminal{};  ///< what of its output was a terminal to the command: "", "stdout", "stderr", "both"
};

/// A run from its beginning to its end, in the list of logs. Failing to note never fails a run.
class RunningLog {
 public:
  /// Notes the run, whatever result the note has. Where that fails, `log` loses its path, and has the
  /// obstacle.
  RunningLog(Log& log, LogNote note);
  /// A run that wasn't ended has failed.
  ~RunningLog();
  RunningLog(const RunningLog&) = delete;
  RunningLog& operator=(const RunningLog&) = delete;

  /// The last word. Forgets a run that printed nothing: it has no log to look for.
  void end(const LogNote& note);

 private:
  std::filesystem::path log_;  // empty: nothing is noted
  LogNote note_;
  UniqueFd lock_{};  // on the note, as long as the run goes on
};

struct KeptLog {
  std::string id;
  std::filesystem::path path;  ///< empty: the run printed nothing before it was interrupted, or hasn't yet
  std::uint64_t bytes = 0;
  LogNote note{};
};

/// The newest first.
std::vector<KeptLog> kept_logs();

/// The log of the run with this id; a part that means no other is enough (history/run_id.hpp).
/// INVALID_REQUEST (details.field "run") if the id is none, or there is no such log (any more).
Result<std::filesystem::path> find_log(const std::string& run);

/// Where new ones are written.
std::filesystem::path logs_dir();

}  // namespace proctor
