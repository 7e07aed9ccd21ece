#include "format/start_failure.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

namespace proctor::format {
namespace {

TEST(StartFailure, IsSaidByShellsInterpretersAndTools) {
  for (const auto& [line, command] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"/bin/sh: 1: pytest: not found", "cd app && pytest -q 2>&1 | tail -5"},
           {"/bin/sh: 1: checker: not found", "CI=1 checker -v | tail"},
           {"/bin/sh: 3: ./scripts/run_tests.sh: Permission denied", "set -u\n./scripts/run_tests.sh | cat"},
           {"sh: 1: jest: not found", "npm test | tail"},
           {"sh: 1: npm: not found", "cd app; npm test | tail"},
           {"bash: line 1: mvn: command not found", "bash -c 'mvn test' | tail"},
           {"bash: tests/all.sh: No such file or directory", "bash tests/all.sh | tail"},
           {"sh: 0: cannot open tests/all.sh: No such file", "sh tests/all.sh | tail"},
           {"env: \u2018jest\u2019: No such file or directory", "cd a; env A=1 jest | tail"},
           {"timeout: failed to run command './all': No such file or directory", "timeout 60 ./all | tail"},
           {"/usr/bin/env: 'node': No such file or directory", "./all.js | tail"},
           {"/usr/bin/python3: No module named pytest", "cd a; python3 -m pytest | tail"},
           {"python3: can't open file '/a/all.py': [Errno 2] No such file or directory",
            "python3 all.py | tail"},
           {"/usr/bin/python3: Error while finding module specification for 'all.main' (ModuleNotFoundError: "
            "No module "
            "named 'all')",
            "python3 -m all.main | tail"},
           {"npm error Missing script: \"test:unit\"", "npm run test:unit || true"},
           {"error: could not find `Cargo.toml` in `/a` or any parent directory", "cargo test | tail"},
           {"No test configuration file found!", "ctest | tail"},
           {"ERROR: /a/pytest.ini:1: unexpected value continuation", "pytest | tail"},
           {"package nothere is not in GOROOT (/usr/lib/go-1.19/src/nothere)", "go test nothere | tail"},
           {"\u25CF Unrecognized CLI Parameter:", "jest --nosuchoption | tail"},
           {"at async Object.run (/a/node_modules/jest-cli/build/run.js:130:37)", "npm test | tail"},
           {"at async exports.handler (/a/node_modules/mocha/lib/cli/run.js:375:5)", "npm test | tail"},
           {"npm error code E404", "npx nosuch-jest 2>&1 | tail"},
           {"make: *** No rule to make target 'nope'.  Stop.", "cd a && make -s nope | tail"},
           {"npm error Missing script: \"tset\"", "npm run tset | tail"},
       }) {
    EXPECT_TRUE(says_tests_not_started(line, command)) << line;
  }
}

TEST(StartFailure, IsntWhatMissesSomethingElse) {
  for (const auto& [line, command] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"/bin/sh: 1: nproc: not found", "make -j$(nproc) check"},
           {"/bin/sh: 1: nproc: not found", "jobs=$(nproc); ./all $jobs"},
           {"/bin/sh: 1: git: not found", "make check"},
           {"/bin/sh: 1: python: not found", "make"},
           {"./all.sh: 3: spec: not found", "./all.sh"},  // some script's own line
           {"sh: 1: cd: can't cd to tests", "cd tests; ./all"},
           {"/bin/sh: 1: xclip: not found", "xclip -o || echo none"},
           {"/bin/sh: 1: xclip: not found", "xclip -o; ./all"},
           {"/bin/sh: 1: cannot open /srv/tests/a: Permission denied", "cat < /srv/tests/a || true"},
           {"/bin/sh: 1: cannot create /srv/tests/a: Permission denied", "echo > /srv/tests/a; ./all"},
           {"bash: line 1: tests.txt: No such file or directory", "bash -c 'sort <tests.txt'; ./all"},
           {"python3: can't open file '/a/all.py': [Errno 2] No such file or directory",
            "python3 all.py; ./all"},
           {"cat: tests/a.txt: No such file or directory", "./all"},
           {"env: 'gawk': No such file or directory", "./all"},
           {"/usr/bin/python3: No module named black", "./all"},
           {"pytest: not found", "pytest"},
           {"make: *** No rule to make target 'nope'.  Stop.", "make nope; ./all"},
           {"make: *** No rule to make target 'nop'.  Stop.", "make nope"},
           {"make: *** No rule to make target ''.  Stop.", "make nope"},
           {"the shell says: sh: 1: jest: not found", "npm test"},
           {"npm error Missing script: \"lint\"", "npm run lint; ./all"},
           {"bash: warning: setlocale: LC_ALL: cannot change locale (C.UTF-8): No such file or directory",
            "bash all"},
       }) {
    EXPECT_FALSE(says_tests_not_started(line, command)) << line;
  }
}

TEST(StartFailure, ARuntimeSaysThatAProgramDied) {
  for (const std::string_view line : {"Node.js v20.20.2", "goroutine 1 [running]:",
                                      "Exception in thread \"main\" java.lang.RuntimeException: no",
                                      "check.rb:1:in `<main>': no (RuntimeError)",
                                      "terminate called after throwing an instance of 'std::runtime_error'",
                                      "thread 'main' (18720) panicked at check.rs:1:27:"}) {
    EXPECT_TRUE(says_program_died(line, "run | tail")) << line;
    EXPECT_FALSE(says_program_died(line, "run || ./other")) << line;
    EXPECT_FALSE(says_tests_not_started(line, "run | tail")) << line;
  }
  EXPECT_FALSE(says_program_died("Node.js v20.20.2 is used", "./all"));
}

// What is run in its place says itself how it ended.
TEST(StartFailure, IsntWhatTheCommandHasASubstituteFor) {
  constexpr std::string_view kLine = "/bin/sh: 1: pytest: not found";
  EXPECT_FALSE(says_tests_not_started(kLine, "pytest || python3 all.py"));
  EXPECT_TRUE(says_tests_not_started(kLine, "pytest || true"));
  EXPECT_TRUE(says_tests_not_started(kLine, "pytest||:"));
  EXPECT_TRUE(says_tests_not_started(kLine, "pytest || echo failed"));
}

}  // namespace
}  // namespace proctor::format
