// What tells how tests ended whose exit code is hidden.
#include <gmock/gmock.h>

#include "base/text.hpp"
#include "format/hidden_exit.hpp"

namespace proctor::format {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

HiddenExitWatch::Seen after(std::string_view command, std::string_view output, bool results = false,
                            bool cut = false) {
  HiddenExitWatch watch(command);
  for (const std::string_view line : split_lines(output)) watch.line(line);
  return watch.finish(results, cut);
}

TEST(HiddenExitWatch, WithoutAResultNothingIsTold) {
  const auto seen = after("ctest -Q || true", "");
  EXPECT_THAT(seen.untold, HasSubstr("isn't that of `ctest -Q`, which `|| true` hides"));
  EXPECT_THAT(after("mocha -R json | tail -3", "  }\n ]\n}").untold, HasSubstr("`mocha -R json`"));
  EXPECT_THAT(after("pytest | wc -l", "17").untold, HasSubstr("`| wc -l`"));
}

TEST(HiddenExitWatch, AResultTells) {
  for (const char* line : {"OK",
                           "OK (skipped=1)",
                           "100% tests passed, 0 tests failed out of 2",
                           "=== 3 passed in 0.01s ===",
                           "1 xfailed in 0.02s",
                           "test result: ok. 1 passed; 0 failed",
                           "# fail 0",
                           "\xE2\x84\xB9 duration_ms 12.1",
                           "[INFO] BUILD SUCCESS",
                           "{\"numFailedTestSuites\":0,\"numFailedTests\":0}",
                           "1..2\nok 1 a\nok 2 b",
                           "3 tests, 0 failures",
                           "  2 passing (3ms)",
                           "ok  \tx\t0.01s",
                           "    \"failures\": 0,",
                           "Tests:       2 passed, 2 total",
                           "{\"Time\":\"2026\",\"Action\":\"pass\",\"Package\":\"x\",\"Elapsed\":0.1}",
                           "BUILD SUCCESSFUL in 1s",
                           "Total Test time (real) =   0.01 sec",
                           "Result: PASS"}) {
    EXPECT_THAT(after("pytest | tail -1", line).untold, IsEmpty()) << line;
  }
  EXPECT_THAT(after("pytest | tail -1", "", true).untold, IsEmpty());
  EXPECT_THAT(after("cargo test | head -1", "running 3 tests", true, true).untold, HasSubstr("cargo test"));
}

TEST(HiddenExitWatch, OneTestIsNoResultOfAll) {
  for (const char* line :
       {"ok 2 b", "1..2", "1..2\nok 1 a", "--- PASS: TestA (0.00s)", "PASS ./a.test.js", "\xE2\x9C\x93 a",
        "running 2 tests", "Ran 2 tests in 0.1s", "# tests 2",
        "{\"Time\":\"2026\",\"Action\":\"pass\",\"Package\":\"x\",\"Test\":\"TestA\",\"Elapsed\":0}"}) {
    EXPECT_THAT(after("bats a.bats | tail -1", line).untold, HasSubstr("bats a.bats")) << line;
  }
}

TEST(HiddenExitWatch, WhatAFilterForFailuresFindsIsNoPass) {
  for (const char* filter :
       {"grep -i fail; true", "grep -iE 'error|fail'", "cat | sed -n '/not ok/p'", "grep 'not ok' | head"}) {
    const std::string command = std::string("cd a && bats a.bats 2>&1 | ") + filter;
    EXPECT_THAT(after(command, "#   `[ 1 = 2 ]' failed").untold, HasSubstr("bats a.bats")) << command;
    EXPECT_THAT(after(command, "2 tests, 0 failures").untold, IsEmpty()) << command;
    EXPECT_THAT(after(command, "").untold, IsEmpty()) << command;
  }
}

TEST(HiddenExitWatch, AFilterThatOverlooksFailuresTellsNothingByFindingNone) {
  for (const char* command :
       {"pytest | grep -i error | head", "pytest | grep ^ERROR | tail -5",
        "go test ./... | grep -i panic | head", "pytest | grep -i fail | head",
        "cargo test | grep -i fail; true", "go test | grep fail | cat", "bats a | grep \"$WHAT\"; true",
        "ctest | grep -vi fail", "go test | grep -v FAIL; true", "node --test | awk '/FAIL/'",
        "bats a | grep -E 'error|panic'", "pytest | head -1 | grep -iE 'fail|error'; true",
        "pytest >log | grep -iE 'fail|error'; true", "pytest | grep -iE 'fail|error' >log; true",
        "pytest | grep -iE 'fail|error' | grep test_a; true"}) {
    EXPECT_THAT(after(command, "").untold, HasSubstr("nothing tells")) << command;
  }
  for (const char* command : {"pytest | grep -iE 'fail|error' | head", "go test | grep FAIL; true",
                              "pytest | tee log | grep -iE 'fail|error' | tail -5; true"})
    EXPECT_THAT(after(command, "").untold, IsEmpty()) << command;
  EXPECT_THAT(after("ctest | grep Total", "Total Test time (real) =   0.01 sec").untold, HasSubstr("ctest"));
}

TEST(HiddenExitWatch, AFailureBehindAPrefixIsNoPass) {
  for (const char* output :
       {"     1\tF.\n    13\t1 failed, 1 passed in 0.03s", "12:1 failed, 1 passed in 0.03s",
        "> Tests: 1 failed, 2 passed, 3 total", "\"1 failed, 1 passed in 0.03s\"",
        "1 failed,\n 1 passed\n in 0.03s", "    ok  \ta\t0.01s\n    FAIL\tb\t0.01s",
        "> # pass 1\n> # fail 1\n> # duration_ms 2", "4: # pass 1\n5: # fail 1\n6: 3 passed",
        "50% tests passed, 1 tests failed out of 2\nTotal Test time (real) = 1"}) {
    EXPECT_THAT(after("pytest | cat", output).untold, HasSubstr("`pytest`")) << output;
  }
  // ctest -V judges a test that is to fail by itself.
  EXPECT_THAT(
      after("ctest -V | tail", "1: 1 failed, 1 passed\n100% tests passed, 0 tests failed out of 1").untold,
      IsEmpty());
  EXPECT_THAT(after("pytest | nl", "     1\t2 passed in 0.01s").untold, IsEmpty());
}

TEST(HiddenExitWatch, WhatIsPrintedOnlyOfFailuresTellsByNotBeingThere) {
  for (const char* command :
       {"pytest >log || cat log", "(cd a && pytest) >/tmp/log 2>&1 || tail -20 /tmp/log",
        "pytest >log; rc=$?; if [ $rc -ne 0 ]; then cat log; fi"}) {
    EXPECT_THAT(after(command, "").untold, IsEmpty()) << command;
    EXPECT_THAT(after(command, "see /root").untold, HasSubstr("nothing tells")) << command;
  }
  EXPECT_THAT(after("pytest >/dev/null || echo \"$WHAT\"", "").untold, HasSubstr("nothing tells"));
  EXPECT_THAT(after("pytest >/dev/null || cat other", "").untold, HasSubstr("nothing tells"));
  EXPECT_THAT(after("pytest >/dev/null || ls a", "").untold, HasSubstr("nothing tells"));
  EXPECT_THAT(after("pytest >/dev/null; exit 0", "").untold, HasSubstr("nothing tells"));
}

TEST(HiddenExitWatch, OfAProjectsOwnTestsAnythingMayTell) {
  EXPECT_THAT(after("npm test | tail -1", "all is well").untold, IsEmpty());
  EXPECT_THAT(after("npm test > /dev/null 2>&1 || true", "").untold, HasSubstr("`npm test`"));
}

TEST(HiddenExitWatch, TheCommandsOwnWordsCount) {
  const char* either = "pytest -q > log && echo fine || echo 'it is broken'";
  EXPECT_EQ(after(either, "it is broken").failure_line, "it is broken");
  EXPECT_THAT(after(either, "it is broken").untold, IsEmpty());
  EXPECT_THAT(after(either, "fine").failure_line, IsEmpty());
  EXPECT_THAT(after(either, "fine").untold, IsEmpty());
  EXPECT_EQ(after("pytest || printf 'broken\\n'", "broken").failure_line, "broken");
  EXPECT_EQ(after("pytest || echo \"broken ($?)\"", "broken (1)").failure_line, "broken (1)");
  EXPECT_EQ(after("pytest -q >log || echo no", "no").failure_line, "no");
  EXPECT_THAT(after("pytest -q >log || echo no", "now").failure_line, IsEmpty());
  // What went into a file isn't seen.
  EXPECT_THAT(after("pytest > log || echo broken > state", "").untold, HasSubstr("|| echo broken"));
}

TEST(HiddenExitWatch, TheCommandsOwnWordsCountInListsAsWell) {
  for (const char* command : {"{ pytest >log || echo broken; }", "pytest >log || { echo broken; true; }",
                              "if pytest >log; then echo fine; else echo broken; fi",
                              "if ! pytest >log; then echo broken; else echo fine; fi",
                              "bash -c 'pytest >log && echo fine || echo broken'",
                              "pytest >log; [ $? -eq 0 ] && echo fine || echo broken",
                              "pytest >log; rc=$?; [ $rc -eq 0 ] && echo fine || echo broken",
                              "pytest >log; rc=$?; if [ \"$rc\" != 0 ]; then echo broken; else echo fine; fi",
                              "pytest >log; rc=$?; (( rc == 0 )) && echo fine || echo broken",
                              "pytest >log; rc=$?; if ((rc)); then echo broken; else echo fine; fi",
                              "pytest >log; rc=$?; [[ $rc -ne 0 ]] && echo broken || echo fine",
                              "pytest >log; rc=$?; [[ $rc == 0 ]] && echo fine || echo broken",
                              "pytest >log; if [ $? -eq 0 ]; then echo fine; else echo broken; fi",
                              "! pytest >log && echo broken; true",
                              "pytest >log; test \"$?\" = 0 && echo fine || { echo broken; }"}) {
    EXPECT_EQ(after(command, "broken").failure_line, "broken") << command;
    EXPECT_THAT(after(command, "fine").failure_line, IsEmpty()) << command;
    EXPECT_THAT(after(command, "fine").untold, IsEmpty()) << command;
  }
  EXPECT_THAT(after("(pytest || echo broken) >log", "").untold, HasSubstr("|| echo broken"));
  EXPECT_THAT(after("pytest >log || { echo broken; } >state", "").untold, HasSubstr("`pytest`"));
  EXPECT_THAT(after("(pytest >log || echo broken) | wc -l", "1").untold, IsEmpty());  // not followed
}

TEST(HiddenExitWatch, ACodeThatIsPrintedTells) {
  const char* command = "pytest -q >log 2>&1; echo \"exit: $?\"; tail -1 log";
  EXPECT_EQ(after(command, "exit: 1\n...").failure_line, "exit: 1");
  EXPECT_THAT(after(command, "exit: 0\n...").failure_line, IsEmpty());
  EXPECT_THAT(after(command, "exit: 0\n...").untold, IsEmpty());
  EXPECT_THAT(after(command, "...").untold, HasSubstr("pytest -q"));
  EXPECT_EQ(after("pytest; echo $?", "3\n...\n1").failure_line, "1");
  EXPECT_THAT(after("pytest; echo $?", "3\n...\n0").failure_line, IsEmpty());
  for (const char* kept :
       {"pytest >log; rc=$?; tail -1 log; echo \"rc=$rc\"", "pytest >log || rc=$?; echo \"rc=${rc:-0}\"",
        "out=$(pytest); rc=$?; echo \"rc=$rc\"", "pytest >log; echo \"rc=$?\" | tee -a log",
        "pytest >log; rc=$?; echo \"rc=$rc\" | cat; echo \"rc=$rc\""}) {
    EXPECT_EQ(after(kept, "rc=1").failure_line, "rc=1") << kept;
    EXPECT_THAT(after(kept, "rc=0").untold, IsEmpty()) << kept;
    EXPECT_THAT(after(kept, "").untold, HasSubstr("`pytest`")) << kept;
  }
  for (const char* piped : {"bash -c 'npm test | tail -1; echo \"rc=${PIPESTATUS[0]}\"'",
                            "npm test | tail -1; rc=${PIPESTATUS[0]}; ls; echo rc=$rc"}) {
    EXPECT_EQ(after(piped, "some words\nrc=1").failure_line, "rc=1") << piped;
    EXPECT_THAT(after(piped, "some words\nrc=0").untold, IsEmpty()) << piped;
  }
  EXPECT_THAT(after("pytest >log; echo \"$? $HOME\"", "1 /root").untold, HasSubstr("`pytest`"));
  // This one is the code of tail.
  EXPECT_THAT(after("pytest | tail -1; echo $?", "0").untold, HasSubstr("| tail -1"));
}

TEST(HiddenExitWatch, WordsMayHoldWhatIsNotKnownBeforehand) {
  for (const char* command :
       {"for f in a b; do pytest $f >log && echo \"PASS $f\" || echo \"FAIL $f\"; done",
        "for f in a b; do if pytest $f >log; then printf 'PASS %s\\n' \"$f\"; else printf \"FAIL %s\\n\" $f; "
        "fi; done",
        "for f in a b; do pytest $f >log && echo ok || echo -e \"\\033[31mFAIL\\033[0m $f\"; done"}) {
    EXPECT_EQ(after(command, "FAIL a\nPASS b").failure_line, "FAIL a") << command;
    EXPECT_THAT(after(command, "PASS a\nPASS b").failure_line, IsEmpty()) << command;
    EXPECT_THAT(after(command, "PASS a\nPASS b").untold, IsEmpty()) << command;
  }
  for (const char* command : {"for f in a b; do pytest $f >log; echo \"exit $?\"; done",
                              "for f in a b; do (cd $f && pytest >log); echo \"$f $?\"; done",
                              "for f in a b; do pytest $f >log; rc=$?; printf 'exit %d\\n' $rc; done"}) {
    EXPECT_EQ(after(command, "exit 1\nexit 0").failure_line, "exit 1") << command;
    EXPECT_THAT(after(command, "exit 0\nexit 0").failure_line, IsEmpty()) << command;
    EXPECT_THAT(after(command, "exit 0\nexit 0").untold, IsEmpty()) << command;
  }
  // Too little to be known again.
  EXPECT_THAT(after("for d in a b; do pytest $d; echo \"$d: $?\"; done", "a: 0").untold, HasSubstr("pytest"));
}

TEST(HiddenExitWatch, CountsOfWhatFailedTell) {
  const char* loop = "for f in a b; do pytest $f >log || n=$((n+1)); done; echo \"broken: $n of 2\"";
  EXPECT_EQ(after(loop, "broken: 1 of 2").failure_line, "broken: 1 of 2");
  EXPECT_THAT(after(loop, "broken: 0 of 2").failure_line, IsEmpty());
  EXPECT_THAT(after(loop, "broken: 0 of 2").untold, IsEmpty());
  EXPECT_THAT(after(loop, "broken:  of 2").untold, IsEmpty());
  EXPECT_THAT(after(loop, "").untold, HasSubstr("pytest"));
  const char* names = "for f in a b; do pytest $f >log || bad=\"$bad $f\"; done; echo \"Failed: $bad\"";
  EXPECT_EQ(after(names, "Failed:  a").failure_line, "Failed:  a");
  EXPECT_THAT(after(names, "Failed:").untold, IsEmpty());
  EXPECT_THAT(after(names, "Failed:").failure_line, IsEmpty());
  const char* asked =
      "for f in a b; do pytest $f >log || bad=1; done; if [ -z \"$bad\" ]; then echo fine; else echo no; fi";
  EXPECT_EQ(after(asked, "no").failure_line, "no");
  EXPECT_THAT(after(asked, "fine").untold, IsEmpty());
  EXPECT_THAT(after(asked, "fine").failure_line, IsEmpty());
  const char* both =
      "p=0 n=0; for f in a; do if pytest $f >log; then p=$((p+1)); else n=$((n+1)); fi; done; "
      "echo \"$p passed, $n failed\"";
  EXPECT_EQ(after(both, "0 passed, 1 failed").failure_line, "0 passed, 1 failed");
  EXPECT_THAT(after(both, "1 passed, 0 failed").untold, IsEmpty());
  const char* piped = "make test | tail -1; echo \"exit: ${PIPESTATUS[0]}\"";
  EXPECT_EQ(after(piped, "t1 broke\nexit: 2").failure_line, "exit: 2");
  EXPECT_THAT(after(piped, "fine\nexit: 0").failure_line, IsEmpty());
  EXPECT_EQ(after("(pytest >log; echo \"rc=$?\") 2>&1 | tail -5", "rc=1").failure_line, "rc=1");
}

TEST(HiddenExitWatch, WhatAVariableIsSetToByAFailureTells) {
  for (const char* command : {"r=fine; pytest >log || r=broken; echo \"$r\"",
                              "r=fine; if ! pytest >log; then r=broken; fi; echo $r",
                              "for d in a b; do pytest $d >log || r=broken; done; echo ${r:-fine}"}) {
    EXPECT_EQ(after(command, "broken").failure_line, "broken") << command;
    EXPECT_THAT(after(command, "fine").failure_line, IsEmpty()) << command;
    EXPECT_THAT(after(command, "fine").untold, IsEmpty()) << command;
  }
  const char* reversed = "ok=1; pytest >log || ok=0; echo \"tests ok: $ok\"";
  EXPECT_EQ(after(reversed, "tests ok: 0").failure_line, "tests ok: 0");
  EXPECT_THAT(after(reversed, "tests ok: 1").failure_line, IsEmpty());
  const char* none =
      "for f in a b; do pytest $f >log || bad=\"$bad $f\"; done; echo \"Failed: ${bad:-none}\"";
  EXPECT_THAT(after(none, "Failed: none").failure_line, IsEmpty());
  EXPECT_THAT(after(none, "Failed: none").untold, IsEmpty());
  EXPECT_EQ(after(none, "Failed:  a").failure_line, "Failed:  a");
}

TEST(HiddenExitWatch, OfAProjectsOwnTestsOthersTellNothing) {
  for (const char* command :
       {"npm test >log 2>&1; echo done", "make check >/dev/null || true; ls",
        "./scripts/test.sh >log 2>&1; echo done", "(cd a; npm test) >log; echo done; date"})
    EXPECT_THAT(after(command, "done").untold, HasSubstr("nothing tells")) << command;
  for (const char* command :
       {"npm test >log 2>&1; tail log", "npm test >log; ./summary.sh", "npm test; echo done"})
    EXPECT_THAT(after(command, "done").untold, IsEmpty()) << command;
}

TEST(HiddenExitWatch, ResultsOfOthersTellNothing) {
  for (const char* command : {"pytest a; pytest b >/dev/null; echo done", "pytest b >log; pytest a",
                              "for d in a b; do pytest $d >log; done; pytest c"})
    EXPECT_THAT(after(command, "3 passed in 0.1s").untold, HasSubstr("nothing tells")) << command;
  for (const char* command : {"pytest b >log; pytest a; cat log", "npx jest >/dev/null; echo done",
                              "python3 -m unittest >/dev/null || true", "(pytest >log); ./summary log"})
    EXPECT_THAT(after(command, "3 passed in 0.1s\nOK").untold, IsEmpty()) << command;
}

TEST(HiddenExitWatch, TheEndOfAFailuresReportIsNoPass) {
  const char* dump =
      "    generatedMessage: true,\n    code: 'ERR_ASSERTION',\n    actual: 2,\n    operator: '=='\n  }";
  EXPECT_THAT(after("npm test | tail -12", dump).untold, HasSubstr("npm test"));
  EXPECT_THAT(after("npm test | tail -12", std::string(dump) + "\n# fail 0").untold, IsEmpty());
}

TEST(HiddenExitWatch, OtherCommandsSayNothing) {
  EXPECT_THAT(after("ls | tail", "").untold, IsEmpty());
  EXPECT_THAT(after("pytest", "").untold, IsEmpty());
}

// With the places of all of them tried out, this would take hours.
TEST(HiddenExitWatch, AHostileLineCostsNoMoreThanOthers) {
  const char* command = "for f in *; do pytest $f >log; echo \"$a $b $c of $f: code $?\"; done";
  EXPECT_THAT(after(command, std::string(500, ' ') + "x").failure_line, IsEmpty());
  EXPECT_EQ(after(command, "1  3 of a b: code 1").failure_line, "1  3 of a b: code 1");
}

}  // namespace
}  // namespace proctor::format
