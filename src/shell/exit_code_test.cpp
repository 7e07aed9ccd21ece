#include "shell/exit_code.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "base/paths.hpp"
#include "base/text.hpp"

namespace proctor::shell {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<const char*>& keeping() {
  static const std::vector<const char*> kKeeping = {
      // a list in which nothing else decides
      "pytest", "cd . && pytest -q", "cd .; pytest", "A=1 B=2 pytest -k 'not slow'", "pytest && echo PASSED",
      "pytest > log 2>&1", "pytest -q 2>&1", "pytest < /dev/null", "out=$(pytest 2>&1)",
      "out=$(pytest 2>&1) && echo \"$out\"", "cd $(pwd) && pytest $(echo -q)", "pytest > >(cat) 2>&1",
      "[ -d . ] && pytest", "true || false; pytest", "which pytest || echo none; pytest", "pytest &> log",
      "cat > t.py <<'EOF'\npytest | tail\nEOF\npytest", "# run pytest | tail\npytest # | tail",
      "(cd . && pytest)", "( pytest; )", "{ cd .; pytest; } 2>&1", "ls | head -3; pytest", "ls & pytest",
      "pytest && npm test && go test ./...", "say() { echo $1; }; say hi; pytest",
      "die() { echo $1; exit 1; }; cd . || die no; pytest", "cd . ||\nexit 1\npytest \\\n  -q",
      "echo 'pytest | tail' && pytest", "export A=$(pwd); pytest",
      // exits
      "pytest || exit 1", "pytest || exit $?", "pytest || false", "pytest; exit $?", "pytest; exit",
      "pytest; exit 3", "pytest || { cat log; exit 1; }", "pytest || exit; ls",
      "cd nowhere || exit 1; pytest || exit 1; ls; pytest", "pytest && exit 0; exit 1", "(pytest || exit 2)",
      "if pytest; then echo ok; else exit 1; fi", "if ! pytest; then exit 1; fi; echo fine",
      "! pytest && exit 1; echo fine", "if [ -f a ]; then pytest; else npm test; fi",
      "if [ -f a ]; then pytest; elif true; then pytest; else npm test; fi",
      "for d in a b; do pytest $d || exit 1; done", "for d in a b; do (cd . && npm test) || exit 1; done",
      "[ -f log ] && pytest || exit 1; echo $?",
      // codes that are kept
      "pytest; rc=$?; tail log; exit $rc",
      "pytest > log 2>&1; rc=$?; tail -5 log; echo \"exit: $rc\"; exit \"$rc\"",
      "rc=0; pytest || rc=$?; tail log; exit ${rc}", "pytest; rc=$?; [ $rc -eq 0 ]", "pytest; [ $? -eq 0 ]",
      "pytest; rc=$?; ls; test \"$rc\" = 0", "pytest; rc=$?; if [ $rc -ne 0 ]; then exit 1; fi; ls",
      "fail=0; for d in a b; do (cd . && npm test) || fail=1; done; exit $fail",
      "for d in a b; do pytest $d || fail=1; done; exit $fail",
      "pytest; if [[ $? != 0 ]]; then exit 1; fi; ls", "(pytest; rc=$?; ls; exit $rc)",
      "pytest; rc=$?; (( rc == 0 ))", "out=$(pytest); rc=$?; echo \"$out\"; exit $rc",
      "pytest | tail; exit ${PIPESTATUS[0]}", "pytest | tee log | tail; rc=${PIPESTATUS[0]}; ls; exit $rc",
      "pytest | tail; test ${PIPESTATUS[0]} -eq 0", "pytest a; r=$?; npm test && exit $r",
      "fails=0; pytest -q >/dev/null || ((fails++)); exit $fails",
      "n=0; for d in a b; do pytest $d || n=$((n+1)); done; exit $n",
      "for d in a b; do pytest $d || ((n++)); done; [[ $n -eq 0 ]]",
      "rc=0; pytest a || rc=1; npm test || rc=1; ls; exit $rc",
      "pytest; rc=$?; npm test; rc=$((rc + $?)); ls; exit $rc", "n=0; pytest || let n+=1; ((n == 0))",
      // options of the shell
      "set -o pipefail; pytest | tail -3", "set -euo pipefail; cd .; go test ./... | tee log",
      "set -e; pytest; echo done", "set -e\npytest >log\nls", "set -eo pipefail; pytest | tail; ls",
      "set -e; for d in a b; do pytest $d; done", "set -o pipefail && pytest | cat",
      "cd . && set -o pipefail && pytest | tail", "set -e; { pytest; ls; }", "set -e; (cd . && pytest); ls",
      "set -e; out=$(pytest); ls", "set -o errexit -o pipefail; pytest | cat; ls",
      "set -e; for d in a b; do (cd . && npm test); done; ls",
      // what runs the command behind it
      "timeout 60 pytest", "timeout -k 5 -s INT 60 pytest", "env A=b -u C pytest", "time pytest",
      "nice -n 5 nohup pytest", "stdbuf -oL pytest", "bash -c 'cd . && pytest'",
      "bash -c \"cd . && pytest -q\"", "bash -ec 'pytest; ls'", "bash -o pipefail -c 'pytest | tail'",
      "bash -euo pipefail -c 'pytest | tail; ls'", "sh -c 'bash -c \"pytest\"'",
      "timeout 60 bash -lc 'pytest'", "T=pytest; $T -q", "exec pytest", "time (cd . && pytest)",
      "command pytest", "bash -c \"cd $PWD && pytest\""};
  return kKeeping;
}

struct Losing {
  const char* command;
  const char* why;
  const char* instead;
};

const std::vector<Losing>& losing() {
  static const std::vector<Losing> kLosing = {
      // pipes
      {"pytest | tail -3", "that of `tail -3`, not of `pytest`", "set -o pipefail; pytest | tail -3"},
      {"cd . && pytest -q 2>&1 | tail -20", "that of `tail -20`, not of `pytest -q`",
       "set -o pipefail; cd . && pytest -q 2>&1 | tail -20"},
      {"npm test -- --watch=false 2>&1 | grep -A5 FAIL", "that of `grep -A5 FAIL`",
       "npm test -- --watch=false"},
      {"pytest | head -50", "that of `head -50`", "pytest"},
      {"pytest 2>&1 | tee log | tail -5", "that of `tail -5`",
       "set -o pipefail; pytest 2>&1 | tee log | tail -5"},
      {"pytest |& tail", "that of `tail`", "set -o pipefail; pytest |& tail"},
      {"(cd .; pytest) 2>&1 | tail", "that of `tail`", "set -o pipefail; (cd .; pytest) 2>&1 | tail"},
      {"{ pytest; } | cat", "that of `cat`", "set -o pipefail; { pytest; } | cat"},
      {"for d in a b; do pytest $d; done | tail", "the loop",
       "set -eo pipefail; for d in a b; do pytest $d; done | tail"},
      {"pytest | while read l; do echo $l; done", "that of `while read l", "pytest"},
      {"set -o pipefail; set +o pipefail; pytest | tail", "that of `tail`", nullptr},
      {"set -e; pytest | tail", "that of `tail`", "set -o pipefail; set -e; pytest | tail"},
      {"pytest | python3 -c 'pass'", "that of `python3", "pytest"},
      {"cat <<EOF | pytest - | cat\nx\nEOF\n", "that of `cat`", nullptr},
      {"bash -c 'pytest | tail'", "that of `tail`, not of `pytest`", "bash -o pipefail -c 'pytest | tail'"},
      {"timeout 60 sh -c \"cd .; pytest | tail\"", "that of `tail`", ""},
      {"T='pytest -q'; $T | tail", "that of `tail`", "set -o pipefail; T='pytest -q'; $T | tail"},
      // what runs next
      {"pytest; echo done", "that of `echo done`, not of `pytest`", "pytest"},
      {"pytest > log 2>&1; tail log", "that of `tail log`", "pytest"},
      {"cd . && timeout 60 pytest; echo \"exit: $?\"", "that of `echo \"exit: $?\"`",
       "cd . && timeout 60 pytest"},
      {"pytest\nls\n", "that of `ls`", "pytest"},
      {"pytest; ls; date", "that of `date`", "pytest; rc=$?; ls; date; exit $rc"},
      {"true; pytest; git stash pop", "that of `git stash pop`",
       "true; pytest; rc=$?; git stash pop; exit $rc"},
      {"pytest a; npm test", "that of `npm test`, not of `pytest a`", "set -e; pytest a; npm test"},
      {"pytest; exit 0", "that of `exit 0`", "pytest"},
      {"pytest && exit 0; exit 0", "that of `exit 0`", nullptr},
      {"out=$(pytest 2>&1); echo \"$out\"", "that of `echo \"$out\"`", nullptr},
      {"pytest; rc=$?; tail log", "", nullptr},
      {"pytest; rc=$?; rc=0; exit $rc", "", nullptr},
      {"pytest; rc=$?; unset rc; exit $rc", "", nullptr},
      {"pytest; rc=$?; ((rc = 0)); exit $rc", "", nullptr},
      {"pytest; rc=$?; read rc; exit $rc", "", nullptr},
      {"pytest | tail -1; echo \"${PIPESTATUS[0]}\"", "that of `tail -1`", nullptr},
      {"pytest | tail; echo; exit ${PIPESTATUS[0]}", "that of `tail`", nullptr},
      {"(pytest; ls)", "that of `ls`", nullptr},
      {"bash -c 'pytest; ls'", "that of `ls`", "bash -e -c 'pytest; ls'"},
      {"sh -c \"pytest; exit $?\"", "", "sh -e -c \"pytest; exit $?\""},
      {"set -e; set +e; pytest; ls", "that of `ls`", nullptr},
      {"if [ -n \"$CI\" ]; then set -e; fi; pytest; ls", "that of `ls`", nullptr},
      {"set -e; out=$(pytest; ls)", "that of `ls`", nullptr},
      {"set -eo pipefail; { pytest; ls; } | cat || exit 0", "that of `ls`", nullptr},
      {"false && set -e; pytest; ls", "that of `ls`", nullptr},
      {"true || set -o pipefail; pytest | cat", "that of `cat`", nullptr},
      {"set -e; cd nowhere && pytest; ls", "without running `pytest`", nullptr},
      {"set -e; (pytest; ls) || true", "`", "pytest"},
      // alternatives
      {"pytest || true", "if `pytest` fails, the exit code is that of `true`", "pytest"},
      {"pytest > /dev/null 2>&1 || true", "that of `true`", "pytest"},
      {"cd . && pytest || :", "that of `:`", "cd . && pytest"},
      {"pytest && echo PASSED || echo FAILED", "that of `echo FAILED`", "pytest"},
      {"pytest || { echo no; exit 0; }", "`", "pytest"},
      {"pytest || npm test", "that of `npm test`", nullptr},
      {"pytest || pytest --lf", "that of `pytest --lf`", nullptr},
      {"pytest 2>&1 || cat log | head", "that of `cat log`", nullptr},
      {"[ -f a ] && pytest || npm test", "that of `npm test`", nullptr},
      // jobs, negation, conditions, loops
      {"pytest & wait", "`pytest` runs in the background", "pytest"},
      {"cd . && pytest > log 2>&1 &", "in the background", "cd . && pytest"},
      {"pytest & PID=$!; wait $PID", "in the background", "pytest"},
      {"while true; do sleep 1; done & pytest | cat", "that of `cat`", nullptr},
      {"while echo y; do true; done | pytest | cat", "that of `cat`", nullptr},
      {"! pytest", "`!` turns the exit code of `pytest` round", "pytest"},
      {"! pytest | tail", "`!` turns", "pytest"},
      {"! pytest && echo broken", "`!` turns", "pytest"},
      {"if pytest; then echo ok; fi", "the exit code of `pytest` only decides", "pytest"},
      {"if pytest; then echo ok; else echo no; fi", "only decides", "pytest"},
      {"if cd . && ! pytest; then echo no; fi", "`!` turns", "pytest"},
      {"if [ -f setup.py ]; then pytest; fi", "can end with 0 without running `pytest`", "pytest"},
      {"while pytest; do sleep 1; done", "loop", "pytest"},
      {"until pytest; do sleep 1; done", "loop", "pytest"},
      {"for d in a b; do (cd $d && npm test); done", "the loop goes on after a `npm test` that failed",
       "set -e; for d in a b; do (cd $d && npm test); done"},
      {"for d in $(ls); do pytest $d || exit 1; done", "without running", nullptr},
      {"for d in a b; do pytest $d || break; done", "`", nullptr},
      {"while true; do pytest && break; done", "loop", "pytest"},
      {"until if break; then pytest; fi; do true; done", "without running", nullptr},
      {"for i in 1 2 3; do pytest && break; done", "loop", nullptr},
      {"ls | while read f; do pytest $f; done", "`", nullptr},
      {"case $1 in a) pytest;; esac", "without running", "pytest"},
      {"[ -f a ] || pytest", "without running", "pytest"},
      {"exit 0; pytest", "without running", nullptr},
      // substitutions, and what isn't followed
      {"echo \"$(pytest)\"", "can end with 0 although `pytest` failed", "pytest"},
      {"echo `pytest`", "can end with 0 although `pytest` failed", "pytest"},
      {"diff <(pytest) expected", "although `pytest` failed", "pytest"},
      {"export out=$(pytest)", "`", "pytest"},
      {"[ -n \"$(pytest | tail -1)\" ]", "that of `tail -1`", nullptr},
      {"f() { pytest; }; f", "although `pytest` failed", "pytest"},
      {"f() { pytest; exit 0; }; f; exit 1", "`", nullptr},
      {"die() { echo $1; exit 0; }; pytest || die no; exit 1", "if `pytest` fails", nullptr},
      {"run() { \"$@\" | tail; }; run pytest -q", "`", nullptr},
      {"eval 'pytest | tail'", "`", ""},
      {"eval pytest", "although `pytest` failed", ""},
      {"ls | xargs pytest", "although", nullptr},
      {"find . -name 'test_*' -exec pytest {} \\;", "although", nullptr},
      {"ssh -p 22 host 'cd a && pytest'", "although `pytest` failed", nullptr},
      {"bash <<'EOF'\npytest | tail\nEOF", "`", ""},
      {"watch -n 5 pytest", "although", nullptr},

      {"make -i test", "`make -i test` can end with 0 although tests failed", ""},
      {"npm test --if-present", "although", ""},
      {"mvn -q test -fn", "although", ""},
      {"pytest '", "can't be read to its end, and `pytest` is in it", "pytest"},
      {"! { pytest; }", "can't be read", nullptr},
      {"time ! pytest", "can't be read", nullptr},
      {"time { pytest; }", "can't be read", nullptr},
      {"time (cd . && pytest) | tail", "that of `tail`", nullptr},
      {"if pytest; then", "can't be read", "pytest"},
      {"(((( pytest | tail", "can't be read", nullptr}};
  return kLosing;
}

TEST(ExitCodeUse, IsTheTestsOwnWhereNothingElseDecides) {
  for (const char* command : keeping()) {
    const ExitCodeUse use = read_exit_code_use(command);
    EXPECT_TRUE(use.has_runner) << command;
    EXPECT_TRUE(use.tests_own) << command << "\n" << use.why;
    EXPECT_THAT(use.why + use.instead, IsEmpty()) << command;
  }
}

TEST(ExitCodeUse, MayBeAnothersElsewhereAndSaysWhyAndWhatToRunInstead) {
  for (const auto& [command, why, instead] : losing()) {
    const ExitCodeUse use = read_exit_code_use(command);
    EXPECT_TRUE(use.has_runner && !use.tests_own) << command;
    EXPECT_THAT(use.why, HasSubstr(why)) << command;
    if (instead != nullptr) {
      EXPECT_EQ(use.instead, instead) << command;
    }
    if (use.instead.empty()) continue;
    const ExitCodeUse better = read_exit_code_use(use.instead);
    EXPECT_TRUE(better.has_runner && better.tests_own) << command << "\n" << use.instead;
  }
}

TEST(ExitCodeUse, DependsOnTheShell) {
  for (const char* command : {"pytest &> log", "cd a && pytest &>> log; echo $?",
                              "set -o pipefail; pytest | cat", "sh -o pipefail -c 'pytest | cat'"}) {
    const ExitCodeUse use = read_exit_code_use(command, Dialect::sh);
    EXPECT_TRUE(use.has_runner && !use.tests_own) << command;
  }
  const ExitCodeUse use = read_exit_code_use("pytest &> log", Dialect::sh);
  EXPECT_EQ(use.why, "to sh the `&` of `&>` runs `pytest` in the background");
  EXPECT_EQ(use.instead, "pytest");
  EXPECT_TRUE(read_exit_code_use("pytest > log 2>&1", Dialect::sh).tests_own);
  EXPECT_TRUE(read_exit_code_use("bash -c 'pytest &> log'", Dialect::sh).tests_own);
}

TEST(ExitCodeUse, OfACommandThatNobodyWritesIsDoubtfulAndCostsLittle) {
  const auto repeated = [](int times, const std::string& text) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  for (const std::string& command :
       {repeated(5'000, "(") + "pytest", repeated(20'000, "pytest; ") + "pytest",
        repeated(300, "$(") + "pytest",
        repeated(90, "for i in a b; do if ls; then ") + "pytest" + repeated(90, "; fi; done"),
        repeated(200, "( ") + "pytest" + repeated(200, " )"), repeated(3'000, "pytest && ls | ") + "cat",
        "pytest " + repeated(100'000, "a") + " | tail", repeated(400, "{ ! ") + "pytest"}) {
    const ExitCodeUse use = read_exit_code_use(command);
    EXPECT_TRUE(use.has_runner && !use.tests_own) << command.substr(0, 100);
    EXPECT_LT(use.why.size() + use.instead.size(), 600U);
  }
  EXPECT_TRUE(read_exit_code_use(repeated(5'000, "(") + "ls").tests_own);
}

// The claim itself, in the real bash: with a `pytest` (and `npm`, `go`) whose exit codes are 0 or 1 in every
// order, no command above that is said to keep the exit code ends with 0 after a failure or without a run.
TEST(ExitCodeUse, IsWhatBashDoes) {
  std::string name = (temporary_dir() / "proctor-shell-XXXXXX").string();
  const std::filesystem::path dir = mkdtemp(name.data());
  const char* runner =
      "#!/bin/sh\nread c rest < \"$HOME/codes\"; echo $c >> \"$HOME/ran\"; echo $rest > \"$HOME/codes\"; "
      "exit $c\n";
  for (const char* tool : {"pytest", "npm", "go"}) ASSERT_TRUE(write_file(dir / tool, runner, 0755));
  std::string script =
      "cd $(dirname $0); export HOME=$PWD PATH=$PWD:/usr/bin:/bin; : > log\n"
      "check() { for codes in '1 1 1 1 1 1' '0 1 0 0 0 0'; do echo $codes > codes; : > ran\n"
      "bash -c \"$1\" >/dev/null 2>&1 </dev/null || continue\n"
      "case $(< ran) in *1*|'') echo \"$1: $codes\" >> wrong;; esac; done; }\n";
  std::vector<std::string> commands(keeping().begin(), keeping().end());
  for (const Losing& each : losing()) commands.push_back(read_exit_code_use(each.command).instead);
  for (const std::string& command : commands)
    if (!command.empty()) script += "check " + shell_quote(command) + "\n";
  ASSERT_TRUE(write_file(dir / "script", script + "echo done >> wrong\n"));
  EXPECT_EQ(std::system(("bash " + (dir / "script").string()).c_str()), 0);
  EXPECT_EQ(read_file(dir / "wrong").value(), "done\n");
  remove_tree(dir);
}

}  // namespace
}  // namespace proctor::shell
