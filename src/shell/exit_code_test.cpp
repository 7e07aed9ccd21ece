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
      "pytest > log 2>&1", "pytest -q 2>&1", "pytest < /dev/null", "cd $(pwd) && pytest $(echo -q)",
      "pytest > >(cat) 2>&1", "[ -d . ] && pytest", "true || false; pytest",
      "which pytest || echo none; pytest", "pytest &> log", "cat > t.py <<'EOF'\npytest | tail\nEOF\npytest",
      "# run pytest | tail\npytest # | tail", "(cd . && pytest)", "( pytest; )", "{ cd .; pytest; } 2>&1",
      "ls | head -3; pytest", "ls & pytest", "pytest && npm test && go test ./...",
      "cd . ||\nexit 1\npytest \\\n  -q", "echo 'pytest | tail' && pytest", "export A=$(pwd); pytest",
      // exits
      "pytest || exit 1", "pytest || exit $?", "pytest || false", "pytest; exit $?", "pytest; exit",
      "pytest; exit 3", "pytest || { cat log; exit 1; }", "pytest || exit; ls",
      "cd nowhere || exit 1; pytest || exit 1; ls; pytest", "pytest && exit 0; exit 1", "(pytest || exit 2)",

      "[ -f log ] && pytest || exit 1; echo $?",
      // codes that are kept

      // options of the shell
      "set -o pipefail; pytest | tail -3", "set -euo pipefail; cd .; go test ./... | tee log",
      "set -e; pytest; echo done", "set -e\npytest >log\nls", "set -eo pipefail; pytest | tail; ls",
      "set -o pipefail && pytest | cat", "set -e; { pytest; ls; }", "set -e; (cd . && pytest); ls",
      "set -o errexit -o pipefail; pytest | cat; ls",
      // what runs the command behind it
      "timeout 60 pytest", "timeout -k 5 -s INT 60 pytest", "env A=b -u C pytest", "time pytest",
      "nice -n 5 nohup pytest", "stdbuf -oL pytest", "bash -c 'cd . && pytest'",
      "bash -c \"cd . && pytest -q\"", "bash -ec 'pytest; ls'", "bash -o pipefail -c 'pytest | tail'",
      "bash -euo pipefail -c 'pytest | tail; ls'", "sh -c 'bash -c \"pytest\"'",
      "timeout 60 bash -lc 'pytest'", "T=pytest; $T -q", "exec pytest", "command pytest",
      "bash -c \"cd $PWD && pytest\""};
  return kKeeping;
}

struct Losing {
  const char* command;
  const char* why;
};

