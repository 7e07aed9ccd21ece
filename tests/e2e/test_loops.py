"""Tests that run more than once: --retries, --repeat, --changed, and runs that share the machine."""
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

import harness
from harness import Place, wait_for

# A test that passes at every second call, and one that always passes, by framework.
FLAKY = {
    "pytest": {"pytest.ini": "", "test_a.py": """\
import pathlib

def test_steady():
    pass

def test_flaky():
    count = pathlib.Path("COUNT")
    calls = int(count.read_text() or 0) if count.exists() else 0
    count.write_text(str(calls + 1))
    assert calls % 2 == 1, f"call {calls}"
"""},
    "bats": {"a.bats": """\
@test "steady" { true; }

@test "flaky" {
  echo x >> "COUNT"
  calls=$(wc -l < "COUNT")
  echo "call $(( calls - 1 ))"
  [ $(( calls % 2 )) = 0 ]
}
"""},
    "node": {"package.json": '{"scripts": {"test": "node --test"}}', "a.test.js": """\
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
test('steady', () => {});
test('flaky', () => {
  const calls = fs.existsSync('COUNT') ? Number(fs.readFileSync('COUNT')) : 0;
  fs.writeFileSync('COUNT', String(calls + 1));
  assert.ok(calls % 2 === 1, `call ${calls}`);
});
"""},
}
FAILS = "def test_good():\n    pass\n\ndef test_bad():\n    assert 0\n"


class OnePlace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)

    def project(self, files):
        root = self.place.top / self.id().rpartition(".")[2]
        if any(name.endswith(".py") for name in files):
            files = {"pytest.ini": "", **files}
        for name, text in files.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return root

    def flaky(self, framework):
        count = self.place.top / f"{self.id().rpartition('.')[2]}-{framework}.count"
        root = self.place.top / f"{self.id().rpartition('.')[2]}-{framework}"
        root.mkdir()
        for name, text in FLAKY[framework].items():
            (root / name).write_text(text.replace("COUNT", str(count)))
        return root

    def cases(self, run):
        return {case["name"].rpartition("::")[2]: case for suite in run.data["suites"] for case in suite["cases"]}


