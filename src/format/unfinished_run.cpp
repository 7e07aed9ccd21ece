#include "format/unfinished_run.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "base/text.hpp"
#include "format/line_cursor.hpp"
#include "format/line_form.hpp"
#include "format/text_line.hpp"

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

// As many ends as beginnings are wanted: several runs may stand behind one another, or between each other.
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

// A program that was built with one of these ends with another code than 0 after it.
constexpr std::array kSanitizers =
    std::to_array<std::string_view>({"SUMMARY: AddressSanitizer: ", "SUMMARY: LeakSanitizer: ",
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

std::optional<std::string_view> find_crash(const std::vector<std::string_view>& lines) {
  bool aborts = false;
  for (const std::string_view line : lines) {
    const auto said = [line](std::string_view signal) { return says_signal(line, signal); };
    const auto begins = [line](std::string_view start) { return line.starts_with(start); };
    if (std::any_of(kSanitizers.begin(), kSanitizers.end(), begins)) return line;
    if (std::any_of(kCrashes.begin(), kCrashes.end(), said) || (aborts && said("Aborted"))) return line;
    aborts = aborts || fits_any(kAborts, line);
  }
  return std::nullopt;
}

// The first of the beginnings that have no end.
std::optional<std::string_view> find_open(const RunForms& run, const std::vector<std::string_view>& lines) {
  std::vector<std::string_view> open;
  bool shown = run.shown_by.front().empty();
  for (const std::string_view line : lines) {
    if (fits(run.begins, line)) {
      open.push_back(line);
    } else if (!open.empty() && fits_any(run.ends, line)) {
      open.pop_back();
    } else {
      shown = shown || fits_any(run.shown_by, line);
    }
  }
  if (open.empty() || !shown) return std::nullopt;
  return open.front();
}

// GoogleTest and cmocka name each test when it begins and when it ends: "[ RUN      ] A.b" and
// "[       OK ] A.b (0 ms)". What a test printed last may stand before the end.
std::optional<std::string_view> find_open_gtest(const std::vector<std::string_view>& lines) {
  constexpr std::string_view kRun = "[ RUN      ] ";
  std::map<std::string_view, std::string_view> open;
  for (const std::string_view line : lines) {
    if (line.starts_with(kRun)) {
      open.emplace(line.substr(kRun.size()), line);
      continue;
    }
    for (const std::string_view end : {"[       OK ] ", "[  FAILED  ] ", "[  SKIPPED ] "}) {
      const std::size_t at = open.empty() ? line.npos : line.find(end);
      if (at == line.npos) continue;
      const std::string_view name = line.substr(at + end.size());
      open.erase(name.substr(0, name.find_first_of(" ,")));
    }
  }
  if (open.empty()) return std::nullopt;
  return open.begin()->second;
}

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

// Its tests have lines of their own; the end says that it was the end of all of them.
template <typename IsTest>
std::optional<std::string_view> find_last_test(const std::vector<std::string_view>& lines,
                                               const IsTest& is_test, const FormList& ends) {
  std::optional<std::string_view> last;
  for (const std::string_view line : lines) {
    if (is_test(line)) {
      last = line;
    } else if (last && fits_any(ends, line)) {
      last.reset();
    }
  }
  return last;
}

// TAP: "1..3" and a line for each of them, or behind them ("ok 3", "1..3").
std::optional<std::string_view> find_tap_plan(std::string_view output) {
  std::string_view plan;
  std::size_t missing = 0;  // of those that were planned
  std::size_t last = 0;     // the number of the last one that stood behind no plan
  bool any = false;
  for (const std::string_view line : split_lines(output)) {  // indented ones are those of a part
    Cursor cursor(line);
    if (cursor.take("1..")) {
      const auto count = cursor.number();
      if (!count || !(cursor.done() || cursor.rest().starts_with(" #"))) continue;
      if (last != *count) {
        missing += *count;
        plan = line;
      }
      last = 0;
      continue;
    }
    if (!cursor.take("ok ") && !cursor.take("not ok ")) continue;
    const auto number = cursor.number();
    if (!number || !(cursor.done() || cursor.rest().starts_with(' '))) continue;
    if (missing > 0) {
      --missing;
      any = true;
    } else {
      last = *number;
    }
  }
  if (missing == 0 || !any) return std::nullopt;
  return plan;
}

std::optional<std::string_view> find_unended(const std::vector<std::string_view>& lines) {
  for (const RunForms& run : kRuns) {
    if (const auto found = find_open(run, lines)) return found;
  }
  if (const auto found = find_open_gtest(lines)) return found;
  if (const auto found = find_last_test(lines, is_verbose_unittest, {"Ran %d test%s in %*"})) return found;
  const auto is_go_test = [](std::string_view line) { return line.starts_with("=== RUN   Test"); };
  return find_last_test(lines, is_go_test, {"PASS", "FAIL", "FAIL\t%*", "ok%_\t%*", "DONE %*"});
}

}  // namespace

std::optional<UnfinishedRun> find_unfinished_run(std::string_view output, std::string_view command) {
  const std::vector<std::string_view> lines = short_lines(output);
  auto line = find_unended(lines);
  if (!line) line = find_tap_plan(output);
  const bool may_be_cut = line && leaves_lines_out(command);
  if (!line || may_be_cut) {
    if (const auto crash = find_crash(lines)) return UnfinishedRun{std::string(*crash), false};
  }
  if (!line) return std::nullopt;
  return UnfinishedRun{std::string(*line), may_be_cut};
}

}  // namespace proctor::format
