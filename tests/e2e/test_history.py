"""What proctor remembers of runs, and says of them: since_last, marks, `proctor runs`."""
import json
import re
import shutil
import signal
import subprocess
import time
import unittest

import harness

# Of four frameworks: a file with tests, each of which passes, fails or is left out of the file.
def bats(tests):
    return {"a.bats": "".join(f'@test "{name}" {{ {"true" if passes else "false"}; }}\n' for name, passes in tests)}


def pytest(tests):
    return {"test_a.py": "".join(f"def test_{name}(): assert {passes}\n" for name, passes in tests)}


def node(tests):
    lines = "".join(f"test('{name}', () => assert.ok({str(passes).lower()}));\n" for name, passes in tests)
    return {"a.test.mjs": "import test from 'node:test';\nimport assert from 'node:assert';\n" + lines,
            "package.json": '{"scripts": {"test": "node --test"}}\n'}


def go(tests):
    lines = "".join(f"func Test_{name}(t *testing.T) {{ if {str(not passes).lower()} {{ t.Fail() }} }}\n" for name, passes in tests)
    return {"go.mod": "module m\ngo 1.19\n", "sub/a_test.go": f'package sub\nimport "testing"\n{lines}'}


def names(tests):
    return [re.sub(r"^(sub\.)?[Tt]est_", "", test["name"]) for test in tests]


