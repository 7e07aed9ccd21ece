#include "format/failure_sums.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <vector>

#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

struct Item {
  unsigned number = 0;
  std::string_view label;  // "failed", "failures", "expected failures"
};

// "3 examples, 1 failure, 2 pending". Nothing if any part of it has another form.
std::optional<std::vector<Item>> read_items(std::string_view text) {
  std::vector<Item> items;
  while (items.size() < 16) {
    const std::size_t comma = text.find(", ");
    Cursor part(text.substr(0, comma));
    const auto number = part.number();
    if (!number || !part.take(" ") || part.done()) return std::nullopt;
    const auto letter = [](unsigned char c) { return std::islower(c) != 0 || c == ' '; };
    if (!std::all_of(part.rest().begin(), part.rest().end(), letter)) return std::nullopt;
    items.push_back({*number, part.rest()});
    if (comma == std::string_view::npos) return items;
    text.remove_prefix(comma + 2);
  }
  return std::nullopt;
}

bool is_failure_label(std::string_view label) {
  return label == "failure" || label == "failures" || label == "failed" || label == "error" ||
         label == "errors" || label == "subtests failed" || label == "errors occurred outside of examples" ||
         label == "error occurred outside of examples";
}

bool any_failed(const std::vector<Item>& items) {
  return std::any_of(items.begin(), items.end(),
                     [](const Item& item) { return item.number > 0 && is_failure_label(item.label); });
}

}  // namespace

std::optional<bool> read_pytest_sum(std::string_view line) {
  const bool framed = line.starts_with("==");
  if (framed) {
    if (!line.ends_with("==")) return std::nullopt;
    line.remove_prefix(std::min(line.find_first_not_of('='), line.size()));
    line.remove_suffix(line.size() - (line.find_last_not_of('=') + 1));
    if (!line.starts_with(' ') || !line.ends_with(' ')) return std::nullopt;
    line = line.substr(1, line.size() - 2);
  }
  const std::size_t in = line.rfind(" in ");
  if (in == std::string_view::npos) return std::nullopt;
  const std::string_view time = line.substr(in + 4);
  const std::size_t seconds = time.find_first_not_of("0123456789.");
  if (seconds == 0 || seconds == std::string_view::npos || time[seconds] != 's') return std::nullopt;
  if (time.substr(0, seconds).find('.') == std::string_view::npos) return std::nullopt;
  if (seconds + 1 < time.size() && !time.substr(seconds + 1).starts_with(" (")) return std::nullopt;
  const auto items = read_items(line.substr(0, in));
  if (!items) return std::nullopt;
  constexpr std::array<std::string_view, 16> kLabels = {
      "failed",           "passed",           "error",   "errors",   "skipped",         "xfailed",
      "xpassed",          "deselected",       "warning", "warnings", "subtests passed", "subtests failed",
      "subtests skipped", "subtests xfailed", "rerun",   "retried"};
  const auto known = [&](const Item& item) {
    return std::find(kLabels.begin(), kLabels.end(), item.label) != kLabels.end();
  };
  // Plugins add labels of their own; between the bars nothing else stands that is counted.
  if (!framed && !std::all_of(items->begin(), items->end(), known)) return std::nullopt;
  return any_failed(*items);
}

bool is_pytest_sum(std::string_view line) {
  return read_pytest_sum(line).value_or(false);
}

namespace {

// rspec "3 examples, 1 failure", jasmine "3 specs, 1 failure, 1 pending spec", minitest "1 runs, 1
// assertions, 1 failures, 0 errors, 0 skips", ExUnit "1 doctest, 2 tests, 1 failure", bats "3 tests, 1
// failure in 2 seconds", gradle "4 tests completed, 1 failed".
bool is_counted_sum(std::string_view line) {
  if (const std::size_t in = line.find(" in "); in != std::string_view::npos) line = line.substr(0, in);
  const auto items = read_items(line);
  if (!items || items->size() < 2) return false;
  constexpr std::array<std::string_view, 12> kFirst = {
      "example", "examples", "spec",     "specs",      "runs",     "tests",
      "test",    "doctest",  "doctests", "properties", "property", "tests completed"};
  const bool of_tests = std::find(kFirst.begin(), kFirst.end(), items->front().label) != kFirst.end() ||
                        items->front().label == "test completed";
  return of_tests && any_failed(*items);
}

// behave "0 features passed, 1 failed, 0 skipped", cucumber "3 scenarios (1 failed, 2 passed)".
bool is_scenario_sum(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.number() || !cursor.take(" ")) return false;
  for (const std::string_view noun : {"feature", "scenario", "step"}) {
    if (!cursor.take(noun)) continue;
    cursor.take("s");
    if (cursor.take(" (")) return cursor.some("failed");
    return cursor.take(" passed, ") && cursor.some("failed") && cursor.take(", ");
  }
  return false;
}

