#include "format/failure_forms.hpp"

#include <algorithm>
#include <array>

#include "format/line_cursor.hpp"
#include "format/line_form.hpp"

namespace proctor::format {
namespace {

// In the language of line_form.hpp.
constexpr std::array kForms = std::to_array<std::string_view>({
    // Python: pytest, pytest-cov, unittest
    "==%*== FAILURES ==%*==",
    "==%*== ERRORS ==%*==",
    "test%*.py::%* FAILED%_[%_%d%%]",
    "test%*.py::%* FAILED%_[%d%%]",
    "test%*.py::%* ERROR%_[%_%d%%]",
    "test%*.py::%* ERROR%_[%d%%]",
    "test%* (%*) ... FAIL",
    "test%* (%*) ... ERROR",
    "ERROR: file or directory not found: %*.py%*",
    "ERROR: file or directory not found: %*::%*",
    "ERROR: file or directory not found: test%*",
    "ERROR: file or directory not found: %*/test%*",
    "ERROR: not found: %*.py%*",
    "ERROR: not found: %*::%*",
    "ERROR: usage: pytest %*",
    "ERROR: usage: py.test %*",
    "ERROR: usage: __main__.py %*",
    "ERROR: Wrong expression passed to '-%*",
    "ImportError while loading conftest '%*",
    "INTERNALERROR> %*",
    "!!%*! KeyboardInterrupt !%*!!",
    "!!%*! _pytest.outcomes.Exit: %*!",
    "! _pytest.outcomes.Exit: %*!",
    "Fatal Python error: Segmentation fault",
    "Fatal Python error: Aborted",
    "Fatal Python error: Bus error",
    "Fatal Python error: Illegal instruction",
    "Fatal Python error: Floating-point exception",
    "pytest: error: %*",
    "__main__.py: error: %*",
    "FAIL Required test coverage of %* not reached.%*",
    "ERROR: Coverage failure: total of %*",
    "nox > Session %* failed.",
    // JavaScript: node (of its XML a comment: its sums aren't JUnit's), jest, mocha, c8 and nyc, karma, wdio,
    // lab, yarn, turbo
    "\t<!-- fail %n -->",
    "\t<!-- cancelled %n -->",
    "[\"end\",{\"suites\":%*,\"failures\":%n,%*",
    "ERROR: \"%*test%*\" exited with %n.",
    "\xE2\x84\xB9 cancelled %n",
    "# cancelled %n",
    "ERROR: Coverage for %* (%*%%) does not meet %*threshold (%*",
    "error Command failed with exit code %n.",
    "Failed:    %*#test%*",
    "Jest: %*coverage threshold for %* not met%*",
    "Chrome%*: Executed %d of %d%*(%n FAILED)%*",
    "HeadlessChrome%*: Executed %d of %d%*(%n FAILED)%*",
    "Firefox%*: Executed %d of %d%*(%n FAILED)%*",
    "TOTAL: %n FAILED, %d SUCCESS",
    "Spec Files:%_%d passed, %n failed%*",
    "%n of %d tests failed",
    // TAP: bats, Test::More, prove, node-tap
    "# { total: %d, fail: %n%*}",
    "# { total: %d, pass: %d, fail: %n%*}",
    "Asserts:  %*%n fail%_%d of %d %*",
    "# (in test file %*, line %d)",
    "# bats warning: Executed %d instead of expected %d test%s",
    "# Looks like you planned %d test%s but ran %d.",
    "# Looks like your test exited with %d %*",
    "# Tests were run but no plan was declared and done_testing() was not seen.",
    "Bail out!%*",
    "FAILED--Further testing stopped%*",
    // C and C++: ninja, Meson, automake, ctest, Catch2, Qt, Check, Unity, Criterion, CppUnit, CppUTest,
    // greatest, gtest-parallel, DejaGnu, LLVM's lit, Kyua
    "ninja: build stopped: subcommand failed.",
    "Timeout:    %_%n",
    "Unexpected Pass:  %_%n",
    "# XPASS:%_%n",
    "%d/%d Test%_#%d: %****Failed%*",
    "%d/%d Test%_#%d: %****Timeout%*",
    "%d/%d Test%_#%d: %****Exception%*",
    "%d/%d Test%_#%d: %****Not Run%_%d.%*",
    "FAIL!  : %*::%*",
    "Totals: %d passed, %n failed, %d skipped%*",
    "%d%%: Checks: %d, Failures: %n, Errors: %d",
    "%d%%: Checks: %d, Failures: %d, Errors: %n",
    "%d Tests %n Failures %d Ignored",
    "[====] Synthesis: Tested: %d | Passing: %d | Failing: %n | Crashing: %d%*",
    "[====] Synthesis: Tested: %d | Passing: %d | Failing: %d | Crashing: %n%*",
    "Run:%_%d%_Failures:%_%n%_Errors:%_%d",
    "Run:%_%d%_Failures:%_%d%_Errors:%_%n",
    "Errors (%n failure%s, %d test%s, %*)",
    "Pass: %d, fail: %n, skip: %d.",
    "FAILED TESTS (%n/%d):",
    "# of unexpected failures%_%n",
    "# of unexpected failures\t%n",
    "# of unresolved testcases\t%n",
    "Failed Tests (%n):",
    "Timed Out Tests (%n):",
    "Unresolved Tests (%n):",
    "%d/%d passed (%n failed)",
    // Go, Rust
    "OOPS: %d passed, %n FAILED%*",
    "panic: test timed out after %*",
    "WARNING: DATA RACE",
    "# %* [%*.test]",
    "error: could not compile `%*` (%*) due to %*",
    "error: could not compile %* test)%*",
    "error: could not compile %*(test \"%*",
    "error: %n target%s failed:",
    "error: test run failed",
    // Java: Maven, Gradle, TestNG; make; just
    "Total tests run: %d, Passes: %d, Failures: %n, %*",
    "Total tests run: %d, Failures: %n, %*",
    "[INFO] BUILD FAILURE",
    "BUILD FAILED in %d%*",
    "error: Recipe `%*test%*` failed %*",
    "error: Recipe `%*check%*` failed %*",
    "make: *** No rule to make target 'test%*'.  Stop.",
    "make: *** No rule to make target 'check%*'.  Stop.",
    // Scala: ScalaTest, by itself and behind sbt
    "*** %n TEST FAILED ***",
    "*** %n TESTS FAILED ***",
    "*** %n SUITE ABORTED ***",
    "*** %n SUITES ABORTED ***",
    "*** RUN ABORTED ***",
    "Tests: succeeded %d, failed %n, canceled %*",
    "[info] *** %n TEST FAILED ***",
    "[info] *** %n TESTS FAILED ***",
    "[info] *** %n SUITE%* ABORTED ***",
    "[error] *** %n SUITE%* ABORTED ***",
    "[info] Tests: succeeded %d, failed %n, canceled %*",
    "[error] (%*) sbt.TestsFailedException: %*",
    // Swift and Apple: swift-testing, xcodebuild
    "\xE2\x9C\x98 Test run with %d test%s%* failed after %*",
    "** TEST FAILED **",
    // Julia, R
    "ERROR: Some tests did not pass: %d passed, %n failed, %*",
    "ERROR: Some tests did not pass: %d passed, %d failed, %n errored, %*",
    "ERROR: LoadError: Some tests did not pass: %d passed, %n failed, %*",
    "ERROR: LoadError: Some tests did not pass: %d passed, %d failed, %n errored, %*",
    "ERROR: Package %* errored during testing%*",
    "[ FAIL %n | WARN %d | SKIP %d | PASS %d ]",
    // Zig, Dart, Lua (busted, luaunit), Clojure, Erlang's Common Test, Tcl, Emacs (ERT, Buttercup)
    "%d passed; %d skipped; %n failed.",
    "Build Summary: %* tests passed; %n failed%*",
    "Build Summary: %* tests passed; %d skipped; %n failed%*",
    "%d:%d +%*-%n: Some tests failed.",
    "%d success%* / %n failure%s / %d error%s / %*",
    "%d success%* / %d failure%s / %n error%s / %*",
    "Ran %d test%s in %*, %n failure%s%*",
    "Ran %d test%s in %*, %n error%s%*",
    "%n failures, %d errors.",
    "%d failures, %n errors.",
    "%d test%s, %d assertion%s, %n failures.",
    "%d test%s, %d assertion%s, %n errors, %*",
    "---- Result should have been (%*):",
    "---- Test generated error; Return code was: %d",
    "Ran %d test%s, %d result%s as expected, %n unexpected%*",
    "Ran %d spec%s, %n failed, %*",
    "Failed %n tests. Passed %d tests.%*",
    // Haskell (tasty, HUnit, cabal), OCaml (alcotest, OUnit), Elm
    "%n out of %d test%s failed%*",
    "Cases: %d  Tried: %d  Errors: %n  Failures: %d",
    "Cases: %d  Tried: %d  Errors: %d  Failures: %n",
    "Test suite %*: FAIL",
    "%n failure%s! in %*",
    "FAILED: Cases: %d Tried: %d Errors: %d Failures: %d%*",
    "TEST RUN FAILED",
    // Ruby: RSpec; .NET; Python's behave
    "rspec ./%*.rb:%d # %*",
    "rspec ./%*.rb[%* # %*",
    "rspec './%*.rb[%*' # %*",
    "Test Run Aborted%*",
    "%d feature%s passed, %d failed, %n error%*",
    "%d scenario%s passed, %d failed, %n error%*",
    "%d step%s passed, %d failed, %n error%*",
    // PHP: phpspec, behat
    "%d example%s (%*%n failed%*)",
    "%d scenario%s (%*%n failed%*)",
    // Of other languages and fields: D, AUnit, UVM, Newman, Hurl, Karate, Gauge, TeamCity's messages
    "%n/%d modules FAILED unittests",
    "Failed Assertions: %n",
    "Unexpected Errors: %n",
    "UVM_ERROR :%_%n",
    "UVM_FATAL :%_%n",
    "\xE2\x94\x82%_assertions \xE2\x94\x82%_%d \xE2\x94\x82%_%n \xE2\x94\x82",
    "Testing complete. Ran %d test%s: %*failed: %n%*",  // of Linux's KUnit
    "Testing complete. Ran %d test%s: %*crashed: %n%*",
    "Failed files:%_%n (%*%%)",
    "scenarios:%_%d | passed:%_%d | failed:%_%n%*",
    "Specifications:\t%d executed\t%d passed\t%n failed\t%*",
    "##teamcity[testFailed %*",
    // Others: ginkgo, Python's doctest, bashunit and snforge, Move, halmos, terraform, OPA, buck, Pester,
    // Cram
    "FAIL! -- %d Passed | %n Failed | %*",
    "FAIL! - %* -- %d Passed | %*",
    "***Test Failed*** %n failure%s.",
    "Tests:%_%d passed, %n failed, %*",
    "Test result: FAILED. Total tests: %d; passed: %d; failed: %n",
    "Symbolic test result: %d passed; %n failed; %*",
    "Failure! %d passed, %n failed.",
    "FAIL: %n/%d",
    "Tests finished: Pass %d. Fail %n.%*",
    "Tests Passed: %d, Failed: %n, %*",
    "# Ran %d tests, %d skipped, %n failed.",
});

constexpr std::array kIndentedForms = std::to_array<std::string_view>({
    "%d/%d Test%_#%d: %****Failed%*",
    "%d/%d Test%_#%d: %****Timeout%*",
    "%d/%d Test%_#%d: %****Exception%*",
    "%d/%d Test%_#%d: %****Not Run%_%d.%*",
    "\xE2\x9C\x95 %* (%d ms)",                 // jest
    "FAIL [%*s] %*",                           // nextest
    "evaluation failed :( (%*",                // tox
    "Failed: %n.  Skipped: %d.  Passed: %d.",  // EUnit
    "\xE2\x9C\x96%_%n of %d failed (%d%%)%*",  // Cypress
    "Overall result: Failed",                  // NUnit
    "Errors  %n error%s",                      // vitest
    "Failed Tests: There w%* %n failure%s",    // tap-spec
    "FAIL  \"%*\"",                            // uvu
    "FAIL  %*  \"%*\"",
    "FAIL  | %d passed, %n failed%*",  // CodeceptJS
    "- Failed: %n",                    // stestr
    "- Unexpected Success: %n",
    "\"numFailedTests\": %n,",  // jest's JSON, made pretty
    "\"numFailedTestSuites\": %n,",
});

// No closing line is longer, and what is tried grows with the square of it.
constexpr std::size_t kLongestForm = 300;

bool begins_with_number(std::string_view form) {
  return form.starts_with("%d") || form.starts_with("%n");
}

// By the first byte of the line; those that begin with a number by '0'.
class Forms {
 public:
  template <typename List>
  explicit Forms(const List& forms) {
    for (const std::string_view form : forms) {
      const bool number = begins_with_number(form);
      if (!number) starts_.push_back(form.substr(0, form.find('%')));
      of(number ? '0' : form.front()).push_back(form);
    }
  }