class History(unittest.TestCase):
    def setUp(self):
        self.place = harness.Place()
        self.addCleanup(self.place.close)

    def runs(self, *args, **more):
        run = self.place.run("runs", *args, "--json", **more)
        return json.loads(run.out)

    def test_an_answer_says_what_is_new_since_the_last_complete_run(self):
        for framework in (bats, pytest, node):
            with self.subTest(framework=framework.__name__):
                root = self.place.project(framework([("a", True), ("b", False), ("c", False), ("d", True)]),
                                          name=framework.__name__, toml=None)
                self.assertNotIn("since_last", self.place.test(root).data)
                self.place.project(framework([("a", False), ("b", True), ("c", False)]), name=framework.__name__, toml=None)
                # A part of the tests is compared, too, but nothing is gone from it, and nothing compared with it.
                part = self.place.test(root, "--filter", "a").data["since_last"]
                self.assertEqual((names(part["new_failures"]), part["gone"]), (["a"], []))
                data = self.place.test(root).data
                since = data["since_last"]
                self.assertEqual([names(since[key]) for key in ("new_failures", "fixed", "still_failing", "gone")],
                                 [["a"], ["b"], ["c"], ["d"]], since)
                self.assertEqual((since["tests_before"], since["tests_now"]), (4, 3))
                self.assertEqual(since["run"], part["run"])
                self.assertEqual(since["still_failing"][0]["since_run"], since["run"])
                self.assertIn("The number of tests fell from 4 to 3", " ".join(data["warnings"]))
                cases = {names([case])[0]: case for suite in data["suites"] for case in suite["cases"]}
                self.assertEqual([cases[name].get("new", False) for name in "abc"], [True, False, False])
                shown = self.place.run("test", root).out  # compared with the run before: nothing is new any more
                self.assertRegex(shown, r"since run [0-9a-f]{4,8}, \d+ s ago: 2 still failing \(for up to \d+ s\)")

    def test_the_terminal_marks_what_is_new(self):
        root = self.place.project(bats([("a", True), ("b", True)]), toml=None)
        self.place.test(root)
        self.place.project(bats([("a", False)]), toml=None)
        shown = self.place.run("test", root).out
        self.assertRegex(shown, r"✗ a\.bats › a \(new\)")
        self.assertRegex(shown, r"since run [0-9a-f]{4,8}, \d+ s ago: 1 new failure, 1 test gone: a\.bats › b\n")
        answer = self.place.run("call", "run_tests", "--args", json.dumps({"project_root": str(root)}), "--yes", cwd=root).out
        self.assertRegex(answer, r"since run [0-9a-f]{4,8}, \d+ s ago: 1 still failing")

    def test_runs_are_listed_shown_compared_and_replayed(self):
        root = self.place.project(bats([("a", True), ("b", True)]), toml=None)
        self.assertIn("No run is kept yet", self.place.run("runs").out)
        first = self.place.test(root).data["run"]["id"]
        self.place.project(bats([("a", False)]), toml=None)
        answer = self.place.run("test", root, "--filter", "a")
        self.place.run("call", "run_tests", "--args", json.dumps({"project_root": str(root)}), "--yes", cwd=root)
        table = self.place.run("runs").out
        table = re.sub(r"(?m)^[0-9a-f]{4,8} ", "ID ", table)
        table = re.sub(r" +\d+ s  (PASS|FAIL)", r"  AGE  \1", table)
        table = re.sub(r" +[\d.]+ m?s  test", "  TIME  test", table)
        self.assertEqual(table, "ID  AGE  FAIL   1 failed  TIME  test\n"
                                "ID  AGE  FAIL   1 failed  TIME  test --filter a\n"
                                "ID  AGE  PASS   2 passed  TIME  test\n")
        listed = self.runs("--project", cwd=root)["data"]["runs"]
        self.assertEqual([run["complete"] for run in listed], [True, False, True])
        self.assertEqual([run["door"] for run in listed], ["mcp", "test", "test"])
        self.assertEqual(listed[2]["run"], first)
        last = listed[1]["short"]
        self.assertIn(answer.out.split("\n  log ")[0], self.place.run("runs", "show", last).out)
        replayed = self.place.run("runs", "replay", last)
        self.assertIn("not ok 1 a", replayed.out)
        self.assertTrue(replayed.out.endswith(answer.out), replayed)
        self.assertEqual((replayed.code, self.place.run("runs", "show", last).code), (1, 0))
        self.assertIn("not ok 1 a", self.place.run("log", last).out)
        difference = self.runs("diff", listed[2]["short"], listed[0]["run"])["data"]
        self.assertEqual([names(difference[key]) for key in ("new_failures", "fixed", "gone", "added")],
                         [["a"], [], ["b"], []])
        unknown = self.place.run("runs", "show", "ffffffffff", "--json")
        self.assertEqual((unknown.code, json.loads(unknown.out)["error"]["code"]), (2, "INVALID_REQUEST"))
        self.assertEqual(self.place.run("runs", "prune", "--keep", "-1").code, 2)
        self.assertEqual(self.runs("prune", "--keep", "1")["data"]["removed"], 2)
        self.assertEqual(len(self.runs()["data"]["runs"]), 1)

    def test_tests_are_told_by_how_slow_they_are(self):
        root = self.place.project(bats([]) | {"a.bats": "@test quick { true; }\n@test slow { sleep 0.3; }\n@test later { skip; }\n"}, toml=None)
        for _ in range(2):
            self.place.test(root)
        data = self.runs("tests", cwd=root)["data"]
        self.assertEqual(names(data["slowest"])[0], "slow")
        self.assertEqual(names(data["always_skipped"]), ["later"])
        self.assertEqual(len(data["slowest"][0]["results"]), 2)
        self.assertRegex(self.place.run("runs", "tests", cwd=root).out, r"(?s)Slowest\n  ..  .*Always skipped\n  ··  ")

    def test_what_failed_and_what_nobody_has_seen_runs_again(self):
        # One with a list of its tests, one with a reporter that asks, one that finds what is new by itself.
        for framework in (bats, pytest, go):
            with self.subTest(framework=framework.__name__):
                root = self.place.project(framework([("a", True), ("b", False), ("c", True)]),
                                          name=framework.__name__, toml=None)
                self.place.test(root)
                self.place.project(framework([("a", True), ("b", True), ("c", True), ("new", True)]),
                                   name=framework.__name__, toml=None)
                run = self.place.test(root, "--rerun-failed")
                self.assertTrue(run.envelope["ok"], run)
                ran = sorted(names([case])[0] for suite in run.data["suites"] for case in suite["cases"])
                self.assertEqual(ran, ["b", "new"], run)

    def test_what_did_not_run_runs_again(self):
        root = self.place.project({"a.bats": "@test a { false; }\n@test b { true; }\n"}, toml=None)
        stopped = self.place.test(root, "--fail-fast")
        self.assertEqual(names(stopped.data["not_run"]), ["b"], stopped)
        (root / "a.bats").write_text("@test a { true; }\n@test b { true; }\n@test c { true; }\n")
        again = self.place.test(root, "--rerun-failed")
        self.assertEqual(again.data["passed"], 3, again)

    def test_uploads_are_not_remembered_and_neither_is_anything_where_that_is_said(self):
        self.place.test("--request", "-", stdin=json.dumps({"sources": {"test_a.py": "def test_a(): pass\n"}}))
        root = self.place.project(bats([("a", True)]), toml=None)
        config = self.place.home / ".config/proctor/proctor.toml"
        config.parent.mkdir(parents=True)
        config.write_text("[history]\nmax_runs = 0\n")
        self.place.test(root)
        config.unlink()
        self.assertEqual(self.runs()["data"]["runs"], [])

    def test_secrets_are_masked_in_what_is_kept(self):
        root = self.place.project({"test_a.py": "import os\ndef test_a(): assert os.environ['MY_TOKEN'] == 'x'\n"}, toml=None)
        env = {"MY_TOKEN": "s3cr3t-0123456789"}
        self.assertIn("s3cr3t", json.dumps(self.place.test(root, env=env).data))
        record = next((self.place.home / ".local/state/proctor/runs").glob("*.zst"))
        text = subprocess.run(["zstdcat", record], capture_output=True, check=True, text=True).stdout
        self.assertIn("test_a", text)
        self.assertNotIn("s3cr3t", text)

    def test_a_kill_loses_no_run_whose_answer_was_given(self):
        root = self.place.project(bats([("a", True)]), toml=None)
        given = []
        for round_ in range(8):
            process = self.place.start("test", root, "--json")
            answer = process.stdout.read(1) if round_ % 2 else b""  # half of them in the middle of the run
            if answer:
                answer += process.stdout.readline()
                given.append(json.loads(answer)["data"]["run"]["id"])
            else:
                time.sleep(0.05 * round_)
            process.send_signal(signal.SIGKILL)
            process.communicate()
        kept = [run["run"] for run in self.runs()["data"]["runs"]]
        self.assertEqual(len(given), 4)
        for run in given:
            self.assertIn(run, kept)
        # bats, which is killed with proctor, leaves its own directories: the guardian removes proctor's alone.
        deadline = time.monotonic() + 30
        while harness.processes_about(str(self.place.top)) and time.monotonic() < deadline:
            time.sleep(0.05)
        for left in self.place.tmp.glob("bats-run-*"):
            shutil.rmtree(left)

    def test_without_a_state_directory_runs_are_kept_among_the_temporary_files(self):
        root = self.place.project(bats([("a", True)]), toml=None)
        self.place.test(root)
        env = {"XDG_STATE_HOME": "/proc/nowhere"}
        first = self.place.test(root, env=env)
        self.assertIn("runs are kept in", " ".join(first.data["warnings"]))
        self.assertEqual(len(self.runs(env=env)["data"]["runs"]), 1)
        self.assertEqual(len(self.runs()["data"]["runs"]), 2)
        # So are logs and what failed last; each is found from either place, and the newest list of failures counts.
        self.place.project(bats([("a", True), ("b", False)]), toml=None)
        failed = self.place.test(root, env=env)
        self.assertEqual(sum("are kept in" in warning for warning in failed.data["warnings"]), 1)
        self.assertTrue(failed.data["run"]["log"].startswith(str(self.place.tmp)), failed.data["run"]["log"])
        for where in (env, {}):
            run = failed.data["run"]["id"]
            self.assertIn("not ok", self.place.run("log", run, env=where).out)
            again = self.place.test(root, "--rerun-failed", env=where)
            self.assertEqual([case["name"] for suite in again.data["suites"] for case in suite["cases"]], ["b"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