// ctest: "50% tests passed, 1 tests failed out of 2"
bool is_ctest_sum(std::string_view line) {
  Cursor cursor(line);
  return cursor.number() && cursor.take("% tests passed, ") && cursor.some("test") &&
         cursor.take(" failed out of ");
}

}  // namespace

bool is_sum_of_items(std::string_view line) {
  if (!has(line, "fail") && !has(line, "error")) return false;  // all of them say so
  return is_pytest_sum(line) || is_counted_sum(line) || is_scenario_sum(line) || is_ctest_sum(line);
}

bool is_unittest_sum(std::string_view line) {
  if (!line.starts_with("FAILED (") || !line.ends_with(')')) return false;
  line = line.substr(8, line.size() - 9);
  bool failed = false;
  while (!line.empty()) {
    const std::size_t comma = line.find(", ");
    const std::string_view part = line.substr(0, comma);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return false;
    const std::string_view name = part.substr(0, equals);
    Cursor cursor(part.substr(equals + 1));
    const bool some = cursor.some();
    if (!cursor.done()) return false;
    failed = failed || (some && (name == "failures" || name == "errors" || name == "unexpected successes"));
    line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 2);
  }
  return failed;
}

bool is_unittest_heading(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.take("FAIL: ") && !cursor.take("ERROR: ")) return false;
  const auto word = [&cursor](std::string_view also) {
    const std::string_view rest = cursor.rest();
    const auto part = [also](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || also.find(c) != also.npos;
    };
    const auto size = std::find_if_not(rest.begin(), rest.end(), part) - rest.begin();
    const std::string_view taken = rest.substr(0, static_cast<std::size_t>(size));
    cursor.take(taken);
    return taken;
  };
  if (!word("").starts_with("test") || !cursor.take(" (")) return false;
  if (!has(word("."), ".") || !cursor.take(")")) return false;
  const std::string_view subtest = cursor.rest();  // "(i=1)", "[message]"
  return subtest.empty() || (subtest.starts_with(" (") && subtest.ends_with(')')) ||
         (subtest.starts_with(" [") && (subtest.ends_with(']') || subtest.ends_with(')')));
}

bool is_nextest_sum(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.take("Summary [") || !cursor.skip_to("] ") || !cursor.number() || !cursor.skip_to(" run: ")) {
    return false;
  }
  do {
    Cursor item(cursor.rest());
    if (!item.some() || !item.take(" ")) continue;
    for (const std::string_view label : {"failed", "exec failed", "timed out"}) {
      if (item.rest().starts_with(label)) return true;
    }
  } while (cursor.skip_to(", "));
  return false;
}

bool is_junit_sum(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.take("Tests run: ") || !cursor.number() || !cursor.take(", ")) return false;
  cursor.blanks();
  if (!cursor.take("Failures: ")) return false;
  const auto failures = cursor.number();
  std::optional<unsigned> errors = 0U;
  if (cursor.take(", ")) {
    cursor.blanks();
    if (cursor.take("Errors: ")) errors = cursor.number();
  }
  return failures && errors && *failures + *errors > 0;
}

bool is_catch2_sum(std::string_view columns) {
  while (!columns.empty()) {
    const std::string_view column = columns.substr(0, columns.find(" | "));
    columns.remove_prefix(std::min(column.size() + 3, columns.size()));
    Cursor cursor(column);
    cursor.blanks();
    if (cursor.some() && cursor.rest() == " failed") return true;
  }
  return false;
}

}  // namespace proctor::format
