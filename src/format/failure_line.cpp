#include "format/failure_line.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "format/evidence_start.hpp"
#include "format/failure_forms.hpp"
#include "format/failure_sums.hpp"
#include "format/line_cursor.hpp"

namespace proctor::format {
namespace {

// More blanks stand before numbers that somebody counted, as `uniq -c` does.
constexpr std::size_t kDeepestSum = 2;

// mocha "  1 failing", bun " 1 fail" and " 1 error", AVA "  1 test failed" and "  1 unhandled rejection",
// Playwright "  1 failed", gtest " 1 FAILED TEST".
bool is_indented_sum(std::string_view line, std::size_t blanks) {
  Cursor cursor(line);
  if (!cursor.some() || !cursor.take(" ")) return false;
  const std::string_view rest = cursor.rest();
  return rest == "failing" || rest == "fail" || rest == "failed" || rest == "test failed" ||
         rest == "tests failed" || rest == "FAILED TEST" || rest == "FAILED TESTS" ||
         rest.starts_with("unhandled rejection") || rest.starts_with("uncaught exception") ||
         (rest.starts_with("error") && has(rest, " not a part of any test, see above for details")) ||
         (blanks == 1 && (rest == "error" || rest == "errors"));
}

constexpr std::array<std::string_view, 8> kScripts{".js",  ".jsx", ".ts",  ".tsx",
                                                   ".mjs", ".cjs", ".mts", ".cts"};

bool names_a_js_test(std::string_view text) {
  const auto marked = [](std::string_view file) {
    return has(file, ".test.") || has(file, ".spec.") || has(file, "__tests__/");
  };
  const std::string_view file = text.substr(0, text.find(' '));
  if (marked(file)) return true;
  if (file.size() < text.size()) return marked(text.substr(text.rfind(' ') + 1));  // behind a project's name
  // Where jest is told what a test is.
  const std::string_view extension = file.substr(std::min(file.rfind('.'), file.size()));
  return has(file, "/") && std::find(kScripts.begin(), kScripts.end(), extension) != kScripts.end();
}

// The sums of JUnit's XML, of NUnit's and of xUnit's.
bool is_test_xml(std::string_view line) {
  struct Root {
    std::string_view tag;
    std::array<std::string_view, 2> counts;
  };
  constexpr std::array kRoots = std::to_array<Root>({{"<testsuite", {" failures=\"", " errors=\""}},
                                                     {"<test-run ", {" failed=\"", " failed=\""}},
                                                     {"<assembly ", {" failed=\"", " errors=\""}}});
  const bool whole = line.starts_with("<?xml");  // all in one line
  return std::any_of(kRoots.begin(), kRoots.end(), [line, whole](const Root& root) {
    const std::size_t at = whole ? line.find(root.tag) : 0;
    if (at == line.npos || !line.substr(at).starts_with(root.tag)) return false;
    return std::any_of(root.counts.begin(), root.counts.end(), [&](std::string_view name) {
      Cursor cursor(line.substr(at));
      while (cursor.skip_to(name)) {
        if (cursor.some() && cursor.take("\"")) return true;
      }
      return false;
    });
  });
}

bool begins_with_f(std::string_view line) {
  if (line == "FAIL" || line == "FAILURES!") return true;
  Cursor cursor(line);
  if (cursor.take("FAIL\t")) {  // go: a package, with its time or "[build failed]"
    if (cursor.rest().ends_with(']')) return has(cursor.rest(), " [");
    if (!cursor.skip_to("\t") || !cursor.number() || !cursor.take(".") || !cursor.number()) return false;
    return cursor.rest() == "s";
  }
  if (cursor.take("FAIL ")) {  // jest, vitest
    cursor.blanks();
    return names_a_js_test(cursor.rest());
  }
  if (cursor.take("FAILED | ")) {  // deno
    return cursor.number() && cursor.take(" passed") && cursor.skip_to(" | ") && cursor.some() &&
           cursor.take(" failed");
  }
  if (line.starts_with("FAIL: ")) return is_unittest_heading(line);
  if (line.starts_with("FAILED (")) return is_unittest_sum(line);
  if (cursor.take("FAILED ")) {  // pytest: FAILED tests/test_a.py::test_b - assert …
    const std::string_view name = cursor.rest().substr(0, cursor.rest().find(' '));
    return has(name, ".py::");
  }
  if (cursor.take("Failed! ")) {  // dotnet
    cursor.blanks();
    if (!cursor.take("- Failed: ")) return false;
    cursor.blanks();
    return cursor.some() && cursor.take(", Passed:");
  }
  if (cursor.take("Fail:    ")) {  // meson
    cursor.blanks();
    return cursor.some() && cursor.done();
  }
  return false;
}

// jest "Tests:       1 failed, 2 passed, 3 total", vitest " Test Files  1 failed | 2 passed (3)",
// phpunit "Tests: 3, Assertions: 3, Failures: 1."
bool begins_with_t(std::string_view line) {
  Cursor cursor(line);
  if (line.starts_with("Tests run: ")) return is_junit_sum(line);
  if (line == "Test Run Failed." || line == "The following tests FAILED:") return true;
  if (cursor.take("Test summary: total: "))
    return cursor.number() && cursor.take(", failed: ") && cursor.some();
  if (cursor.take("Tests: ") || cursor.take("Test Suites: ") || cursor.take("Test Files ") ||
      cursor.take("Tests ")) {
    cursor.blanks();
    const Cursor behind_label = cursor;
    if (cursor.some() && cursor.take(" failed")) {
      const std::string_view rest = cursor.rest();
      return rest.empty() || rest.starts_with(", ") || rest.starts_with(" | ") || rest.starts_with(" (");
    }
    Cursor phpunit = behind_label;
    if (!phpunit.number() || !phpunit.take(", Assertions: ") || !phpunit.number()) return false;
    for (const std::string_view name : {", Errors: ", ", Failures: "}) {
      Cursor found = phpunit;
      if (found.skip_to(name) && found.some()) return true;
    }
    return false;
  }
  if (cursor.take("Test Suite '")) return has(cursor.rest(), "' failed at ");  // XCTest
  return false;
}

// "later # TODO see #12": a directive of TAP, a word of its own behind a number sign with a blank before it.
bool is_expected_failure(std::string_view text) {
  for (std::size_t sign = text.find(" #"); sign != std::string_view::npos; sign = text.find(" #")) {
    text.remove_prefix(sign + 2);
    const std::string_view rest = text.substr(std::min(text.find_first_not_of(' '), text.size()));
    std::string word(rest.substr(0, 5));
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool whole = word.size() < 5 || std::isalnum(static_cast<unsigned char>(word[4])) == 0;
    if (whole && (word.starts_with("todo") || word.starts_with("skip"))) return true;
  }
  return false;
}

// "not ok 1 - x" (not "not ok" alone, which scripts say of many things), unless it is expected to fail.
// Test::More: "# Looks like you failed 1 test of 3."
bool is_tap_failure(std::string_view line) {
  Cursor cursor(line);
  if (!cursor.take("not ok ") || !(cursor.number() || cursor.take("-"))) return false;
  if (!cursor.done() && !cursor.rest().starts_with(' ')) return false;
  return !is_expected_failure(cursor.rest());
}

bool is_comment(std::string_view line) {
  Cursor cursor(line);
  if (cursor.take("# Looks like you failed ")) return cursor.some();
  if (!cursor.take("# fail") && !cursor.take("# FAIL:") && !cursor.take("# ERROR:")) return false;
  return cursor.blanks() && cursor.some() && cursor.done();
}

// go: "--- FAIL: TestX (0.00s)"
bool is_go_failure(std::string_view line) {
  return line.starts_with("--- FAIL: ") && line.ends_with("s)") && has(line, " (");
}

bool is_maven_test_goal(std::string_view text) {
  return has(text, ":maven-surefire-plugin:") || has(text, ":maven-failsafe-plugin:") ||
         has(text, ":testCompile ");
}

// gtest "[  FAILED  ] 1 test, listed below:"; surefire "[ERROR] Tests run: …"; doctest; JUnit's console
bool in_brackets(std::string_view line) {
  Cursor cursor(line);
  if (cursor.take("[  FAILED  ] ")) return !cursor.done();
  for (const std::string_view level : {"[ERROR]", "[WARNING]", "[INFO]"}) {
    if (!cursor.take(level) || !cursor.blanks()) continue;
    return is_junit_sum(cursor.rest()) || cursor.rest().starts_with("There are test failures") ||
           (level == "[ERROR]" && cursor.rest().starts_with("Failed to execute goal ") &&
            is_maven_test_goal(cursor.rest()));
  }
  if (cursor.take("[doctest] ")) return cursor.rest() == "Status: FAILURE!";
  if (cursor.take("[error] Failed: Total ")) {  // sbt
    return cursor.number() && cursor.take(", Failed ") && cursor.number() && cursor.take(", Errors ");
  }
  if (!cursor.take("[") || !cursor.blanks()) return false;
  return cursor.some() && cursor.take(" tests failed") && cursor.blanks() && cursor.rest() == "]";
}

// Sums of forge, beside what its own reader makes of them.
bool is_forge_failure(std::string_view line) {
  Cursor cursor(line);
  if (cursor.take("Suite result: FAILED. ") || cursor.take("Test result: FAILED. ")) {
    return cursor.number() && cursor.take(" passed; ") && cursor.some();
  }
  if (cursor.take("Encountered a total of ")) return cursor.some("failing test") && cursor.take(", ");
  if (cursor.take("Tip: Run `forge test --rerun` to retry only the ")) return cursor.some("failed test");
  if (cursor.take("Ran ")) {
    return cursor.number() && cursor.take(" test suite") && cursor.skip_to(": ") && cursor.number() &&
           cursor.take(" tests passed, ") && cursor.some() && cursor.take(" failed, ");
  }
  return false;
}

// gradle: "> Task :test FAILED"
bool is_gradle_task(std::string_view line) {
  if (line.starts_with("> There were failing tests.")) return true;
  if (!line.starts_with("> Task :") || !line.ends_with(" FAILED")) return false;
  const std::string_view task = line.substr(8, line.size() - 15);
  return !has(task, " ") && (has(task, "test") || has(task, "Test"));
}

// make: *** [Makefile:3: test] Error 1
bool is_make_failure(std::string_view line) {
  const std::size_t open = line.find(": *** [");
  if (open == std::string_view::npos || open > 12 || has(line, "(ignored)")) return false;
  const std::size_t close = line.find("] ", open);  // "Error 1", "Segmentation fault"
  if (close == std::string_view::npos) return false;
  std::string_view target = line.substr(open + 7, close - open - 7);
  target.remove_prefix(std::min(target.rfind(' ') + 1, target.size()));
  return has(target, "test") || has(target, "check");
}

// pytest: "tests/test_a.py .F.s        [ 50%]", and without the name (-q).
bool is_pytest_progress(std::string_view line) {
  Cursor cursor(line);
  if (!line.ends_with("%]")) return false;
  cursor.skip_to(".py ");
  const std::string_view marks = cursor.rest().substr(0, cursor.rest().find(' '));
  if (marks.find_first_not_of(".FEsxXRu,-") != std::string_view::npos) return false;
  cursor.take(marks);
  return marks.find_first_of("FE") != std::string_view::npos && cursor.blanks() && cursor.take("[");
}

// The same, glued to its marks: "..sFatal Python error: Segmentation fault".
bool is_marked_python_crash(std::string_view line) {
  const std::size_t marks = std::min(line.find_first_not_of(".FEsxXRu"), line.size());
  // The last mark that it takes is the F of what follows.
  return marks > 1 && line.substr(marks - 1).starts_with("Fatal Python error: ");
}

// node --test: the name and the time of a test, as the list at the end has them.
bool is_node_failure(std::string_view text) {
  if (!text.ends_with("ms)") || is_expected_failure(text)) return false;
  const std::size_t open = text.rfind(" (");
  if (open == std::string_view::npos) return false;
  const std::string_view time = text.substr(open + 2, text.size() - open - 5);
  return has(time, ".") && time.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool in_others(std::string_view line) {
  Cursor cursor(line);
  switch (line.front()) {
    case '.':
      return is_pytest_progress(line) || is_marked_python_crash(line);
    case 'E':  // pytest, phpunit, forge
      if (is_pytest_progress(line) || is_marked_python_crash(line)) return true;
      if (line == "ERRORS!" || line == "Errors while running CTest") return true;
      if (line.starts_with("ERROR: ")) return is_unittest_heading(line);
      if (cursor.take("ERROR ")) return has(cursor.rest().substr(0, cursor.rest().find(' ')), ".py::");
      if (cursor.take("Executed ")) {  // XCTest, bazel
        if (!cursor.number()) return false;
        if (cursor.take(" out of ")) return cursor.skip_to(": ") && has(cursor.rest(), " fail");
        return cursor.take(" test") && cursor.skip_to(", with ") && cursor.some("failure");
      }
      return is_forge_failure(line);
    case 'R':
      return line == "Result: FAIL" || is_forge_failure(line);
    case 'S':
      return is_nextest_sum(line) || is_forge_failure(line);
    case 'D':  // gotestsum
      if (!cursor.take("DONE ") || !cursor.number() || !cursor.take(" test")) return false;
      return cursor.skip_to(", ") && cursor.some("failure");
    case 't':
      if (cursor.take("test result: FAILED. ")) return cursor.number() && cursor.take(" passed; ");
      if (line.starts_with("test ") && line.ends_with(" ... FAILED")) return true;  // cargo, one test
      if (is_pytest_progress(line)) return true;
      return cursor.take("test cases: ") && is_catch2_sum(cursor.rest());
    case 'a':
      return cursor.take("assertions: ") && is_catch2_sum(cursor.rest());
    case 'e':
      return line.starts_with("error: test failed, to rerun pass");
    case 'n':
      return is_tap_failure(line) || line.starts_with("npm ERR! Test failed.") ||
             line.starts_with("npm error Lifecycle script `test` failed");
    case 'm':
    case 'g':
      return is_make_failure(line);
    case '*':  // Boost.Test
      return cursor.take("*** ") && cursor.some("failure") && has(cursor.rest(), " detected");
    case '!':  // pytest
      if (!line.ends_with("!!!")) return false;
      if (cursor.skip_to("! Interrupted: "))
        return cursor.some("error") && cursor.take(" during collection ");
      return cursor.skip_to("! stopping after ") && cursor.some("failure");
    case '/':  // bazel
      return line.starts_with("//") && has(line, " FAILED in ") && !has(line, " FLAKY") &&
             !has(line.substr(0, line.find(' ')), "://");
    default:
      return false;
  }
}

}  // namespace

bool is_go_failure_event(std::string_view line) {
  return line.starts_with('{') && has(line, "\"Action\":\"fail\"") && has(line, "\"Package\":\"");
}

bool is_failed_jest_report(std::string_view line) {
  if (!line.starts_with("{\"num")) return false;
  line = line.substr(0, line.find("\"testResults\":"));
  if (has(line, "\"success\":false")) return true;
  Cursor cursor(line);
  return cursor.skip_to("\"numFailedTests\":") && cursor.some();
}

bool is_failed_rspec_report(std::string_view line) {
  constexpr std::string_view kSum = "\"summary_line\":\"";  // "2 examples, 1 failure", at the end
  const std::size_t sum = line.rfind(kSum);
  if (sum == std::string_view::npos || !line.starts_with("{\"version\":") || !line.ends_with("\"}"))
    return false;
  line.remove_suffix(2);
  return is_sum_of_items(line.substr(sum + kSum.size()));
}

bool is_failed_pytest_report(std::string_view line) {
  constexpr std::string_view kCode = "\"exitcode\": ";
  if (!line.starts_with("{\"created\": ")) return false;
  Cursor cursor(line.substr(0, line.find("\"tests\":")));
  return cursor.skip_to(kCode) && cursor.some();
}

bool is_python_crash(std::string_view line) {
  return line.starts_with("Fatal Python error: ") ||
         (line.starts_with("Current thread 0x") && line.ends_with(" (most recent call first):"));
}

bool says_tests_failed(std::string_view line) {
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view text = line.substr(blanks);
  if (text.size() < 4 || blanks > kDeepestEvidence) return false;
  if (has_failure_form(text, blanks > 0)) return true;
  if (blanks > 0) {
    if (is_digit(text.front())) return blanks <= kDeepestSum && is_indented_sum(text, blanks);
    if (text.front() == 'T') return begins_with_t(text);
    if (text.front() == '-') return is_go_failure(text);  // of a part of a test
    if (text.front() == 'F') return text.starts_with("FAIL ") && begins_with_f(text);
    if (text.starts_with("Summary [") || text.starts_with("Executed ")) return in_others(text);
    return text.starts_with("ELIFECYCLE  Test failed.");
  }
  switch (text.front()) {
    case '=':
      return is_pytest_sum(text);
    case 'F':
      return begins_with_f(text) || is_pytest_progress(text) || is_marked_python_crash(text);
    case 'T':
      return begins_with_t(text) || is_forge_failure(text);
    case '#':
      return is_comment(text);
    case '-':
      return is_go_failure(text);
    case '[':
      return in_brackets(text);
    case '>':
      return is_gradle_task(text);
    case '<':
      return is_test_xml(text);
    case '\xE2': {  // node --test "ℹ fail 1", "✖ name (12.3ms)"; proctor's own "✗ FAIL  …"
      Cursor cursor(text);
      if (cursor.take("\xE2\x9C\x96 ")) return is_node_failure(cursor.rest());
      if (cursor.take("\xE2\x84\xB9 fail ")) return cursor.some() && cursor.done();
      return cursor.take("\xE2\x9C\x97 FAIL  ") || cursor.take("\xE2\x9C\x97 ERROR  ");
    }
    default:
      return is_digit(text.front()) ? is_sum_of_items(text) : in_others(text);
  }
}

}  // namespace proctor::format
