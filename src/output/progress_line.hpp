// What a run is doing at the moment, as one line of text: events go in, words come out. No clock, no
// terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "report/event.hpp"

namespace proctor::output {

struct ProgressState {
  std::string phase{};  ///< empty: nothing has begun yet
  std::string detail{};
  std::size_t suites = 0;  ///< 0: not known
  std::size_t suites_done = 0;
  std::size_t tests = 0;  ///< 0: not known
  std::size_t tests_done = 0;
  std::size_t failed = 0;
  std::vector<std::string>
      running{};  ///< suites or tests that have started and not finished, the latest last

  void apply(const Event& event);
};

/// "testing 3/11 suites · InvariantTest · 4.2 s", "testing 7/20 tests, 1 failed · test_a.py::test_b · 4.2 s".
/// Names come from hostile code and are made harmless.
std::string progress_line(const ProgressState& state, std::chrono::milliseconds since_phase);

}  // namespace proctor::output
