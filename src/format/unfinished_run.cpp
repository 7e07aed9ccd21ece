#include "format/unfinished_run.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.hpp"
#include "format/line_cursor.hpp"
#include "format/line_form.hpp"
#include "format/runner_command.hpp"

namespace proctor::format {
namespace {

constexpr std::size_t kMostForms = 5;

using FormList = std::array<std::string_view, kMostForms>;

// In the language of line_form.hpp, without the blanks around a line.
struct RunForms {
  std::string_view begins;
  FormList ends;
  FormList shown_by{};  // if there are any, such a line has to be there too, for prose looks like `begins`
};

constexpr std::array kRuns = std::to_array<RunForms>({
    {"==%*= test session starts =%*==",
     {"==%* in %*s ==%*", "==%* in %*s (%*) ==%*", "Results (%*"}},                            // pytest
    {"running %d test%s", {"test result: %*"}, {"test %* ... %*", "Running %*(%*/deps/%*)"}},  // cargo
    {"Test project /%*",
     {"%d%% tests passed, %*", "No tests were found!!!", "Total Tests: %d"},
     {"Start%_%d: %*"}},  // ctest
    {"TAP version 1%d", {"1..%d%*", "Bail out!%*"}},
    {"********* Start testing of %* *********", {"********* Finished testing of %* *********"}},  // Qt Test
    {"[INFO] Scanning for projects...", {"[INFO] BUILD %*"}},                                     // Maven
});

// Programs that leave lines out or put them into another order.
constexpr std::array kFilters =
    std::to_array<std::string_view>({"head", "grep", "egrep", "fgrep", "rg", "ag", "ack", "sed", "awk",
                                     "gawk", "mawk", "jq", "cut", "sort", "uniq", "tac", "shuf"});

// Whether it calls such a program: behind a pipe, or of what was kept in a file.
bool leaves_lines_out(std::string_view command) {
  bool begins = true;  // a word here is that of a program
  while (!command.empty()) {
    const std::size_t size = std::min(command.find_first_of(" \t\n|;&(){}`\"'"), command.size());
    const std::string_view word = command.substr(0, size);
    if (begins && std::find(kFilters.begin(), kFilters.end(), word) != kFilters.end()) return true;
    if (size > 0) {
      begins = has(word, "=") || word == "do" || word == "then" || word == "xargs";
      command.remove_prefix(size);
    } else {
      begins = begins || std::string_view("\n|;&({`").find(command.front()) != std::string_view::npos;
      command.remove_prefix(1);
    }
  }
  return false;
}

// What shells say of a program that a signal ended. Not of those that are killed: that is done on purpose,
// too.
constexpr std::array kCrashes =
    std::to_array<std::string_view>({"Segmentation fault", "Bus error", "Illegal instruction",
                                     "Floating point exception", "Trace/breakpoint trap"});
// Programs say "Aborted" as well; here one of these stands before it.
constexpr std::array kAborts = std::to_array<std::string_view>(
    {"%*: Assertion `%*' failed.", "terminate called %*", "free(): %*", "malloc(): %*",
     "double free or corruption%*", "*** %* detected ***: terminated"});

// A program that a sanitizer was built into, or Python, ends with another code than 0 after it.
constexpr std::array kRuntimes = std::to_array<std::string_view>(
    {"Fatal Python error: ", "SUMMARY: AddressSanitizer: ", "SUMMARY: LeakSanitizer: ",
     "SUMMARY: MemorySanitizer: ", "SUMMARY: ThreadSanitizer: "});

// "Segmentation fault (core dumped)", "bash: line 1: 123 Segmentation fault      (core dumped) ./tests"
bool says_signal(std::string_view line, std::string_view signal) {
  Cursor cursor(line);
  if (cursor.take(signal)) return cursor.done() || cursor.rest() == " (core dumped)";
  if (!cursor.take("bash: line ") && !cursor.take("sh: line ") && !cursor.take("/bin/sh: line "))
    return false;
  if (!cursor.number() || !cursor.take(":") || !cursor.blanks() || !cursor.number() || !cursor.blanks())
    return false;
  return cursor.take(signal) && cursor.rest().starts_with(' ');
}

constexpr std::string_view kAssertionEnd = "' failed.";
constexpr std::string_view kGtestRun = "[ RUN      ] ";
constexpr std::array kGtestEnds =
    std::to_array<std::string_view>({"[       OK ] ", "[  FAILED  ] ", "[  SKIPPED ] "});
constexpr std::size_t kMostOpen = 1'000;       // of gtest's at once
constexpr std::size_t kLongestToolLine = 300;  // a tool's own words are no longer

// "test_a (module.Class.test_a) ... ok": unittest says of each test how it ended, and at the end how many
// there were.
bool is_verbose_unittest(std::string_view line) {
  const std::size_t open = line.find(" (");
  const std::size_t close = line.find(") ... ");
  const bool whole = line.ends_with(") ...");
  if (!line.starts_with("test") || open == line.npos || (close == line.npos && !whole)) return false;
  const std::string_view name = line.substr(0, open);
  const std::string_view where = line.substr(open + 2, (whole ? line.size() - 5 : close) - open - 2);
  return !has(name, " ") && !has(where, " ") && has(where, ".");
}

// What the lines that matter begin with, as long as no test of gtest is open. Two bytes at least.
constexpr std::array kLineStarts = std::to_array<std::string_view>({"==",
                                                                    "Results (",
                                                                    "running ",
                                                                    "test",
                                                                    "Running ",
                                                                    "Test project ",
                                                                    "Total Tests: ",
                                                                    "Start ",
                                                                    "No tests ",
                                                                    "TAP version",
                                                                    "Bail out!",
                                                                    "****",
                                                                    "[INFO] ",
                                                                    "[ RUN ",
                                                                    "Ran ",
                                                                    "PASS",
                                                                    "FAIL",
                                                                    "ok",
                                                                    "DONE ",
                                                                    "not ok ",
                                                                    "1..",
                                                                    "Segmentation ",
                                                                    "Bus error",
                                                                    "Illegal ",
                                                                    "Floating ",
                                                                    "Trace/",
                                                                    "SUMMARY: ",
                                                                    "Fatal Python error: ",
                                                                    "Aborted",
                                                                    "terminate called ",
                                                                    "free(): ",
                                                                    "malloc(): ",
                                                                    "double free ",
                                                                    "*** ",
                                                                    "bash: line ",
                                                                    "sh: line ",
                                                                    "/bin/sh: line "});

class LineStarts {
 public:
  LineStarts() {
    for (const std::string_view start : kLineStarts) of(start.front()).push_back(start);
  }
  bool may_matter(std::string_view line) const {
    const char first = line.front();
    if (is_digit(first)) {
      const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
      return line.substr(digits).starts_with("% ") || line.substr(digits).starts_with("..");
    }
    const auto& starts = starts_[static_cast<unsigned char>(first)];
    return std::any_of(starts.begin(), starts.end(),
                       [line](std::string_view start) { return line.starts_with(start); });
  }

