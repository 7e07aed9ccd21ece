// Crash safety: each call is written down before it starts, and its result after.
//
// A journal is one file a process, state/journal/PID-RANDOM.jsonl (mode 0600), locked for as long as the
// process lives. The next start recognises the journals of dead processes by their lock, tells which calls
// have no result, and removes what these left: processes that bear the run's tag, and its private directory.
// Nothing is run again. Commands stand in it with secrets masked. A journal of a newer version stays as it
// is.
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/unique_fd.hpp"

namespace proctor::tool {

struct JournalEntry {
  std::string run{};
  std::string tool{};
  std::string door{};
  std::string command{};  ///< secrets masked
  std::string workdir{};
  std::string tag{};                  ///< supervise::RunOptions::tag of its processes
  std::filesystem::path directory{};  ///< private to the run; empty: none
};

class Journal {
 public:
  Journal();
  /// A journal that holds no call without a result is removed.
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// INTERNAL_ERROR if it can't be written: then the call must not start, for nobody would clean up after it.
  Result<void> begin(const JournalEntry& entry);
  void end(const std::string& run, const std::string& result);

 private:
  Result<void> append(const json::object& line);
  Result<void> open();

  std::mutex mutex_{};
  std::filesystem::path file_{};
  UniqueFd fd_{};
  std::size_t open_calls_ = 0;
};

/// Cleans up after processes that died, and tells which of their calls have no result, one sentence each.
std::vector<std::string> recover_journals();

std::filesystem::path journal_dir();

}  // namespace proctor::tool