class Retries(OnePlace):
    def test_a_test_that_passes_at_another_try_is_flaky_and_a_pass(self):
        for framework in FLAKY:
            with self.subTest(framework):
                run = self.place.test(self.flaky(framework), "--retries", "2")
                self.assertEqual((run.code, run.data["passed"], run.data["flaky"]), (0, 2, 1), run)
                flaky = next(case for name, case in self.cases(run).items() if "flaky" in name)
                self.assertEqual((flaky["status"], flaky["flaky"], flaky["attempts"]), ("pass", True, 2), run)
                self.assertIn("call 0", json.dumps(flaky), run)
                self.assertNotIn("rerun", run.data)

    def test_or_a_failure_where_that_is_asked_for(self):
        run = self.place.test(self.flaky("pytest"), "--retries", "2", "--flaky-result", "fail")
        self.assertEqual((run.code, run.data["failed"], run.data["flaky"]), (1, 1, 1), run)
        self.assertIn("passed at another try", run.error["message"])
        self.assertIn("test_flaky", run.data["rerun"])

    def test_the_terminal_says_so(self):
        run = self.place.run("test", self.flaky("pytest"), "--retries", "1", "-q")
        self.assertIn("flaky  test_a.py › test_flaky  (passed at try 2)", run.out)
        self.assertIn("1 flaky", run.out)
        self.assertIn("call 0", run.out)

    def test_what_fails_each_time_has_failed(self):
        run = self.place.test(self.project({"test_a.py": FAILS}), "--retries", "2")
        self.assertEqual((run.code, run.data["failed"], run.data["passed"]), (1, 1, 1), run)
        self.assertEqual(self.cases(run)["test_bad"]["attempts"], 3, run)
        self.assertNotIn("attempts", self.cases(run)["test_good"])
        self.assertNotIn("flaky", run.data)

    def test_a_crash_a_limit_and_an_error_are_not_tried_again(self):
        calls = self.place.top / "calls"
        note = f"    with open({str(calls)!r}, 'a') as file: file.write('x')\n"
        for name, end, code in (("crash", "    import os; os.abort()\n", 1), ("limit", "    while True: pass\n", 4)):
            with self.subTest(name):
                calls.unlink(missing_ok=True)
                run = self.place.test(self.project({"test_a.py": f"def test_a():\n{note}{end}"}), "--retries", "3", "--cpu-time", "4s")
                self.assertEqual((run.code, calls.read_text()), (code, "x"), run)
        calls.unlink()
        fixture = f"import pytest\n@pytest.fixture\ndef base():\n{note}    raise OSError('no base')\ndef test_a(base): pass\n"
        run = self.place.test(self.project({"test_a.py": fixture}), "--retries", "3")
        self.assertEqual((run.code, calls.read_text()), (3, "x"), run)

    def test_a_try_that_crashes_makes_no_pass(self):
        crash = FLAKY["pytest"]["test_a.py"].replace("    assert calls", "    if calls: import os; os._exit(0)\n    assert calls")
        root = self.project({"test_a.py": crash.replace("COUNT", str(self.place.top / "crash.count"))})
        run = self.place.test(root, "--retries", "1")
        self.assertEqual((run.code, run.data["failed"]), (1, 1), run)
        self.assertIn("counts for nothing", " ".join(run.data["warnings"]))

    def test_what_cannot_be_had_together_is_refused(self):
        root = self.project({"test_a.py": FAILS})
        for words in (["--retries", "1", "--fail-fast"], ["--until-fail"], ["--repeat", "0"], ["--changed", "--rerun-failed"],
                      ["--watch", "--repeat", "2"], ["--retries", "101"]):
            with self.subTest(words):
                run = self.place.test(root, *words)
                self.assertEqual((run.code, run.error["code"]), (2, "INVALID_REQUEST"), run)
                self.assertIn(words[0], run.error["message"])


class Repeat(OnePlace):
    def test_the_sum_says_which_test_failed_how_often(self):
        for framework in FLAKY:
            with self.subTest(framework):
                run = self.place.test(self.flaky(framework), "--repeat", "3")
                repeat = run.data["repeat"]
                self.assertEqual((run.code, run.error["code"]), (1, "TEST_ASSERTION_FAILED"), run)
                self.assertEqual([repeat[key] for key in ("asked", "ran", "passed", "failed", "errors")], [3, 3, 1, 2, 0], run)
                self.assertEqual([(test["failed"], test["ran"]) for test in repeat["tests"]], [(2, 3)], run)
                self.assertIn("flaky", repeat["tests"][0]["name"])
                self.assertRegex(run.error["message"], "^2 of 3 runs failed: .*flaky.* 2 times")
                self.assertIn("run 3 of 3: 1 of 2 tests failed", run.err)

    def test_all_that_pass_are_a_pass(self):
        run = self.place.test(self.project({"test_a.py": "def test_a(): pass\n"}), "--repeat", "2")
        self.assertEqual((run.code, run.data["repeat"]["passed"], run.data["repeat"]["tests"]), (0, 2, []), run)

    def test_until_fail_stops_at_the_first_that_does_not_pass(self):
        root = self.flaky("pytest")
        self.place.run("test", root)
        run = self.place.test(root, "--repeat", "9", "--until-fail")  # the second call passes
        repeat = run.data["repeat"]
        self.assertEqual((run.code, repeat["asked"], repeat["passed"], repeat["failed"]), (1, 9, 1, 1), run)

    def test_what_would_end_the_same_way_is_not_repeated(self):
        run = self.place.test(self.project({"test_a.py": "x = 1\n"}), "--repeat", "5")
        self.assertEqual((run.code, run.error["code"], run.data["repeat"]["ran"]), (3, "TEST_NONE_RAN", 1), run)

    def test_a_run_without_a_proper_end_weighs_more_than_a_failure(self):
        count = self.place.top / "end.count"
        text = FLAKY["pytest"]["test_a.py"].replace("COUNT", str(count)).replace(
            "    assert calls", "    if calls == 1: import os; os._exit(0)\n    assert calls")
        run = self.place.test(self.project({"test_a.py": text}), "--repeat", "2")
        repeat = run.data["repeat"]
        self.assertEqual((run.code, repeat["failed"], repeat["errors"]), (3, 1, 1), run)
        self.assertIn("1 came to no proper end", run.error["message"])

    def test_ctrl_c_gives_the_sum_of_what_ran(self):
        began = self.place.top / "began"
        root = self.project({"test_a.py": f"""\
import pathlib, time
def test_a():
    began = pathlib.Path({str(began)!r})
    calls = len(began.read_text()) if began.exists() else 0
    began.write_text("x" * (calls + 1))
    if calls == 2: time.sleep(60)
    assert calls == 0
"""})
        process = self.place.start("test", root, "--repeat", "9", "--json")
        wait_for(lambda: began.exists() and len(began.read_text()) == 3, what="the third run")
        process.send_signal(signal.SIGINT)
        run = self.place.finish(process)
        harness.check_answer(run)
        repeat = run.data["repeat"]
        self.assertEqual((run.code, repeat["passed"], repeat["failed"]), (130, 1, 1), run)
        self.assertIn("after 2 of 9", run.error["message"])


