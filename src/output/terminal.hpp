// The report for a person in front of a terminal: what failed first, the verdict last.
//
// Everything that a test, a compiler or a process could have written goes through for_terminal() and stands
// indented, so that no hostile output can control the terminal or pass itself off as the verdict.
#pragma once

#include <cstddef>
#include <string>

#include "report/report.hpp"

namespace proctor::output {

struct TerminalStyle {
  bool color = false;
  std::size_t width = 80;  ///< columns of the terminal; 0: not known, nothing is wrapped
  bool verbose = false;    ///< every test, every line, and what the run used
};

/// The whole report, ending in a newline. A pass is short.
std::string to_terminal(const Answer& answer, const TerminalStyle& style);

}  // namespace proctor::output
