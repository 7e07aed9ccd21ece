// One run on its way into the history.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "config/config.hpp"
#include "history/history.hpp"
#include "history/kept_run.hpp"
#include "report/report.hpp"
#include "request/request.hpp"

namespace proctor::history {

/// Whether a request asks for every test of the project.
bool is_complete(const Request& request);

/// "test --filter stock test/a.py": what a person would have typed.
std::string describe(const Request& request);

/// Failing to record never fails a run: it becomes a warning of the report.
class Recording {
 public:
  /// Before the run: `run` has the project, the door, the command, whether all was asked for, the digest of
  /// the tree before and where it stands in git. Of `files` the tree is made.
  Recording(const Config::History& bounds, KeptRun run, const std::vector<TreeFile>& files = {});

  /// After the run and before the answer is given: compares it with the last one, marks what is new, and
  /// writes the record, in which `mask` has the last word. `digest_after`: of the tree, now.
  /// Nothing happens for an answer without a report: nothing ran.
  void finish(Answer& answer, const std::string& digest_after = {},
              const std::function<void(Answer&)>& mask = {});

 private:
  std::optional<History> history_{};  // none: there is no memory
  KeptRun run_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::string obstacle_{};
};

/// To be called when the answer was given: adds new records to the index and removes what is above the
/// bounds. What goes wrong is for the next run to find out.
void catch_up(const Config::History& bounds) noexcept;

}  // namespace proctor::history
