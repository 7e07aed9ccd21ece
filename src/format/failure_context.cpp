#include "format/failure_context.hpp"

#include <algorithm>
#include <array>

#include "format/failure_line.hpp"
#include "format/failure_sums.hpp"
#include "format/line_cursor.hpp"
#include "format/line_form.hpp"

namespace proctor::format {
namespace {

bool is_go_mark(std::string_view line) {
  return line == "PASS" || line.starts_with("=== RUN ");
}

bool is_tap_plan(std::string_view line) {
  return line.starts_with("1..") && fits("1..%d", line);
}

// The number of failures in JSON that is made pretty, and what stands before it: mocha's, Playwright's.
struct JsonSum {
  std::string_view before;
  std::string_view failures;
};
constexpr std::array<JsonSum, 2> kJsonSums{
    {{"\"pending\": ", "\"failures\": "}, {"\"skipped\": ", "\"unexpected\": "}}};

// What the line begins with behind its blanks.
bool begins_deeper(std::string_view line, std::string_view start) {
  if (!line.starts_with(' ')) return false;
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line.starts_with(start);
}

// "    "failures": 1,"
bool is_failure_of(const JsonSum& sum, std::string_view line) {
  Cursor cursor(line);
  cursor.blanks();
  return cursor.take(sum.failures) && cursor.some() && cursor.rest() == ",";
}

bool is_of_json_sum(std::string_view line) {
  return std::any_of(kJsonSums.begin(), kJsonSums.end(), [line](const JsonSum& sum) {
    return begins_deeper(line, sum.before) || begins_deeper(line, sum.failures);
  });
}

// ctest writes each attribute of the root on a line of its own.
bool begins_suite_tag(std::string_view line) {
  return line.starts_with("<testsuite") && !has(line, ">");
}

// "	failures="1"": of how many failures it tells.
bool is_count_of_failures(std::string_view line) {
  if (!line.starts_with('\t') && !line.starts_with(' ')) return false;
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with("failures=\"") || line.starts_with("errors=\"");
}

bool tells_stacks(std::string_view line) {
  return line.starts_with("Current thread 0x") && line.ends_with(" (most recent call first):");
}

bool is_pytest_begin(std::string_view line) {
  return line.starts_with("==") && line.ends_with("==") && has(line, "= test session starts =");
}

// A sum that isn't one of failures: those are lines of their own. unittest's says only how many there were.
bool is_python_end(std::string_view line) {
  if (line.starts_with("Ran ")) return fits("Ran %n test%s in %d.%ds", line);
  const bool may_be =
      (line.starts_with("==") || (!line.empty() && is_digit(line.front()))) && has(line, " in ");
  return may_be && read_pytest_sum(line) == false;
}

// A test's first time has "3/3" before it.
bool is_ctest_repetition(std::string_view line) {
  constexpr std::size_t kLongestTried = 300;  // what is tried grows with the square of it
  return line.starts_with("  ") && line.size() < kLongestTried &&
         fits("%_Test%_#%d: %*   Passed%_%d.%d sec", line);
}

// "#3: x", without the dots behind it.
std::string_view ctest_name(std::string_view line, std::string_view end) {
  const std::size_t number = line.find('#');
  if (number == std::string_view::npos) return {};
  line.remove_prefix(number);
  line = line.substr(0, line.rfind(end));
  return line.substr(0, line.find_last_not_of(" .") + 1);
}

}  // namespace

bool is_same_ctest_test(std::string_view failed, std::string_view passed) {
  if (failed.empty() || !is_digit(failed.front()) || !fits("%d/%d Test%_#%d: %****%*", failed)) return false;
  return ctest_name(failed, "***") == ctest_name(passed, "   Passed");
}

bool FailureContext::needs(std::string_view line) {
  return is_go_mark(line) || is_tap_plan(line) || line == "not ok" || is_ctest_repetition(line) ||
         tells_stacks(line) || is_pytest_begin(line) || is_python_end(line) || is_of_json_sum(line) ||
         begins_suite_tag(line) || is_count_of_failures(line);
}

FailureContext::Says FailureContext::line(std::string_view line) {
  if (is_go_mark(line)) {
    in_go_test_ = line != "PASS";
    return Says::nothing;
  }
  if (is_tap_plan(line) || line == "not ok") {
    (line == "not ok" ? bare_not_ok_ : tap_plan_) = true;
    if (!bare_not_ok_ || !tap_plan_) return Says::nothing;
    bare_not_ok_ = false;
    return Says::bare_not_ok_failed;
  }
  if (is_of_json_sum(line)) {
    bool failed = false;
    for (std::size_t i = 0; i < kJsonSums.size(); ++i) {
      failed = failed || (in_json_sum_ == i + 1 && is_failure_of(kJsonSums.at(i), line));
    }
    in_json_sum_ = 0;
    for (std::size_t i = 0; i < kJsonSums.size(); ++i) {
      if (begins_deeper(line, kJsonSums.at(i).before)) in_json_sum_ = i + 1;
    }
    return failed ? Says::tests_failed : Says::nothing;
  }
  if (begins_suite_tag(line)) {
    in_suite_tag_ = true;
    return says_tests_failed(line) ? Says::tests_failed : Says::nothing;
  }
  if (is_count_of_failures(line)) {
    Cursor cursor(line);
    const bool failed = in_suite_tag_ && cursor.skip_to("=\"") && cursor.some() && cursor.take("\"");
    return failed ? Says::tests_failed : Says::nothing;
  }
  if (line.starts_with("<testsuite")) in_suite_tag_ = false;
  if (tells_stacks(line)) return Says::stacks;
  if (is_pytest_begin(line)) return Says::run_begins;
  if (is_python_end(line)) return Says::run_ends;
  if (is_ctest_repetition(line)) return Says::passed_at_last;
  if (line == "FAIL" && in_go_test_) return Says::nothing;  // go's own stands behind the tests
  return says_tests_failed(line) ? Says::tests_failed : Says::nothing;
}

}  // namespace proctor::format
