#include "output/progress_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/text.hpp"
#include "output/columns.hpp"

namespace proctor::output {
namespace {

// Names and numbers of suites are up to hostile code; a status line needs neither all of them nor all of one.
constexpr std::size_t kLongestShownName = 120;
constexpr std::size_t kMostRunning = 1000;

std::string name_of(std::string_view name) {
  return cut(one_line(name.substr(0, utf8_prefix(name, 4 * kLongestShownName))), kLongestShownName);
}

struct Apply {
  ProgressState& state;

  void operator()(const PhaseStarted& event) const {
    state.phase = name_of(event.phase);
    state.detail = name_of(event.detail);
    state.running.clear();
  }
  void operator()(const SuitesFound& event) const { state.suites = event.count; }
  void operator()(const SuiteStarted& event) const {
    if (state.running.size() < kMostRunning) state.running.push_back(name_of(event.name));
  }
  void operator()(const SuiteFinished& event) const {
    ++state.suites_done;
    is_over(event.name);
  }
  void operator()(const TestsFound& event) const { state.tests = event.count; }
  void operator()(const TestStarted& event) const {
    if (state.running.size() < kMostRunning) state.running.push_back(name_of(event.name));
  }
  void operator()(const TestFinished& event) const {
    ++state.tests_done;
    if (event.failed()) ++state.failed;
    is_over(event.name);
  }

  void is_over(std::string_view name) const {
    const auto found = std::find(state.running.begin(), state.running.end(), name_of(name));
    if (found != state.running.end()) state.running.erase(found);
  }
};

}  // namespace

void ProgressState::apply(const Event& event) {
  std::visit(Apply{*this}, event);
}

std::string progress_line(const ProgressState& state, std::chrono::milliseconds since_phase) {
  std::string line = state.phase;
  if (state.phase == "testing" && state.suites > 0) {
    // More can finish than were announced; "12/11" would only puzzle.
    line += fmt::format(" {}/{} suites", state.suites_done, std::max(state.suites, state.suites_done));
  } else if (state.phase == "testing" && state.suites_done > 0) {
    line += fmt::format(" {} {}", state.suites_done, state.suites_done == 1 ? "suite" : "suites");
  } else if (state.phase == "testing" && state.tests_done + state.tests > 0) {
    if (state.tests > 0) {
      line += fmt::format(" {}/{} tests", state.tests_done, std::max(state.tests, state.tests_done));
    } else {
      line += fmt::format(" {} {}", state.tests_done, state.tests_done == 1 ? "test" : "tests");
    }
    if (state.failed > 0) line += fmt::format(", {} failed", state.failed);
  } else if (!state.detail.empty()) {
    line += " " + state.detail;
  }
  if (!state.running.empty()) line += " · " + state.running.back();
  return line + " · " + format_duration(since_phase);
}

}  // namespace proctor::output
