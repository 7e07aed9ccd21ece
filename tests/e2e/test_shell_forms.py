"""Test runners in the forms in which people and agents call them: never a pass for tests that failed, crashed or weren't
there; a pass wherever the exit code is the runner's, or its summary is shown.

CI takes three runners, PROCTOR_ALL_CASES=1 all of them.
"""
import json
import os
import unittest

import harness

PYTHON = "/usr/bin/python3"
# What is tested, by runner: the files of the four situations, and the command. In place of a file's text: none.
PY = {"pass": "def test_a(): pass\n", "fail": "def test_a(): assert 1 == 2\n",
      "crash": "import os\ndef test_a(): pass\ndef test_b(): os.kill(os.getpid(), 11)\n", "none": "x = 1\n"}
UNITTEST = "import os, unittest\nclass T(unittest.TestCase):\n  def test_a(self): %s\n"
GO = 'package a\nimport ("os"; "syscall"; "testing")\nfunc TestA(t *testing.T) { if len(os.Args) == 0 { syscall.Getpid() }; %s }\n'
NODE = 'const test = require("node:test"); const assert = require("node:assert");\n%s\n'
BATS = '@test "a" { %s; }\n'
PERL = "use Test::More tests => 1;\n%s\n"
RUST = "#[test]\nfn a() { %s }\n"
CTEST = 'add_test(a "/bin/sh" "-c" "%s")\n'
CRASH = "kill -SEGV $$"
RUNNERS = {
    "pytest": ("test_a.py", PY, f"{PYTHON} -m pytest"),
    "unittest": ("test_a.py", {"pass": UNITTEST % "pass", "fail": UNITTEST % "self.fail()",
                               "crash": UNITTEST % "os.kill(os.getpid(), 11)", "none": "x = 1\n"}, f"{PYTHON} -m unittest"),
    "bats": ("a.bats", {"pass": BATS % "true", "fail": BATS % "false", "crash": BATS % CRASH, "none": "x=1\n"}, "bats a.bats"),
    "go": ("a_test.go", {"pass": GO % "", "fail": GO % "t.Fail()", "crash": GO % "os.Exit(3)",
                         "none": "package a\n"}, "go test -vet=off ."),
    "node": ("a.test.js", {"pass": NODE % "test('a', () => {});", "fail": NODE % "test('a', () => assert.equal(1, 2));",
                           "crash": NODE % "test('a', () => process.kill(process.pid, 'SIGSEGV'));", "none": None},
             "node --test a.test.js"),
    "npm": ("a.test.js", {"pass": NODE % "test('a', () => {});", "fail": NODE % "test('a', () => assert.equal(1, 2));",
                          "crash": NODE % "test('a', () => process.kill(process.pid, 'SIGSEGV'));", "none": None}, "npm test"),
    "prove": ("a.t", {"pass": PERL % "ok(1);", "fail": PERL % "ok(0);", "crash": PERL % "kill 11, $$;", "none": None}, "prove a.t"),
    "ctest": ("CTestTestfile.cmake", {"pass": CTEST % "true", "fail": CTEST % "false", "crash": CTEST % "kill -SEGV $$PPID",
                                      "none": "\n"}, "ctest --no-tests=error"),
    "rust": ("a.rs", {"pass": RUST % "", "fail": RUST % "assert!(false)", "crash": RUST % "std::process::abort()", "none": "\n"},
             "rustc --test -o a_test a.rs && ./a_test"),
    "make": ("test_a.py", PY, "make test"),
    "script": ("test_a.py", PY, "./run_tests.sh"),
}
FORMS = {"plain": "{}", "tail -3": "{} | tail -3", "2>&1 | tail -5": "{} 2>&1 | tail -5", "|| true": "{} >/dev/null 2>&1 || true"}
# Whose passing run shows its summary there. unittest, and in part cargo's kind, write it to standard error.
SHOWN = {"plain": set(RUNNERS), "tail -3": {"pytest", "go", "ctest", "prove", "make", "script", "rust", "unittest"},
         "2>&1 | tail -5": {"pytest", "go", "ctest", "prove", "make", "script", "rust", "unittest"}, "|| true": set()}


class ShellForms(harness.TestCase):
    def run_in(self, runner, situation, form):
        place = harness.Place()
        self.addCleanup(place.close)
        name, files, command = RUNNERS[runner]
        given = {"package.json": '{"name": "a", "scripts": {"test": "node --test a.test.js"}}', "go.mod": "module a\n",
                 "Makefile": f"test:\n\t{PYTHON} -m pytest\n", "run_tests.sh": f"#!/bin/sh\nexec {PYTHON} -m pytest\n"}
        if files[situation] is not None:
            given[name] = files[situation]
        root = place.project(given, toml=None)
        (root / "run_tests.sh").chmod(0o755)
        return place.run("call", "Test", "--args", json.dumps({"command": FORMS[form].format(command)}), "--yes", "--json", cwd=root)

    def check(self, runner):
        for situation in ("pass", "fail", "crash", "none"):
            for form in FORMS:
                with self.subTest(runner=runner, situation=situation, form=form):
                    run = self.run_in(runner, situation, form)
                    if situation in ("fail", "crash"):
                        self.assertFalse(run.envelope["ok"], run)
                    elif situation == "pass" and runner in SHOWN[form]:
                        self.assertTrue(run.envelope["ok"], run)


for _runner in RUNNERS if os.environ.get("PROCTOR_ALL_CASES") else ("pytest", "bats", "npm"):
    def _test(self, runner=_runner):
        self.check(runner)
    setattr(ShellForms, f"test_{_runner}", _test)

if __name__ == "__main__":
    unittest.main()
