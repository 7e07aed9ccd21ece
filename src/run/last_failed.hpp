// Remembers which tests of a project failed last, because `forge test --json` never does.
//
// As with pytest's --last-failed: a failure is forgotten when its test passes, or is gone; tests that a run
// leaves out stay as they were.
#pragma once

#include <filesystem>
#include <vector>

#include "framework/framework.hpp"
#include "report/report.hpp"

namespace proctor {

class LastFailed {
 public:
  explicit LastFailed(const std::filesystem::path& project_root);

  std::vector<framework::TestId> load() const;
  /// Takes the results of a run in. A failure to remember never fails the run.
  void remember(const Report& report) const;

 private:
  std::filesystem::path file_;
};

/// The failed tests of a report; a whole suite (empty name) where its preparation failed.
std::vector<framework::TestId> failed_tests(const Report& report);

}  // namespace proctor
