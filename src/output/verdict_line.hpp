// The verdict on a command in one line.
#pragma once

#include <string>

#include "report/reconcile.hpp"
#include "report/report.hpp"

namespace proctor::output {

/// What became of a command, as plain values.
struct CommandVerdict {
  const Termination& termination;
  const Answer& answer;
  const TestEvidence& evidence;
  bool has_tests = false;    ///< a test runner is in the command, or something shows that tests ran
  bool shows_tests = false;  ///< something shows a test that passed
  std::string news{};        ///< against the run before: "2 new"; empty: nothing is known of it
  std::string run{};         ///< id of the run, whose log is kept; empty: none is
  std::string rerun{};       ///< runs what failed once more; empty: nobody knows how
  std::size_t ended = 0;     ///< processes that outlived the command
};

/// "FAIL 3 of 512 failed (2 new): a, b, c, run 7f3k, rerun: …". Without a new line, harmless and bounded;
/// "PASS" needs a test that passed.
std::string verdict_line(const CommandVerdict& verdict);

}  // namespace proctor::output