  bool match(std::string_view text) const {
    if (text.empty()) return false;
    const auto& forms = forms_[static_cast<unsigned char>(is_digit(text.front()) ? '0' : text.front())];
    return std::any_of(forms.begin(), forms.end(),
                       [text](std::string_view form) { return fits(form, text); });
  }
  const std::vector<std::string_view>& starts() const { return starts_; }

 private:
  std::vector<std::string_view>& of(char first) { return forms_[static_cast<unsigned char>(first)]; }

  std::array<std::vector<std::string_view>, 256> forms_{};
  std::vector<std::string_view> starts_{};
};

const Forms& forms(bool indented) {
  static const Forms kPlain(kForms);
  static const Forms kDeeper(kIndentedForms);
  return indented ? kDeeper : kPlain;
}

}  // namespace

bool has_failure_form(std::string_view text, bool indented) {
  if (text.empty() || text.size() > kLongestForm) return false;
  // Many lines begin with a number, and all of those forms have one of these in them.
  const bool possible = !is_digit(text.front()) || has(text, "ail") || has(text, "AIL") ||
                        has(text, "rror") || has(text, "***");
  return possible && forms(indented).match(text);
}

const std::vector<std::string_view>& failure_form_starts(bool indented) {
  return forms(indented).starts();
}

}  // namespace proctor::format
