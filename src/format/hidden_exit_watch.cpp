#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "format/failure_counts.hpp"
#include "format/failure_sums.hpp"
#include "format/hidden_exit.hpp"
#include "format/line_cursor.hpp"
#include "format/line_form.hpp"
#include "format/said_words.hpp"

namespace proctor::format {
namespace {

// How runs end, those in which all passed: what is told of one test, or of the number of all, is no result.
constexpr std::array kEndsOfRuns = std::to_array<std::string_view>({
    "%*%n passed%*",
    "%*%n passing%*",
    "%*Passed:%_%n%*",
    "%*passed: %n%*",
    "0 fail",
    "%*tests passed%*",
    "%*%n test passed",
    "%*All tests pass%*",
    "All tests successful.",
    "Result: PASS",
    "%*OK (%*",
    "OK",
    "PASS",
    "PASSED",  // unittest, PHPUnit, Go
    "ok  %*s",
    "ok  %*s\tcoverage: %*",
    "ok  %*(cached)%*",                                                     // Go
    "{\"Time\":%*,\"Action\":\"pass\",\"Package\":\"%*\",\"Elapsed\":%*}",  //
    "DONE %n test%s in %*",
    "DONE %n test%s, %d skipped%*",  // gotestsum
    "test result: ok.%*",
    "Summary [%*passed%*",  // cargo, nextest
    "%*BUILD SUCCESS%*",
    "%*Tests run: %n, Failures: 0, Errors: 0%*",  // Maven, Gradle
    "# fail 0",
    "\xE2\x84\xB9 fail 0",  // node
    "\"failures\": 0,",     // mocha's JSON
    "%*%n example%s, 0 failures%*",
    "%*%n test%s, 0 failures%*",                         // RSpec, bats, ExUnit
    "%*%n runs, %d assertions, 0 failures, 0 errors%*",  // minitest
    "Executed %n test%s, with 0 failures %*",            // XCTest
    "Test Run Successful.",
    "%*Passed!%*",
    "%*[  PASSED  ]%*",  // dotnet, GoogleTest
});
// The last lines of runs in which all passed; what failed is told behind them. Lines that a filter picks
// don't tell what it left out.
constexpr std::array kLastLines = std::to_array<std::string_view>({
    "Total Test time (real) =%*",   // ctest
    "\xE2\x84\xB9 duration_ms %*",  // node
});
// One of these is in each of them, and in sums of pytest.
constexpr std::array kSignsOfResult = std::to_array<std::string_view>(
    {"ass", "ASS", "ok", "OK", " successful", "Successful", "DONE", "SUCCESS", "fail 0", "0 fail",
     "\"failures\": 0", "0 failures", "Failures: 0", "xfailed", "skipped", "deselected"});
// Documents in one line, which have the sums at their beginning or end.
constexpr std::array kDocuments =
    std::to_array<std::string_view>({"{\"num", "{\"version\":", "{\"created\": "});
constexpr std::size_t kLongestResult = 300;

bool begins_like_document(std::string_view line) {
  return std::any_of(kDocuments.begin(), kDocuments.end(),
                     [line](std::string_view begin) { return line.starts_with(begin); });
}

// ctest -V: "12: x". It judges each test by itself, also one that is to fail.
bool is_numbered(std::string_view line) {
  Cursor cursor(line);
  cursor.blanks();
  return cursor.number() && cursor.take(": ");
}

bool is_result(std::string_view line) {
  if (begins_like_document(line)) return true;
  if (line.size() > kLongestResult || has(line, "\"Test\":")) return false;  // an event of Go's, of one test
  static const FormSet ends(kEndsOfRuns);
  const bool possible = std::any_of(kSignsOfResult.begin(), kSignsOfResult.end(),
                                    [line](std::string_view sign) { return has(line, sign); });
  return possible && (ends.fits(line) || read_pytest_sum(line).has_value());
}

// Of a failed assertion in node, the last of what is told of a run.
constexpr std::string_view kEndOfDump = "code: 'ERR_ASSERTION',";

bool writes_to_stderr(std::string_view program) {
  constexpr std::array kPrograms = std::to_array<std::string_view>(
      {"jest", "unittest", "vitest", "cargo", "deno", "bun", "nose2", "swift"});
  return is_one_of(kPrograms, program);
}

bool is_last_line(std::string_view line) {
  static const FormSet lines(kLastLines);
  return (has(line, "Total Test") || has(line, "duration_ms")) && lines.fits(line);
}

}  // namespace

HiddenExitWatch::HiddenExitWatch(std::string_view command) {
  for (HiddenExit& exit : hidden_exits(command)) exits_.push_back({.exit = std::move(exit)});
}

void HiddenExitWatch::line(std::string_view line) {
  if (exits_.empty() || line.empty()) return;
  anything_ = true;
  for (Of& of : exits_) {
    const auto passed = passed_by(of.exit.said, line);
    if (!passed) continue;
    if (!*passed) {
      of.failure_line = line;
    } else if (!of.exit.in_loop) {
      of.failure_line.clear();
    }
    of.passed = of.failure_line.empty();
  }
  Results& results = is_numbered(line) ? numbered_results_ : results_;
  if (!results.passed) results.passed = is_result(trim(line)) || tap_.line(line);
  if (!results.failed) results.failed = counts_failures(line);
  dump_ = dump_ || trim(line) == kEndOfDump;
  ended_ = ended_ || is_last_line(trim(line));
}

void HiddenExitWatch::long_line(std::string_view begin) {
  anything_ = true;
  results_.passed = results_.passed || begins_like_document(begin);
}

bool HiddenExitWatch::Tap::line(std::string_view line) {
  Cursor cursor(line);
  if (cursor.take("1..")) {
    planned = cursor.number().value_or(0);
  } else if (cursor.take("ok ") || cursor.take("not ok ")) {
    if (cursor.number()) ++seen;
  }
  return planned > 0 && planned == seen;
}

HiddenExitWatch::Seen HiddenExitWatch::finish(bool none_ran, bool cut) const {
  Seen seen;
  // Failures that stand behind some prefix aren't recognised as such, while a result may be.
  const bool results =
      !results_.failed && (results_.passed || (numbered_results_.passed && !numbered_results_.failed));
  for (const Of& of : exits_) {
    if (seen.failure_line.empty()) seen.failure_line = of.failure_line;
    if (of.passed || !of.failure_line.empty() || of.exit.said.when == HiddenExit::Said::When::if_failed)
      continue;
    // Where it found nothing, that tells something.
    const bool passed = results || (ended_ && !results_.failed && !of.exit.picks_lines);
    const bool unseen = of.exit.is_unseen && of.exit.is_framework && !writes_to_stderr(of.exit.program);
    const bool told = of.exit.shows_failures                      ? passed || none_ran || !anything_
                      : unseen                                    ? false
                      : of.exit.is_framework || of.exit.is_unseen ? (none_ran || passed) && !cut
                                                                  : anything_ && (passed || !dump_);
    if (told || !seen.untold.empty()) continue;
    seen.untold = fmt::format(
        "nothing tells whether its tests passed: the exit code isn't that of `{}`, which `{}` hides, and the "
        "output has no result of them (leave that away, or let them print it)",
        of.exit.runner, of.exit.by);
  }
  return seen;
}

}  // namespace proctor::format