const std::vector<Losing>& losing() {
  static const std::vector<Losing> kLosing = {
      {"pytest | tail -3", "that of `tail -3`, not of `pytest`"},
      {"cd . && pytest -q 2>&1 | tail -20", "that of `tail -20`, not of `pytest -q`"},
      {"npm test -- --watch=false 2>&1 | grep -A5 FAIL", "that of `grep -A5 FAIL`"},
      {"pytest | head -50", "that of `head -50`"},
      {"pytest 2>&1 | tee log | tail -5", "that of `tail -5`"},
      {"pytest |& tail", "that of `tail`"},
      {"(cd .; pytest) 2>&1 | tail", "that of `tail`"},
      {"{ pytest; } | cat", "that of `cat`"},
      {"for d in a b; do pytest $d; done | tail", "the loop"},
      {"pytest | while read l; do echo $l; done", "that of `while read l"},
      {"set -o pipefail; set +o pipefail; pytest | tail", "that of `tail`"},
      {"set -e; pytest | tail", "that of `tail`"},
      {"pytest | python3 -c 'pass'", "that of `python3"},
      {"cat <<EOF | pytest - | cat\nx\nEOF\n", "stands within"},
      {"bash -c 'pytest | tail'", "that of `tail`, not of `pytest`"},
      {"timeout 60 sh -c \"cd .; pytest | tail\"", "that of `tail`"},
      {"T='pytest -q'; $T | tail", "that of `tail`"},
      {"pytest; echo done", "that of `echo done`, not of `pytest`"},
      {"pytest > log 2>&1; tail log", "that of `tail log`"},
      {"cd . && timeout 60 pytest; echo \"exit: $?\"", "that of `echo \"exit: $?\"`"},
      {"pytest\nls\n", "that of `ls`"},
      {"pytest; ls; date", "that of `date`"},
      {"true; pytest; git stash pop", "that of `git stash pop`"},
      {"pytest a; npm test", "that of `npm test`, not of `pytest a`"},
      {"pytest; exit 0", "that of `exit 0`"},
      {"pytest && exit 0; exit 0", "that of `exit 0`"},
      {"out=$(pytest 2>&1); echo \"$out\"", "stands within"},
      {"pytest; rc=$?; tail log", ""},
      {"pytest; rc=$?; rc=0; exit $rc", ""},
      {"pytest | tail -1; echo \"${PIPESTATUS[0]}\"", "that of `tail -1`"},
      {"pytest | tail; echo; exit ${PIPESTATUS[0]}", "that of `tail`"},
      {"(pytest; ls)", "that of `ls`"},
      {"bash -c 'pytest; ls'", "that of `ls`"},
      {"sh -c \"pytest; exit $?\"", ""},
      {"set -e; set +e; pytest; ls", "that of `ls`"},
      {"if [ -n \"$CI\" ]; then set -e; fi; pytest; ls", "that of `ls`"},
      {"set -e; cd nowhere && pytest; ls", "`"},
      {"set -e; (pytest; ls) || true", "`"},
      {"pytest || true", "if `pytest` fails, the exit code is that of `true`"},
      {"pytest > /dev/null 2>&1 || true", "that of `true`"},
      {"cd . && pytest || :", "that of `:`"},
      {"pytest && echo PASSED || echo FAILED", "that of `echo FAILED`"},
      {"pytest || { echo no; exit 0; }", "`"},
      {"pytest || npm test", "that of `npm test`"},
      {"pytest || pytest --lf", "that of `pytest --lf`"},
      {"pytest 2>&1 || cat log | head", "`"},
      {"[ -f a ] && pytest || npm test", "that of `npm test`"},
      {"pytest & wait", "`pytest` runs in the background"},
      {"cd . && pytest > log 2>&1 &", "in the background"},
      {"pytest & PID=$!; wait $PID", "in the background"},
      {"! pytest", "`!` turns the exit code of `pytest` round"},
      {"! pytest | tail", "`"},
      {"! pytest && echo broken", "`!` turns"},
      {"if pytest; then echo ok; fi", "the exit code of `pytest` only decides"},
      {"if pytest; then echo ok; else echo no; fi", "only decides"},
      {"if cd . && ! pytest; then echo no; fi", "stands within"},
      {"if [ -f setup.py ]; then pytest; fi", "only decides"},
      {"while pytest; do sleep 1; done", "loop"},
      {"until pytest; do sleep 1; done", "loop"},
      {"for d in a b; do (cd $d && npm test); done", "stands within"},
      {"for d in $(ls); do pytest $d || exit 1; done", "stands within"},
      {"for d in a b; do pytest $d || break; done", "`"},
      {"for i in 1 2 3; do pytest && break; done", "stands within"},
      {"ls | while read f; do pytest $f; done", "`"},
      {"case $1 in a) pytest;; esac", "stands within"},
      {"[ -f a ] || pytest", "without running"},
      {"echo \"$(pytest)\"", "stands within"},
      {"echo `pytest`", "stands within"},
      {"diff <(pytest) expected", "stands within"},
      {"export out=$(pytest)", "`"},
      {"[ -n \"$(pytest | tail -1)\" ]", "stands within"},
      {"f() { pytest; }; f", "stands within"},
      {"run() { \"$@\" | tail; }; run pytest -q", "`"},
      {"eval 'pytest | tail'", "`"},
      {"eval pytest", "`"},
      {"ls | xargs pytest", "although"},
      {"find . -name 'test_*' -exec pytest {} \\;", "although"},
      {"ssh -p 22 host 'cd a && pytest'", "`"},
      {"bash <<'EOF'\npytest | tail\nEOF", "`"},
      {"watch -n 5 pytest", "although"},
      {"make -i test", "`make -i test` can end with 0 although tests failed"},
      {"npm test --if-present", "although"},
      {"mvn -q test -fn", "although"},
      {"pytest '", "can't be read to its end, and `pytest` is in it"},
      {"! { pytest; }", "can't be read"},
      {"if pytest; then", "can't be read"},
      {"(((( pytest | tail", "can't be read"},
      {"out=$(pytest 2>&1)", "`"},
      {"out=$(pytest 2>&1) && echo \"$out\"", "`"},
      {"if pytest; then echo ok; else exit 1; fi", "`"},
      {"if ! pytest; then exit 1; fi; echo fine", "`"},
      {"! pytest && exit 1; echo fine", "`"},
      {"if [ -f a ]; then pytest; else npm test; fi", "`"},
      {"if [ -f a ]; then pytest; elif true; then pytest; else npm test; fi", "`"},
      {"for d in a b; do pytest $d || exit 1; done", "`"},
      {"for d in a b; do (cd . && npm test) || exit 1; done", "`"},
      {"pytest; rc=$?; tail log; exit $rc", "`"},
      {"pytest > log 2>&1; rc=$?; tail -5 log; echo \"exit: $rc\"; exit \"$rc\"", "`"},
      {"rc=0; pytest || rc=$?; tail log; exit ${rc}", "`"},
      {"pytest; rc=$?; [ $rc -eq 0 ]", "`"},
      {"pytest; [ $? -eq 0 ]", "`"},
      {"pytest; rc=$?; ls; test \"$rc\" = 0", "`"},
      {"pytest; rc=$?; if [ $rc -ne 0 ]; then exit 1; fi; ls", "`"},
      {"fail=0; for d in a b; do (cd . && npm test) || fail=1; done; exit $fail", "`"},
      {"for d in a b; do pytest $d || fail=1; done; exit $fail", "`"},
      {"pytest; if [[ $? != 0 ]]; then exit 1; fi; ls", "`"},
      {"(pytest; rc=$?; ls; exit $rc)", "`"},
      {"pytest; rc=$?; (( rc == 0 ))", "`"},
      {"out=$(pytest); rc=$?; echo \"$out\"; exit $rc", "`"},
      {"pytest | tail; exit ${PIPESTATUS[0]}", "`"},
      {"pytest | tee log | tail; rc=${PIPESTATUS[0]}; ls; exit $rc", "`"},
      {"pytest | tail; test ${PIPESTATUS[0]} -eq 0", "`"},
      {"pytest a; r=$?; npm test && exit $r", "`"},
      {"set -e; for d in a b; do pytest $d; done", "`"},
      {"set -e; out=$(pytest); ls", "`"},
      {"set -e; for d in a b; do (cd . && npm test); done; ls", "`"},
  };
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
  for (const auto& [command, why] : losing()) {
    const ExitCodeUse use = read_exit_code_use(command);
    EXPECT_TRUE(use.has_runner && !use.tests_own) << command;
    EXPECT_THAT(use.why, HasSubstr(why)) << command;
    if (use.instead.empty()) continue;
    const ExitCodeUse better = read_exit_code_use(use.instead);
    EXPECT_TRUE(better.has_runner && better.tests_own) << command << "\n" << use.instead;
  }
}

