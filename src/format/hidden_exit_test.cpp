#include "format/hidden_exit.hpp"

#include <gmock/gmock.h>

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
                              "ls; bats a | grep -i FAIL",
                              "npm test | grep -E 'error|panic'",
                              "node --test | tap-spec",
                              "go test -json | tparse",
                              "pytest --collect-only | tail",
                              "jest --listTests | head",
                              "pytest --help | head",
                              "pytest || ./mend.sh",
                              "while pytest; do ls; done",
                              "until pytest; do sleep 1; done",
                              "f() { pytest; return $?; }; f",
                              "f() { pytest || return 1; }; f && ls",
                              ". ./lib.sh; pytest | tail",
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

TEST(HiddenExits, KnowRunnersInContainersAndOnOtherMachines) {
  for (const char* runner :
       {"docker exec app pytest -q", "docker run --rm -it -v /a:/a -w /a python:3 python3 -m pytest",
        "docker compose exec -T app npm test", "docker-compose -f a.yml run --rm app pytest",
        "podman exec -e A=b app go test", "kubectl exec -n dev pod/app -- pytest"}) {
    EXPECT_EQ(hidden(std::string(runner) + " | tail"), std::string(runner) + " <- | tail");
  }
  EXPECT_EQ(hidden("docker exec app sh -c 'cd a && pytest | tail'"), "pytest <- | tail");
  EXPECT_EQ(hidden("ssh -p 22 host 'cd a && pytest' || true"), "pytest <- || true");
  EXPECT_EQ(hidden("ssh host cd a '&&' pytest; ls"), "pytest <- ; ls");
  for (const char* other : {"docker build -t test . | tail", "docker ps | tail", "ssh host | tail",
                            "docker run --rm app | tail", "docker pull pytest | tail"})
    EXPECT_THAT(hidden(other), IsEmpty()) << other;
}

TEST(HiddenExits, KnowScriptsByTheNameOfTests) {
  for (const char* runner : {"./run_tests.sh", "scripts/test.sh -v", "python3 tests/test_a.py",
                             "bash -x test.sh", "node a.test.js", "build/a_test", "timeout 9 ./tests"})
    EXPECT_EQ(hidden(std::string(runner) + " || true"), std::string(runner) + " <- || true");
  for (const char* other : {"test -f a", "cat test.sh", "./create_test_db.sh", "python3 latest.py",
                            "node -e test.js", "python3 -c test.py", "./test.txt", "./contest", "tests"})
    EXPECT_THAT(hidden(std::string(other) + " || true"), IsEmpty()) << other;
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
        "pytest; rc=$?; test $rc -eq 0 || exit 2; ls", "pytest; rc=$?; ((rc == 0))",
        "pytest; rc=$?; exit $((rc + 0))", "pytest; rc=$?; ./finish.sh $rc",
        "for d in a b; do pytest $d || bad=1; done; exit $bad", "{ pytest; rc=$?; } >log; exit $rc",
        "out=$(pytest); rc=$?; echo \"$out\"; exit $rc", "pytest; if [ $? -ne 0 ]; then exit 1; fi"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AreThoseOfFunctionsLoopsAndPreparedShells) {
  EXPECT_EQ(hidden(". venv/bin/activate && pytest | tail -1"), "pytest <- | tail -1");
  EXPECT_EQ(hidden("node a.js & trap \"kill $!\" EXIT; pytest >log; ls"), "pytest <- ; ls");
  EXPECT_EQ(hidden("[[ -d a ]] && pytest >log; ls"), "pytest <- ; ls");
  EXPECT_EQ(hidden("f() { pytest \"$@\"; }; f a || true"), "pytest a <- || true");
  EXPECT_EQ(hidden("f() { if \"$@\" >log; then echo ok; else echo no; fi; }; f pytest -q"),
            "pytest -q <- else echo no");
  EXPECT_EQ(hidden("f() { pytest || return 0; }; f"), "pytest <- || return 0");
  EXPECT_EQ(hidden("ls | while read -r f; do pytest $f; done"), "pytest $f <- done");
  EXPECT_EQ(hidden("for d in a b; do pytest $d || break; done"), "pytest $d <- || break");
  EXPECT_EQ(hidden("until curl -s a; do sleep 1; done; pytest | tail"), "pytest <- | tail");
  EXPECT_EQ(hidden("find . -name 'test_*' -exec pytest -q {} \\;"), "pytest -q {} <- done");
  EXPECT_THAT(hidden("find . -name 'test_*' -exec pytest -q {} +"), IsEmpty());
  EXPECT_EQ(hidden("script -qc 'pytest -q' /dev/null"), "pytest -q <- ; script");
  EXPECT_THAT(hidden("script -qec 'pytest -q' /dev/null"), IsEmpty());
  EXPECT_EQ(hidden("PY=python3; $PY -m pytest | tail"), "python3 -m pytest <- | tail");
  EXPECT_EQ(hidden("\"$PY\" -m pytest | tail"), "$PY -m pytest <- | tail");
}

TEST(HiddenExits, MayBeAskedForBehindLoopsAndPipes) {
  EXPECT_EQ(hidden("n=0; for d in a b; do pytest $d || n=$((n+1)); done; echo \"broken: $n\""),
            "pytest $d <- || n=$((n+1))");
  EXPECT_EQ(hidden("pytest a || bad=1; pytest b || bad=1; if [ $bad -ne 0 ]; then echo broken; fi"),
            "pytest a <- || bad=1, pytest b <- || bad=1");
  EXPECT_EQ(hidden("pytest a; rc=$?; pytest b; rc=$?; exit $rc"), "pytest a <- ; rc=$?");
  EXPECT_EQ(hidden("pytest | tail; echo \"exit ${PIPESTATUS[0]}\""), "pytest <- | tail");
  EXPECT_EQ(hidden("pytest | tail; rc=${PIPESTATUS[0]}; echo $rc"), "pytest <- | tail");
  EXPECT_EQ(hidden("pytest; rc=$?; ((rc == 0)); ls"), "pytest <- ; rc=$?");
  for (const char* command :
       {"n=0; for d in a b; do pytest $d || n=$((n+1)); done; exit $n",
        "for d in a b; do pytest $d || ((n++)); done; [[ $n -eq 0 ]]",
        "for d in a b; do if pytest $d; then echo fine; else bad=1; fi; done; if ((bad)); then exit 1; fi; "
        "ls",
        "for d in a b; do [ $bad ] && exit 1; pytest $d || bad=1; done; ls",
        "pytest | tail; rc=${PIPESTATUS[0]}; exit $rc", "pytest | tail; test ${PIPESTATUS[0]} -eq 0",
        "pytest a; r1=$?; pytest b; r2=$?; if [ $r1 -ne 0 ] || [ $r2 -ne 0 ]; then exit 1; fi; ls"}) {
    EXPECT_THAT(hidden(command), IsEmpty()) << command;
  }
}

TEST(HiddenExits, AreNamedShortly) {
  EXPECT_LT(hidden("pytest " + std::string(5'000, 'a') + " | tail").size(), 120U);
}

}  // namespace
}  // namespace proctor::format
