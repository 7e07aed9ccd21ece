// Remembers which tests of a project failed last, because `forge test --json` never does.
//
// As with pytest's --last-failed: a failure is forgotten when its test passes, or is gone; tests that a run
// leaves out stay as they were.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "report/report.hpp"
#include "request/test_id.hpp"
#include "run/test_list.hpp"

namespace proctor {

class LastFailed {
 public:
  explicit LastFailed(const std::filesystem::path& project_root);

  std::vector<TestId> load() const;
  /// Of these, what failed outside of tests: files that can't be loaded, packages that can't be built.
  std::vector<TestId> broken() const;
  /// Takes the results of a run in. `gone` are tests to forget. If that can't be written, nothing is
  /// remembered any more: what failed before says nothing of this run. A failure to remember never fails the
  /// run.
  Result<void> remember(const Report& report, const std::vector<TestId>& gone = {}) const;
  /// Why failures of this project can't be remembered or read, in the system's words; nothing if they can.
  Result<void> usable() const;
  const TestList& list() const { return list_; }

 private:
  TestList list_;
};

/// Those of the tests that were asked for which aren't there any more: the report, of a run that could run
/// them, has neither a result for them nor a reason why there is none.
std::vector<TestId> gone_tests(const Report& report, const std::optional<Error>& error,
                               const std::vector<TestId>& asked);

/// The failed tests of a report; a whole suite (empty name) where its preparation failed.
std::vector<TestId> failed_tests(const Report& report);

/// Those, and the tests that have no result for another reason than their author's wish.
std::vector<TestId> tests_to_rerun(const Report& report);

}  // namespace proctor
