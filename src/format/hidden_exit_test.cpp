#include "format/hidden_exit.hpp"

#include <gmock/gmock.h>

#include "base/text.hpp"

namespace proctor::format {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// "pytest -q <- | tail -1", for each.
std::string hidden(std::string_view command) {
  std::string text;
  for (const HiddenExit& exit : hidden_exits(command)) {
    if (!text.empty()) text += ", ";
    text += exit.runner + " <- " + exit.by;
  }
  return text;
}

HiddenExitWatch::Seen after(std::string_view command, std::string_view output, bool results = false,
                            bool cut = false) {
  HiddenExitWatch watch(command);
  for (const std::string_view line : split_lines(output)) watch.line(line);
  return watch.finish(results, cut);
}

TEST(HiddenExits, ArePipesAlternativesAndWhatComesBehind) {
  EXPECT_EQ(hidden("pytest -q | tail -1"), "pytest -q <- | tail -1");
  EXPECT_EQ(hidden("cd a && pytest -q 2>&1 | tail -1 | cat"), "pytest -q <- | tail -1");
  EXPECT_EQ(hidden("ctest -Q || true"), "ctest -Q <- || true");
  EXPECT_EQ(hidden("go test ./... || :"), "go test ./... <- || :");
  EXPECT_EQ(hidden("cargo test; ls"), "cargo test <- ; ls");
  EXPECT_EQ(hidden("cargo test && echo fine || true"), "cargo test <- || true");
  EXPECT_EQ(hidden("forge test\ntrue\n"), "forge test <- ; true");
  EXPECT_EQ(hidden("pytest a | tail; pytest b || exit 0"), "pytest a <- | tail, pytest b <- || exit 0");
  EXPECT_EQ(hidden("pytest | grep passed"), "pytest <- | grep passed");
}

TEST(HiddenExits, AreWhateverCanNotFailBehindARunner) {
  EXPECT_EQ(hidden("pytest >/dev/null; exit 0"), "pytest <- ; exit 0");
  EXPECT_EQ(hidden("pytest && exit 0; exit 0"), "pytest <- ; exit 0");
  EXPECT_EQ(hidden("bash -c 'pytest; exit 0'"), "pytest <- ; exit 0");
  for (const char* other :
       {"echo", "echo ''", "printf ''", "echo \"$WHAT\"", "echo \"see $HOME\"", "date", "sleep 0", "test 1",
        "[ -d /tmp ]", "cat log", "{ tail -3 log; true; }", "rm -f log"}) {
    const std::string command = std::string("pytest >log || ") + other;
    EXPECT_THAT(hidden(command), HasSubstr("pytest <- || ")) << command;
  }
  EXPECT_EQ(hidden("pytest | base64"), "pytest <- | base64");
}

TEST(HiddenExits, AreNoneWhereTheCodeIsTheTests) {
  for (const char* command :
       {"pytest", "cd a && pytest", "cd a; pytest", "pytest && echo fine", "pytest || exit 1",
        "pytest || false", "pytest; exit 3", "set -o pipefail; pytest | tail",
        "bash -o pipefail -c 'pytest | tail'", "pytest > log 2>&1", "echo pytest | tail",
        "cat pytest.log | tail", "ls; pytest"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AreNotLookedForInWhatHasWaysOfItsOwn) {
  for (const char* command : {"pytest; rc=$?; tail log; exit $rc",
                              "pytest | tail; exit ${PIPESTATUS[0]}",
                              "pytest | tail; rc=${PIPESTATUS[0]}; exit $rc",
                              "pytest | tail; exit $((${PIPESTATUS[@]/%/+} 0))",
                              "pytest | tail; [ ${PIPESTATUS[0]} -eq 0 ] || exit 1",
                              "ls; bats a | grep -i FAIL",
                              "npm test | grep -E 'error|panic'",
                              "node --test | tap-spec",
                              "go test -json | tparse",
                              "pytest --collect-only | tail",
                              "jest --listTests | head",
                              "pytest --help | head",
                              "pytest || ./mend.sh",
                              "while pytest; do ls; done",
                              "go vet | tail",
                              "npm run build | tail",
                              "go build test | tail",
                              "cargo run test | tail",
                              "pytest || [ $? -eq 5 ]",
                              "pytest || python3 all.py",
                              "pytest; exit",
                              "pytest; exit $rc",
                              "command -v jest || ls"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, KnowRunnersBehindWrappers) {
  for (const char* runner :
       {"python3 -m pytest -q", "python -m unittest", "CI=1 npx jest", "env A=b timeout -k5 60 pytest",
        "poetry run pytest", "uv run pytest", "bundle exec rspec", "./node_modules/.bin/mocha",
        "node --test a.js", "cargo +nightly test", "cargo nextest run", "mvn -q clean test", "./gradlew test",
        "make -j2 test", "npm run test", "npm test -- -v", "time pytest"}) {
    EXPECT_EQ(hidden(std::string(runner) + " | tail"), std::string(runner) + " <- | tail");
  }
}

TEST(HiddenExits, KnowScriptsOfProjects) {
  for (const char* runner : {"yarn run test", "npm run test:unit", "pnpm test", "bun run test",
                             "npx nx test a", "composer test", "sudo -u nobody make check"}) {
    EXPECT_EQ(hidden(std::string(runner) + " | tail"), std::string(runner) + " <- | tail");
  }
  for (const char* other : {"yarn run build", "npm run testing", "npm run build test:", "ctest -N",
                            "go test -c", "mvn verify -DskipTests", "python3 -c 'import pytest'"}) {
    EXPECT_THAT(hidden(std::string(other) + " | tail"), IsEmpty()) << other;
  }
}

TEST(HiddenExits, AreLookedForInListsAndInShells) {
  EXPECT_EQ(hidden("(cd a && pytest -q) 2>&1 | tail -1"), "pytest -q <- | tail -1");
  EXPECT_EQ(hidden("(cd a && pytest -q | tail -1)"), "pytest -q <- | tail -1");
  EXPECT_EQ(hidden("{ pytest; } >log || true"), "pytest <- || true");
  EXPECT_EQ(hidden("bash -lc 'cd a && pytest | tail -1'"), "pytest <- | tail -1");
  EXPECT_EQ(hidden("timeout 60 sh -c \"cd a; pytest\" | tail -1"), "pytest <- | tail -1");
  EXPECT_EQ(hidden("(pytest || true) | cat"), "pytest <- || true");
  EXPECT_EQ(hidden("((pytest); ls)"), "pytest <- ; ls");
  EXPECT_EQ(hidden("pytest >log || { echo broken; exit 0; }"), "pytest <- || (echo broken …)");
  for (const char* command :
       {"(cd a && pytest -q)", "bash -c 'cd a && pytest'", "(pytest; rc=$?; exit $rc) | tail",
        "pytest || { cat log; exit 1; }", "bash -c 'echo pytest' | tail", "bash run.sh | tail",
        "sh -c \"pytest; exit $?\" | tail", "(pytest || ./mend.sh) | tail",
        "bash -c 'while pytest; do ls; done' | tail"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AreThoseOfConditionsAndLoops) {
  EXPECT_EQ(hidden("if pytest; then ls; fi"), "pytest <- fi");
  EXPECT_EQ(hidden("if cd a && pytest; then ls; else echo broken; ls; fi"), "pytest <- else echo broken …");
  EXPECT_EQ(hidden("if cd a && pytest; then ls; else echo broken; true; fi"), "pytest <- else echo broken …");
  EXPECT_EQ(hidden("if ! pytest; then echo broken; fi"), "pytest <- || (echo broken)");
  EXPECT_EQ(hidden("if ls; then pytest; fi | tail"), "pytest <- | tail");
  EXPECT_EQ(hidden("for d in a b; do pytest $d; done"), "pytest $d <- done");
  for (const char* command :
       {"if [ -f a ]; then pytest; fi", "if [ -f a ]; then pytest; else pytest b; fi",
        "if ! ls; then pytest; fi", "if pytest; then echo fine; else exit 1; fi",
        "if pytest; then ls; else rc=1; fi; exit $rc", "for d in a b; do pytest $d || exit 1; done",
        "set -e; for d in a b; do pytest $d; done", "if ! pytest; then echo broken; exit 2; fi"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AShellThatEndsWithTheFirstFailureHidesOnlyWhatStandsInFrontOfPipesAndAlternatives) {
  EXPECT_THAT(hidden("set -e; pytest; ls"), IsEmpty());
  EXPECT_THAT(hidden("set -eux\npytest >log\nls"), IsEmpty());
  EXPECT_THAT(hidden("bash -ec 'pytest; ls'"), IsEmpty());
  EXPECT_EQ(hidden("set -e; pytest | tail; ls"), "pytest <- | tail");
  EXPECT_EQ(hidden("set -e; pytest || true"), "pytest <- || true");
  EXPECT_EQ(hidden("set -e; (pytest; ls) | cat"), "pytest <- | cat");
  EXPECT_EQ(hidden("set -e; set +e; pytest; ls"), "pytest <- ; ls");
  EXPECT_EQ(hidden("set -x; pytest; ls"), "pytest <- ; ls");
}

TEST(HiddenExits, AreThoseOfWhatIsNegatedAndOfJobs) {
  EXPECT_EQ(hidden("! pytest -q"), "pytest -q <- !");
  EXPECT_EQ(hidden("! (cd a && pytest); ls"), "pytest <- !");
  EXPECT_EQ(hidden("! pytest && echo broken"), "pytest <- || echo broken");
  EXPECT_EQ(hidden("pytest >log &"), "pytest <- &");
  EXPECT_EQ(hidden("cd a && pytest & wait"), "pytest <- &");
  EXPECT_EQ(hidden("pytest & PID=$!; wait $PID; ls"), "pytest <- ; ls");
  EXPECT_EQ(hidden("node a.js & npm test; kill $!"), "npm test <- ; kill $!");
  for (const char* command : {"! pytest || exit 1", "node a.js & npm test", "pytest & PID=$!; wait $PID",
                              "pytest a & pytest b & wait -n && wait -n", "pytest & wait $! || exit 1",
                              "pytest & p=$!; for i in $p; do wait $i || bad=1; done; exit $bad",
                              "node a.js & pytest && kill $!"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AreThoseOfSubstitutions) {
  EXPECT_EQ(hidden("echo \"$(pytest -q)\""), "pytest -q <- $(…)");
  EXPECT_EQ(hidden("echo `cd a; pytest | tail -1`"), "pytest <- | tail -1");
  EXPECT_EQ(hidden("out=$(pytest -q 2>&1); echo \"$out\" | tail -1"), "pytest -q <- ; echo $out");
  EXPECT_EQ(hidden("out=$(pytest | tail -1); echo $out"), "pytest <- | tail -1");
  EXPECT_EQ(hidden("cd $(git rev-parse --show-toplevel) && pytest | tail"), "pytest <- | tail");
  EXPECT_EQ(hidden("V=$(cat v) npm test || true"), "V=$(cat v) npm test <- || true");
  EXPECT_EQ(hidden("cat >a.py <<'E'\nassert $(1)\nE\npytest | tail"), "pytest <- | tail");
  EXPECT_EQ(hidden("eval 'cd a; pytest | tail'"), "pytest <- | tail");
  for (const char* command :
       {"out=$(pytest -q)", "cd $(mktemp -d) && pytest", "[ \"$(pytest | tail -1)\" = \"1 passed\" ]",
        "out=$(pytest | tail -1); [ \"$out\" = \"1 passed\" ]",
        "out=$(pytest 2>&1); echo \"$out\" | grep -q failed && exit 1; true", "eval \"$RUN\"; pytest | tail",
        "export out=$(pytest); ls", "test -z \"$(pytest -q | grep failed)\"; ls"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AreThoseOfCodesThatArePutIntoVariables) {
  EXPECT_EQ(hidden("pytest >log; rc=$?"), "pytest <- ; rc=$?");
  EXPECT_EQ(hidden("cd a && pytest >log; rc=$?; tail log; echo \"rc: $rc\""), "pytest <- ; rc=$?");
  EXPECT_EQ(hidden("rc=0; pytest || rc=$?; echo $rc"), "pytest <- || rc=$?");
  EXPECT_EQ(hidden("pytest || failed=1; ls"), "pytest <- || failed=1");
  EXPECT_EQ(hidden("pytest; rc=$?; if [ $rc -ne 0 ]; then echo broken; fi"), "pytest <- ; rc=$?");
  EXPECT_EQ(hidden("out=$(pytest); rc=$?; echo \"$rc\""), "pytest <- ; rc=$?");
  EXPECT_EQ(hidden("for d in a b; do pytest $d || bad=1; done; echo $bad"), "pytest $d <- || bad=1");
  for (const char* command :
       {"pytest; rc=$?; exit $rc", "rc=0; pytest || rc=$?; tail log; exit \"$rc\"",
        "pytest; rc=$?; [ $rc -eq 0 ]", "pytest; rc=$?; if [ $rc -ne 0 ]; then exit 1; fi; ls",
        "pytest; rc=$?; test $rc -eq 0 || exit 2; ls", "pytest; rc=$?; ((rc == 0)); ls",
        "pytest; rc=$?; exit $((rc + 0))", "pytest; rc=$?; ./finish.sh $rc",
        "for d in a b; do pytest $d || bad=1; done; exit $bad", "{ pytest; rc=$?; } >log; exit $rc",
        "out=$(pytest); rc=$?; echo \"$out\"; exit $rc", "pytest; if [ $? -ne 0 ]; then exit 1; fi"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AreNamedShortly) {
  EXPECT_LT(hidden("pytest " + std::string(5'000, 'a') + " | tail").size(), 120U);
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
  for (const char* command : {"pytest >/dev/null || echo \"see $HOME\"", "pytest >log || cat log",
                              "(cd a && pytest) >/tmp/log 2>&1 || tail -20 /tmp/log",
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
        "out=$(pytest); rc=$?; echo \"rc=$rc\"",
        "pytest >log; rc=$?; echo \"rc=$rc\" | cat; echo \"rc=$rc\""}) {
    EXPECT_EQ(after(kept, "rc=1").failure_line, "rc=1") << kept;
    EXPECT_THAT(after(kept, "rc=0").untold, IsEmpty()) << kept;
    EXPECT_THAT(after(kept, "").untold, HasSubstr("`pytest`")) << kept;
  }
  for (const char* piped : {"bash -c 'npm test | tail -1; echo \"rc=${PIPESTATUS[0]}\"'",
                            "cat x | npm test | tail -1; rc=${PIPESTATUS[1]}; ls; echo rc=$rc"}) {
    EXPECT_EQ(after(piped, "some words\nrc=1").failure_line, "rc=1") << piped;
    EXPECT_THAT(after(piped, "some words\nrc=0").untold, IsEmpty()) << piped;
  }
  EXPECT_THAT(after("pytest >log; echo \"$? $HOME\"", "1 /root").untold, HasSubstr("`pytest`"));
  // This one is the code of tail.
  EXPECT_THAT(after("pytest | tail -1; echo $?", "0").untold, HasSubstr("| tail -1"));
}

TEST(HiddenExitWatch, OtherCommandsSayNothing) {
  EXPECT_THAT(after("ls | tail", "").untold, IsEmpty());
  EXPECT_THAT(after("pytest", "").untold, IsEmpty());
}

}  // namespace
}  // namespace proctor::format