class Changed(OnePlace):
    def repository(self, files):
        root = self.project(files)
        self.git(root, "init", "-q")
        self.commit(root)
        return root

    def git(self, root, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=root, check=True, capture_output=True,
                       env=self.place.env())

    def commit(self, root):
        self.git(root, "add", "-A")
        self.git(root, "commit", "-qm", "x")

    PASS = "def test_a(): pass\n"

    def test_only_the_test_files_that_changed(self):
        root = self.repository({"test_a.py": self.PASS, "test_b.py": self.PASS, "sub/test_[c].py": self.PASS})
        (root / "test_b.py").write_text("def test_b(): pass\n")
        (root / "test_new.py").write_text("def test_new(): pass\n")
        run = self.place.test(root, "--changed")
        self.assertEqual((run.code, sorted(self.cases(run))), (0, ["test_b", "test_new"]), run)
        self.assertIn("in 2 of 4 test files", run.data["partial"])
        self.commit(root)
        (root / "sub/test_[c].py").write_text("def test_c(): pass\n")
        run = self.place.test(root, "--changed=HEAD~1")
        self.assertEqual(sorted(self.cases(run)), ["test_b", "test_c", "test_new"], run)
        self.assertEqual(list(self.cases(self.place.test(root, "--changed"))), ["test_c"])

    def test_all_where_something_else_changed(self):
        root = self.repository({"test_a.py": self.PASS, "test_b.py": self.PASS, "app.py": "x = 1\n", "requirements.txt": ""})
        for name in ("app.py", "requirements.txt"):
            (root / name).write_text("x = 2\n")
            run = self.place.test(root, "--changed")
            self.assertEqual((run.code, run.data["passed"]), (0, 2), run)
            self.assertNotIn("partial", run.data)
            self.assertIn(f"{name} has changed", " ".join(run.data["warnings"]))
            self.git(root, "checkout", "-q", name)
        (root / "app.py").unlink()
        self.assertIn("app.py is gone", " ".join(self.place.test(root, "--changed").data["warnings"]))

    def test_nothing_changed_is_no_pass(self):
        root = self.repository({"test_a.py": self.PASS, "test_b.py": self.PASS})
        run = self.place.test(root, "--changed")
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_NONE_RAN"), run)
        self.assertIn("nothing has changed since HEAD", run.error["message"])
        (root / "test_b.py").unlink()
        self.assertIn("aren't there any more", self.place.test(root, "--changed").error["message"])
        run = self.place.test(root, "--changed=nowhere")
        self.assertEqual((run.code, run.error["code"]), (2, "INVALID_REQUEST"), run)

    def test_all_without_a_repository_and_in_a_tool_that_takes_no_files(self):
        run = self.place.test(self.project({"test_a.py": self.PASS}), "--changed")
        self.assertEqual((run.code, run.data["passed"]), (0, 1), run)
        self.assertIn("no git repository", " ".join(run.data["warnings"]))
        root = self.place.top / "nodes"
        (root / "test").mkdir(parents=True)
        (root / "package.json").write_text('{"scripts": {"test": "node --test"}}')
        for name in "ab":
            (root / f"test/{name}.test.js").write_text(f"require('node:test').test('{name}', () => {{}});\n")
        self.git(root, "init", "-q")
        self.commit(root)
        (root / "test/a.test.js").write_text("require('node:test').test('a', () => {});\n\n")
        run = self.place.test(root, "--changed")
        self.assertEqual((run.code, run.data["passed"]), (0, 2), run)
        self.assertIn("can't be told which files", " ".join(run.data["warnings"]))

    def test_vitest_finds_the_tests_of_changed_sources(self):
        test = "import { expect, it } from 'vitest';\nimport { one } from './NAME';\nit('NAME', () => expect(one).toBeGreaterThan(0));\n"
        files = {f"{name}.test.ts": test.replace("NAME", name) for name in "abc"} | {f"{name}.ts": "export const one = 1;\n" for name in "abc"}
        root = self.repository({**files, "package.json": '{"type": "module", "scripts": {"test": "vitest run"}}'})
        (root / "node_modules").symlink_to(harness.REPOSITORY / "node_modules")
        self.commit(root)
        (root / "b.ts").write_text("export const one = 2;\n")
        (root / "new.test.ts").write_text(test.replace("'NAME'", "'new'").replace("NAME", "b"))
        run = self.place.test(root, "--changed")
        self.assertEqual((run.code, sorted(self.cases(run)), "in 2 of 4 test files" in run.data["partial"]), (0, ["b", "new"], True), run)
        self.commit(root)
        (root / "a.ts").write_text("export const one = 2;\n")
        self.git(root, "add", "a.ts")
        self.assertEqual(sorted(self.cases(self.place.test(root, "--changed=HEAD~1"))), ["a", "b", "new"])

    def test_by_files_with_bats(self):
        bats = '@test "a" { true; }\n'
        root = self.repository({"a.bats": bats, "b.bats": bats})
        (root / "b.bats").write_text('@test "b" { true; }\n')
        run = self.place.test(root, "--changed")
        self.assertEqual((run.code, list(self.cases(run)), "1 of 2" in run.data["partial"]), (0, ["b"], True), run)

    def test_several_files_that_are_named_all_run(self):
        root = self.project({f"test_{name}.py": f"def test_{name}(): pass\n" for name in "abc"})
        run = self.place.test("test_a.py", "test_c.py", cwd=root)
        self.assertEqual(sorted(self.cases(run)), ["test_a", "test_c"], run)