TEST(ExitCodeUse, SaysWhatToRunInstead) {
  EXPECT_EQ(read_exit_code_use("pytest | tail -3").instead, "set -o pipefail; pytest | tail -3");
  EXPECT_EQ(read_exit_code_use("cd . && pytest -q 2>&1 | tail -20").instead,
            "set -o pipefail; cd . && pytest -q 2>&1 | tail -20");
  EXPECT_EQ(read_exit_code_use("cd . && timeout 60 pytest; echo $?").instead, "cd . && timeout 60 pytest");
  EXPECT_EQ(read_exit_code_use("pytest || true").instead, "pytest");
  EXPECT_EQ(read_exit_code_use("pytest | tail", Dialect::sh).instead, "pytest");
}

TEST(ExitCodeUse, IsReadAsTheShellThatRunsIt) {
  EXPECT_TRUE(read_exit_code_use("pytest &> log").tests_own);
  EXPECT_FALSE(read_exit_code_use("pytest &> log", Dialect::sh).tests_own);
  EXPECT_FALSE(read_exit_code_use("set -o pipefail; pytest | tail", Dialect::sh).tests_own);
}

TEST(ExitCodeUse, OfACommandOfAnyLengthIsRead) {
  std::string longer = "pytest";
  for (int i = 0; i < 30'000; ++i) longer += " && ls";
  for (const std::string& command :
       {longer, longer + " | cat", std::string(60'000, '(') + "pytest", std::string(60'000, '{')})
    EXPECT_FALSE(read_exit_code_use(command).has_runner && read_exit_code_use(command).tests_own)
        << command.size();
}

TEST(ExitCodeUse, ARunnerThatIsToldToRunNoTestOnlyAsks) {
  for (const char* command :
       {"rspec --dry-run", "cd a && npx mocha --dry-run | tail -3", "(pytest --collect-only -q)"})
    EXPECT_TRUE(read_exit_code_use(command).only_asks) << command;
  for (const char* command : {"rspec", "pytest --collect-only && pytest", "echo --dry-run", "make all"})
    EXPECT_FALSE(read_exit_code_use(command).only_asks) << command;
}

TEST(ExitCodeUse, SaysThatLinesAreLeftOut) {
  for (const char* command :
       {"pytest | grep passed", "cd . && go test ./... 2>&1 | head -5", "pytest | tail | awk 1"})
    EXPECT_TRUE(read_exit_code_use(command).leaves_lines_out) << command;
  for (const char* command : {"pytest | tail -3", "pytest | tee log", "grep x log; pytest"})
    EXPECT_FALSE(read_exit_code_use(command).leaves_lines_out) << command;
}

std::string sums_of(std::string_view command) {
  std::string sums;
  for (const Sum& sum : read_exit_code_use(command).sums) sums += (sums.empty() ? "" : " ") + sum.tool;
  return sums;
}

TEST(ExitCodeUse, SaysWhichSumsItsOutputMustHave) {
  for (const char* command :
       {"python3 -m unittest", "cd a && python3.11 -X dev -m unittest discover -s . -q 2>&1",
        "python3 -m unittest; exit $?", "timeout 60 bash -c 'cd a && poetry run python -m unittest'",
        "coverage run --branch -m unittest -v", "set -o pipefail; python3 -m unittest 2>&1 | tee log | cat",
        "python3 -m unittest || exit 1", "ls > log; python3 -m unittest", "python3 -m unittest; echo done",
        "python3 -m unittest | tee log", "(python3 -m unittest < /dev/null)"})
    EXPECT_EQ(sums_of(command), "unittest") << command;
  EXPECT_EQ(sums_of("vendor/bin/phpunit --testdox tests"), "phpunit_pest");
  EXPECT_EQ(sums_of("php -d memory_limit=1G vendor/bin/phpunit"), "phpunit_pest");
  EXPECT_EQ(sums_of("busted -v spec && MIX_ENV=test mix test --stale && node --import tsx --test"),
            "busted exunit node_test");
  EXPECT_EQ(sums_of("python3 -m unittest a && python3 -m unittest b"), "unittest unittest");
  EXPECT_EQ(sums_of("perl -Ilib t/a.t"), "tap");
}

TEST(ExitCodeUse, WantsNoSumThatNeedntBePrinted) {
  for (const char* command :
       {"pytest", "python3 -m unittest --help", "busted --list", "busted -o TAP", "busted --output=x",
        "phpunit --version", "phpunit --list-groups", "phpunit --no-output", "mix test --formatter A",
        "mix test.coverage", "node --test --test-reporter=dot", "node --test-reporter junit --test",
        "node build.js --test",
        // it goes elsewhere
        "python3 -m unittest > log 2>&1", "python3 -m unittest 2> log", "python3 -m unittest &> log",
        "(cd a && python3 -m unittest) > log", "exec 2> log; python3 -m unittest",
        "chronic python3 -m unittest", "nohup bash -c 'python3 -m unittest'",
        "out=$(python3 -m unittest 2>&1) && echo done", "set -o pipefail; python3 -m unittest 2>&1 | tail -1",
        "python3 -m unittest 2>&1 | grep OK", "set -o pipefail; python3 -m unittest | tee log > /dev/null",
        // it needn't run
        "[ -f a ] || python3 -m unittest", "if [ -f a ]; then python3 -m unittest; fi",
        "python3 -m unittest &", "[ -d a ] && python3 -m unittest; echo done",
        "for d in a b; do python3 -m unittest; done", "f() { busted; }; f", "ls | xargs busted",
        "ssh host busted"})
    EXPECT_EQ(sums_of(command), "") << command;
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
