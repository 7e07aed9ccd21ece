// What the history says, for a person: runs and tests as tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output/terminal.hpp"
#include "report/report.hpp"

namespace proctor::output {

/// A line of `proctor runs`.
struct RunRow {
  std::string id;   ///< as short as it may be written
  std::string age;  ///< "2 h"
  Verdict verdict = Verdict::error;
  std::string code;  ///< of an error
  Counts counts{};
  std::chrono::milliseconds wall{};
  std::string project;  ///< empty: all are of one
  std::string command;
};
std::string runs_table(const std::vector<RunRow>& rows, const TerminalStyle& style);

/// Of a test, the oldest first.
struct TestRow {
  TestName name;
  std::vector<Status> results{};
  std::vector<double> durations_ms{};
};

/// "▁▂▇": each of the durations, the longest as a whole block.
std::string sparkline(const std::vector<double>& durations);
/// "✓✗·": passed, failed, skipped.
std::string result_marks(const std::vector<Status>& results);

/// A heading with tests below it; nothing if there are none. `durations`: the sparkline has these and not the
/// results.
std::string tests_table(const std::string& heading, const std::vector<TestRow>& rows, bool durations,
                        const TerminalStyle& style);

/// A heading with names below it, at most so many; nothing if there are none.
std::string names_list(const std::string& heading, const std::vector<TestName>& tests, std::size_t most,
                       const TerminalStyle& style);

}  // namespace proctor::output
