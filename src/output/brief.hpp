// An answer for a coding agent: short text within a budget of tokens, what matters first.
//
// The first line is the verdict. Everything that a test or a command could have written stands on one line,
// or indented, or behind "| ", so that it can't pass itself off as the verdict.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "report/report.hpp"

namespace proctor::output {

/// A TestResponse: the verdict with its counts, the first failures in full, the others by name, how to run
/// them again, and the run whose log has the rest (empty: there is none). At most `max_tokens` by
/// estimated_tokens().
std::string brief(const Answer& answer, std::size_t max_tokens, std::string_view log_run);

/// What became of a command, as plain values.
struct CommandBrief {
  std::string command;
  Termination termination{};
  std::chrono::milliseconds duration{};
  std::optional<Error> error{};    ///< nothing: it is fine
  const Report* report = nullptr;  ///< if the output is that of a known framework
  bool shows_tests = false;        ///< something that was printed, or a report, tells of a test that passed
  std::vector<std::string> evidence{};  ///< printed lines that say that tests failed
  std::string passed{};            ///< the printed line that says that tests passed; empty: there is none
  std::string_view output{};       ///< sanitised
  std::uint64_t output_bytes = 0;  ///< of all that was printed
  std::vector<LeftBehind> left_behind{};
  const Diagnostic* hang = nullptr;  ///< if it hung: the picture of it
  std::vector<std::string> warnings{};
  std::string run{};  ///< for read_log
  std::string log{};  ///< path of the whole output
};

/// "FAIL: exit code 1 after 12.3 s: npm test", why, the failing tests by name, what was left behind, and of
/// the output what fits: its beginning and, mostly, its end. "PASS" needs a test that passed: a command that
/// only ended well is "DONE".
std::string brief_command(const CommandBrief& answer, std::size_t max_tokens);

/// Such a text without what the command printed, which is shown elsewhere.
std::string without_output(std::string_view text);

}  // namespace proctor::output
