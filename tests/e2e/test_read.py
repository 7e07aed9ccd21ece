"""proctor read: reports that real tools wrote, as one answer."""
import pathlib
import shutil
import subprocess
import unittest

import harness

GO = """package p

import ("syscall"; "testing")

func TestOk(t *testing.T) { t.Log("x") }
func TestBad(t *testing.T) { t.Error("no") }
func TestExit(t *testing.T) { syscall.Exit(0) }
"""
CTEST = """cmake_minimum_required(VERSION 3.20)
project(x NONE)
enable_testing()
add_test(NAME good COMMAND sh -c "echo hello")
add_test(NAME missing COMMAND /nowhere/program)
"""
NODE = """const { test } = require('node:test');
test('ok', () => {});
test('outer', async (t) => { await t.test('in', () => { throw new Error('no'); }); });
"""
BATS = '@test "ok" { true; }\n@test "dies" { kill -9 $$; }\n'
PERL = "use Test::More tests => 2; ok 1, 'one'; is 1, 2, 'two';\n"
PYTEST = "import pytest\ndef test_ok(): pass\n@pytest.mark.skip(reason='why')\ndef test_skip(): pass\n"


class Read(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = harness.Place()
        cls.addClassCleanup(cls.place.close)

    def record(self, name, files, *command):
        """What the command prints on standard output, in a file; its exit code and that."""
        top = self.place.top / name
        top.mkdir()
        for path, text in files.items():
            (top / path).write_text(text)
        run = subprocess.run(command, cwd=top, capture_output=True, text=True, timeout=120)
        (top / "report").write_text(run.stdout)
        return top, run.returncode

    def read(self, *args, **more):
        run = self.place.run("read", *args, "--json", **more)
        harness.check_answer(run)
        return run

    def results(self, run):
        return {case["name"]: case["status"] for suite in run.data["suites"] for case in suite["cases"]}

    def test_go(self):
        top, code = self.record("go", {"go.mod": "module p\n\ngo 1.19\n", "p_test.go": GO}, "go", "test", "-json", "./...")
        run = self.read(top / "report", f"--exit-code={code}")
        self.assertCode(run, "TEST_INCONSISTENT", "fail")
        self.assertEqual(self.results(run), {"TestOk": "pass", "TestBad": "fail", "TestExit": "error", "[ended early]": "error"})
        self.assertEqual(run.data["source"], "go-test-json")

    def test_ctest_with_its_plan(self):
        top, _ = self.record("ctest", {"CMakeLists.txt": CTEST}, "sh", "-c",
                             "cmake -S . -B b >&2 && ctest --test-dir b --output-junit ../junit.xml >&2; "
                             "ctest --test-dir b --show-only=json-v1")
        run = self.read(top / "report", top / "junit.xml")
        self.assertCode(run, "TEST_INCONSISTENT", "error")
        self.assertEqual(self.results(run), {"good": "pass", "missing": "error"})
        self.assertEqual((run.data["source"], run.data["not_run"]), ("junit-xml", []))
        alone = self.read(top / "report")
        self.assertEqual([test["name"] for test in alone.data["not_run"]], ["good", "missing"])

    def test_node(self):
        node = shutil.which("node")
        top, code = self.record("node", {"a.test.js": NODE}, node, "--test", "--test-reporter=tap", "a.test.js")
        run = self.read(top / "report", f"--exit-code={code}")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual({name: status for name, status in self.results(run).items() if not name.endswith(".js")},
                         {"ok": "pass", "in": "fail"})

    def test_bats_and_prove(self):
        top, _ = self.record("bats", {"a.bats": BATS}, "bats", "--formatter", "cat", "a.bats")
        run = self.read(top / "report")
        self.assertCode(run, "TEST_INCONSISTENT", "error")
        self.assertEqual(self.results(run), {"ok": "pass", "dies": "error"})
        top, code = self.record("prove", {"a.t": PERL, "b.t": "use Test::More skip_all => 'no';\n"}, "prove", "-v", ".")
        run = self.read(top / "report", f"--exit-code={code}")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual((run.data["passed"], run.data["failed"], run.data["skipped"]), (1, 1, 1))

    def test_pytest_and_an_exit_code_that_disagrees(self):
        top, code = self.record("pytest", {"test_a.py": PYTEST}, "pytest", "-q", "--junitxml=junit.xml")
        run = self.read(top / "junit.xml", f"--exit-code={code}")
        self.assertPass(run, tests=1)
        self.assertEqual((run.data["skipped"], run.data["source"]), (1, "junit-xml"))
        self.assertCode(self.read(top / "junit.xml", "--exit-code=3"), "TEST_INCONSISTENT", "error")
        self.assertCode(self.read(top / "junit.xml", "--exit-code=-9"), "TEST_TOOL_FAILED", "error")
        # Of several files the worst counts, and an empty one isn't passed over.
        (top / "empty.xml").write_text("")
        self.assertCode(self.read(top / "junit.xml", top / "empty.xml"), "TEST_INCONSISTENT", "error")
        self.assertCode(self.read(top / "empty.xml"), "TEST_NONE_RAN", "error")
        self.assertCode(self.read("-", stdin="<testsuites/>"), "TEST_NONE_RAN", "error")
        self.assertCode(self.read(top / "junit.xml", top / "none.xml"), "INVALID_REQUEST")
        self.assertCode(self.read("-", stdin="hello\n"), "INVALID_REQUEST")


if __name__ == "__main__":
    unittest.main()
