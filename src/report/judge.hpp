// The verdict: what a report says and how its run ended, reconciled.
//
// Pass only if the run ended by itself with a code that agrees, the report is complete, and at least one test
// ran. Whatever disagrees is not a pass, and is said. A false pass is the worst defect there can be, so the
// function is written as a list of reasons against one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "report/report.hpp"

namespace proctor {

/// What a reader knows about the report as a document.
struct ReportState {
  bool found = false;            ///< there was a document with test results, an empty one included
  bool truncated = false;        ///< it was cut off
  std::string malformed{};       ///< what is wrong with it; empty if nothing
  std::string instead{};         ///< what stood in its place, when it is known ("a gas report"); else empty
  std::string none_reason{};     ///< the framework's own words for why no test ran; else empty
  std::optional<Error> cause{};  ///< a known reason why no test could run (a compile error, a bad filter)
  bool cause_tells_end = false;  ///< it says how the run ended, too
  /// What the run printed last outside of its tests, some lines; empty if that isn't known. It explains a run
  /// that failed although no test did.
  std::string printed{};
  /// Tests of the project that the command knows of and didn't run, or whose results it can't tell, as a
  /// sentence; else empty.
  std::string left_out{};
  std::vector<std::string>
      not_wanted{};  ///< ids of tests that are there and weren't asked for; the first ones
};

/// Sets report.verdict, and returns the error of the envelope: nothing for a pass, and for a pass only.
/// `report.termination` says how the run ended; where that isn't known, the report alone is judged.
std::optional<Error> judge(Report& report, const ReportState& state);

/// Whether a limit has struck, but for those of time: another try would end in the same way.
bool is_limit(Termination::Kind kind);

/// What kept the run from starting: the sandbox, a tool that isn't there, or what this process lacks itself.
ErrorCode code_of_not_started(const Termination& termination);

}  // namespace proctor
