// Many submissions, side by side. What was done is written down as it is done, so that a batch that was
// killed goes on where it was when it's started again: no submission is lost, and none is tested twice but
// those that were being tested, or that have changed since.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "exercism/exercise.hpp"

namespace proctor::exercism {

/// One line of a batch's list: {"slug": "two-fer", "input": "…", "output": "…", "track": "python"}.
struct BatchEntry {
  std::size_t line = 0;  ///< from 1
  std::string text{};    ///< as it stands in the list
  Assignment assignment{};
};

/// Relative paths count from `base`. INVALID_REQUEST names the first bad line.
Result<std::vector<BatchEntry>> read_batch(const std::string& list, const std::filesystem::path& base);

struct BatchResult {
  const BatchEntry& entry;
  Result<Done> done;
  bool before = false;  ///< it was done by an earlier start
  std::chrono::milliseconds took{};
};

struct BatchOptions {
  std::size_t jobs = 1;
  /// Says what was done; removed at the end of a batch that is whole. Empty: nothing is written down.
  std::filesystem::path journal{};
};

/// Calls `tell` for each entry, from one thread at a time. INTERNAL_ERROR if the journal can't be written.
/// Stops with the tester's token: what isn't done then is for the next start.
Result<void> run_batch(const std::vector<BatchEntry>& entries, const BatchOptions& options,
                       const Tester& tester, const std::function<void(const BatchResult&)>& tell);

}  // namespace proctor::exercism