 private:
  std::vector<std::string_view>& of(char first) { return starts_[static_cast<unsigned char>(first)]; }

  std::array<std::vector<std::string_view>, 256> starts_{};
};

}  // namespace

void RunWatch::line(std::string_view line) {
  static const LineStarts kStarts;
  tap_line(line);
  line = trim(line);
  if (line.empty()) return;
  if (line.size() > kLongestToolLine) {  // what a test printed may stand before its end
    if (!gtest_.empty()) gtest_line(line);
    return;
  }
  if (!gtest_.empty() || kStarts.may_matter(line) || line.ends_with(kAssertionEnd)) own_line(line);
}

// By the first letter of what each of them looks for: a long run has a million lines.
void RunWatch::own_line(std::string_view line) {
  const auto begins = [line](std::string_view letters) { return letters.find(line.front()) != letters.npos; };
  const bool asserts = line.ends_with(kAssertionEnd);
  if (begins("=rRtTNSB*[0123456789")) form_line(line);
  if (!gtest_.empty() || begins("[")) gtest_line(line);
  if (begins("tR=PFoD")) last_test_line(line);
  if (crash_.empty() && (asserts || begins("SBIFTAtfmd*bs/"))) crash_line(line);
}

void RunWatch::form_line(std::string_view line) {
  static_assert(kRuns.size() == kForms);
  for (std::size_t i = 0; i < kForms; ++i) {
    const RunForms& run = kRuns.at(i);
    Open& open = open_.at(i);
    if (fits(run.begins, line)) {
      if (open.count++ == 0) open.first = line;
    } else if (open.count > 0 && fits_any(run.ends, line)) {
      --open.count;
    } else {
      open.shown = open.shown || fits_any(run.shown_by, line);
    }
  }
}

// GoogleTest and cmocka name each test when it begins and when it ends: "[ RUN      ] A.b" and
// "[       OK ] A.b (0 ms)". What a test printed last may stand before the end.
void RunWatch::gtest_line(std::string_view line) {
  if (line.starts_with(kGtestRun)) {
    if (line.size() > kLongestToolLine) return;
    if (gtest_.size() < kMostOpen) {
      gtest_.emplace(line.substr(kGtestRun.size()), line);
    } else {
      too_many_ = true;
    }
    return;
  }
  if (gtest_.empty()) return;
  for (const std::string_view end : kGtestEnds) {
    const std::size_t at = line.rfind(end);
    if (at == line.npos) continue;
    const std::string_view name = line.substr(at + end.size());
    if (const auto found = gtest_.find(name.substr(0, name.find_first_of(" ,"))); found != gtest_.end())
      gtest_.erase(found);
  }
}

// Tests have lines of their own; the end says that it was the end of all of them.
void RunWatch::last_test_line(std::string_view line) {
  if (is_verbose_unittest(line)) {
    unittest_ = line;
  } else if (!unittest_.empty() && fits("Ran %d test%s in %*", line)) {
    unittest_.clear();
  }
  constexpr std::array kGoEnds =
      std::to_array<std::string_view>({"PASS", "FAIL", "FAIL\t%*", "ok%_\t%*", "DONE %*"});
  if (line.starts_with("=== RUN   Test")) {
    go_test_ = line;
  } else if (!go_test_.empty() && fits_any(kGoEnds, line)) {
    go_test_.clear();
  }
}

void RunWatch::crash_line(std::string_view line) {
  const auto said = [line](std::string_view signal) { return says_signal(line, signal); };
  const auto begins = [line](std::string_view start) { return line.starts_with(start); };
  if (std::any_of(kRuntimes.begin(), kRuntimes.end(), begins) ||
      std::any_of(kCrashes.begin(), kCrashes.end(), said) || (aborts_ && said("Aborted"))) {
    crash_ = line;
  }
  aborts_ = aborts_ || fits_any(kAborts, line);
}

// TAP: "1..3" and a line for each of them, or behind them ("ok 3", "1..3"). Indented ones are those of a
// part.
void RunWatch::tap_line(std::string_view line) {
  Cursor cursor(line);
  if (cursor.take("1..")) {
    const auto count = cursor.number();
    if (!count || !(cursor.done() || cursor.rest().starts_with(" #"))) return;
    if (last_ != *count) {
      missing_ += *count;
      plan_ = line.substr(0, kLongestToolLine);
    }
    last_ = 0;
    return;
  }
  if (!cursor.take("ok ") && !cursor.take("not ok ")) return;
  const auto number = cursor.number();
  if (!number || !(cursor.done() || cursor.rest().starts_with(' '))) return;
  if (missing_ > 0) {
    --missing_;
    any_planned_ = true;
  } else {
    last_ = *number;
  }
}

std::optional<std::string> RunWatch::unended() const {
  for (std::size_t i = 0; i < kForms; ++i) {
    const Open& open = open_.at(i);
    if (open.count > 0 && (open.shown || kRuns.at(i).shown_by.front().empty())) return open.first;
  }
  if (!gtest_.empty() && !too_many_) return gtest_.begin()->second;
  if (!unittest_.empty()) return unittest_;
  if (!go_test_.empty()) return go_test_;
  if (missing_ > 0 && any_planned_) return plan_;
  return std::nullopt;
}

std::optional<UnfinishedRun> RunWatch::found(std::string_view command, bool about_tests) const {
  const auto line = unended();
  const bool may_be_cut = line && leaves_lines_out(command);
  if ((!line || may_be_cut) && !crash_.empty() && about_tests) return UnfinishedRun{crash_, false};
  if (!line) return std::nullopt;
  return UnfinishedRun{*line, may_be_cut};
}

std::optional<UnfinishedRun> find_unfinished_run(std::string_view output, std::string_view command) {
  RunWatch watch;
  for (const std::string_view line : split_lines(output)) watch.line(line);
  return watch.found(command, names_tests(command));
}

}  // namespace proctor::format
