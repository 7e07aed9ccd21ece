// The logs of runs: the newest so many are kept in the user's state directory.
#pragma once

#include <filesystem>
#include <string>

#include "config/config.hpp"

namespace proctor {

struct Log {
  std::string id;              ///< of the run: when it began, and something random
  std::filesystem::path path;  ///< empty if there is no place for a log
};

/// Names a log and makes its directory; removes the oldest above Config::Logs::keep. Failing to keep logs
/// never fails a run.
Log new_log(const Config& config);

std::filesystem::path logs_dir();

}  // namespace proctor
