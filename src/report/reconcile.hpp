// A command's exit code against what its output says about tests.
//
// A shell command may end with 0 although tests failed (`… | tail`, `… || true`). So an exit code of 0 is
// believed only if nothing that was printed contradicts it; another exit code is always believed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/judge.hpp"
#include "report/report.hpp"

namespace proctor {

/// What a command printed about tests, beside the suites in its Report.
struct TestEvidence {
  bool has_report = false;  ///< it is that of a known framework, so the answer has a report
  ReportState state{};
  Counts totals{};       ///< of all tests; more than the suites hold where only sums were printed
  bool complete = true;  ///< the suites hold every test that the totals count
  std::vector<std::string> failure_lines{};  ///< printed lines that say that tests failed; harmless, bounded
  std::string passed{};                      ///< a printed line by which tests passed and none failed
  bool in_doubt = false;                     ///< what it printed couldn't be looked at
  std::string none_ran{};    ///< a printed line by which its tool failed because it had no test to run
  std::string unfinished{};  ///< a printed line that shows that a run of tests broke off
  std::string unclosed{};    ///< a test runner that always closes its output with a sum, and has printed none
  std::string left_running{};  ///< a test runner that proctor had to end
  std::string untold{};        ///< why the exit code isn't the tests', of which nothing else tells; a clause

  /// Something says that tests failed, or couldn't run.
  bool shows_failure() const {
    return totals.failed > 0 || totals.errors > 0 || !failure_lines.empty() || state.cause.has_value();
  }
};

/// Sets report.termination and report.verdict, and returns the error of the answer: nothing for a command
/// that ended by itself with 0 and printed nothing that contradicts, otherwise by how it ended
///   0, but failures, a run of tests that broke off or has no
///   closing sum, a report that is cut off or broken, or a code that isn't the
///   tests' while nothing else tells of them                  TEST_INCONSISTENT
///   0, and a report in which no test ran, or none_ran        TEST_NONE_RAN
///   another code, and none_ran is all that is known          TEST_NONE_RAN
///   another code, or a signal                                COMMAND_FAILED
///   its time was up, or it made no progress                  TEST_TIMEOUT
///   it was cancelled                                         TEST_CANCELLED
///   a limit of memory or output                              TEST_LIMIT_EXCEEDED
///   it wasn't started: there is no shell to run it           TOOL_NOT_FOUND
///
/// The details say what is known: exit_code or signal, failed (names of tests), evidence (what was printed).
std::optional<Error> reconcile(const Termination& termination, Report& report, const TestEvidence& evidence);

}  // namespace proctor