class Machine(OnePlace):
    SAYS = "import os, pathlib, time\ndef test_a():\n    base = int(os.environ['PROCTOR_PORT_BASE'])\n"

    def test_runs_wait_for_a_slot_in_turn_and_say_so(self):
        go, began = self.place.top / "go", self.place.top / "began"
        body = (f"    pathlib.Path({str(began)!r} + os.environ.get('WHICH', '')).write_text(str(base))\n"
                f"    while not pathlib.Path({str(go)!r}).exists(): time.sleep(0.02)\n")
        root = self.project({"test_a.py": self.SAYS + body, "proctor.toml": "[machine]\nmax_parallel = 1\n"})
        first = self.place.start("test", root, env={"WHICH": "1"})
        wait_for(lambda: pathlib.Path(f"{began}1").exists(), what="the first run")
        second = self.place.start("test", root, "-q", env={"WHICH": "2"}, bufsize=0)
        line = second.stderr.readline().decode()
        self.assertEqual(line, f"waiting for a slot: 1 run is going on (pid {first.pid})\n")
        self.assertFalse(pathlib.Path(f"{began}2").exists())
        third = self.place.start("test", root)
        third.stderr.readline()  # it waits, too
        third.send_signal(signal.SIGTERM)
        cancelled = self.place.finish(third)
        self.assertEqual(cancelled.code, 130, cancelled)
        self.assertIn("while it waited for a slot", cancelled.out)
        first.kill()  # the slot dies with its holder
        self.place.finish(first)
        go.touch()
        self.assertEqual(self.place.finish(second).code, 0)

    def test_commands_with_tests_wait_for_a_slot_as_well(self):
        root = self.project({"test_a.py": "def test_a(): pass\n", "proctor.toml": "[machine]\nmax_parallel = 1\n"})
        pytest = "/usr/bin/python3 -m pytest -q -p no:cacheprovider"
        first = self.place.start("run", "--shell", "-c", f"echo begun; {pytest}; while [ ! -e go ]; do sleep 0.02; done", cwd=root)
        self.assertEqual(first.stdout.readline(), b"begun\n")
        waiting = [self.place.start("run", "--", *pytest.split(), cwd=root, bufsize=0),
                   self.place.start("call", "Test", "--yes", "--args", json.dumps({"command": pytest}), cwd=root, bufsize=0)]
        for process, begin in zip(waiting, ("proctor: ", "")):
            lines = iter(process.stderr.readline, b"")
            wanted = f"waiting for a slot: 1 run is going on (pid {first.pid})"
            self.assertTrue(any(wanted in line.decode() and line.decode().startswith(begin) for line in lines))
        plain = self.place.run("run", "-q", "--", "echo", "a command without tests", cwd=root)
        self.assertEqual(plain.out, "a command without tests\n")  # it waits for nobody
        (root / "go").touch()
        for process in (first, *waiting):
            self.assertEqual(self.place.finish(process).code, 0)

    def test_a_run_within_a_run_does_not_wait_for_it(self):
        inner = self.project({"inner/pytest.ini": "", "inner/test_a.py": "def test_in(): pass\n"}) / "inner"
        root = self.project({"outer/pytest.ini": "", "outer/test_b.py": f"import subprocess\ndef test_out():\n    subprocess.run({[harness.PROCTOR, 'test', str(inner)]!r}, check=True)\n",
                             "outer/proctor.toml": "[machine]\nmax_parallel = 1\n", "inner/proctor.toml": "[machine]\nmax_parallel = 1\n"})
        self.assertEqual(self.place.test(root / "outer", "--timeout", "20s").code, 0)

    def test_runs_at_the_same_time_have_ports_of_their_own(self):
        bases = [self.place.top / f"base{number}" for number in range(3)]
        body = ("    pathlib.Path(os.environ['MINE']).write_text(str(base))\n"
                "    until = time.monotonic() + 30\n"
                f"    while not all(map(os.path.exists, {[str(base) for base in bases]!r})) and time.monotonic() < until: time.sleep(0.02)\n")
        root = self.project({"test_a.py": self.SAYS + body})
        runs = [self.place.start("test", root, env={"MINE": base}) for base in bases]
        for run in map(self.place.finish, runs):
            self.assertEqual(run.code, 0, run)
        ports = sorted(int(base.read_text()) for base in bases)
        low, high = map(int, pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
        self.assertTrue(all(later - earlier >= 20 for earlier, later in zip(ports, ports[1:])), ports)
        self.assertTrue(all(port + 20 <= low or port > high for port in ports), ports)


if __name__ == "__main__":
    harness.main()
