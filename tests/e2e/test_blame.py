"""Nobody is blamed who isn't at fault: not a submission for what the machine lacks, not a command without tests for its
crash; and what couldn't be kept, or was cut short, is said."""

import json
import os
import pathlib
import shutil
import signal
import subprocess

import harness

OTHER = 54_321  # of nobody else: what it runs counts against its limit of processes


def tasks_of(uid):
    """Processes and threads of a user."""
    count = 0
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            status = pathlib.Path(f"/proc/{entry}/status").read_text()
        except OSError:
            continue
        if f"\nUid:\t{uid}\t" in status:
            count += int(status.split("\nThreads:\t")[1].split()[0])
    return count


class Blame(harness.TestCase):
    def as_user(self):
        """An ordinary user, who owns the place: the words before a command."""
        uid = os.getuid() or OTHER
        if os.getuid() == 0:
            self.place.top.chmod(0o755)
            subprocess.run(["chown", "-R", f"{uid}:{uid}", self.place.top], check=True)
            return uid, ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--"]
        return uid, []

    def proctor(self, *args, before=(), **env):
        return subprocess.run([*before, harness.PROCTOR, *map(str, args)], env=self.place.env(**env), cwd=self.place.top,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)

    def test_a_submission_is_not_to_blame_for_a_limit_of_processes_around_proctor(self):
        root = self.place.project({"x.py": "def a():\n    return 1\n", "x_test.py": """
import threading
import unittest

import x


class Test(unittest.TestCase):
    def test_a(self):
        self.assertEqual(x.a(), 1)

    def test_threads(self):
        go_on = threading.Event()
        threads = [threading.Thread(target=go_on.wait) for _ in range(60)]
        try:
            for thread in threads:
                thread.start()
        finally:
            go_on.wait(1.5)  # proctor counts now and then
            go_on.set()
"""}, toml=None)
        out = self.place.top / "out"
        uid, before = self.as_user()
        done = self.proctor("exercism", "x", root, out, before=before)
        self.assertEqual(done.returncode, 0, done)
        results = json.loads((out / "results.json").read_text())
        self.assertEqual(results["status"], "pass", results)
        few = ["prlimit", f"--nproc={tasks_of(uid) + 30}", "--"]
        done = self.proctor("exercism", "x", root, out, before=[*few, *before])
        self.assertEqual(done.returncode, 3, done)
        self.assertIn("RESOURCES_EXHAUSTED", done.stderr)
        self.assertIn("ulimit -u", done.stderr)
        self.assertFalse((out / "results.json").exists(), "the old one, too, is gone")

    def test_an_old_result_that_cannot_be_removed_is_told(self):
        root = self.place.project({"x.bats": "@test a { true; }\n"}, toml=None)
        out = self.place.top / "out"
        out.mkdir()
        (out / "results.json").write_text("old")
        _, before = self.as_user()
        out.chmod(0o555)
        done = self.proctor("exercism", "x", root, out, before=before)
        self.assertEqual(done.returncode, harness.EXIT["INVALID_REQUEST"], done)
        self.assertIn("results.json can't be removed", done.stderr)
        out.chmod(0o755)
        done = self.proctor("exercism", "x", root, out, "--config", self.place.top / "nowhere.toml", before=before)
        self.assertNotEqual(done.returncode, 0, done)
        self.assertFalse((out / "results.json").exists(), "whatever was refused")

    def test_a_crash_of_a_command_without_tests_is_what_its_exit_code_says(self):
        root = self.place.project({
            "Main.java": 'class Main { public static void main(String[] a) { throw new IllegalStateException("no"); } }',
            "s.py": 'raise ValueError("no")\n', "x.js": 'throw new Error("no");\n'}, toml=None)
        for command in ("java Main.java", "python3 s.py", "node x.js", "sh -c 'kill -SEGV $$'"):
            for behind in ("", " 2>&1 | tail", "; true"):
                with self.subTest(command=command + behind):
                    done = self.place.run("call", "Test", "--args", json.dumps({"command": command + behind}), "--yes",
                                          "--json", cwd=root)
                    if behind:
                        self.assertTrue(done.envelope["ok"], done)
                    else:
                        self.assertEqual(done.error["code"], "COMMAND_FAILED", done)

    def test_what_the_state_directory_does_not_take_is_one_warning(self):
        root = self.place.project({"x.bats": "@test a { false; }\n"}, toml=None)
        state = self.place.top / "state"
        state.mkdir()
        _, before = self.as_user()
        state.chmod(0o555)
        done = self.proctor("test", root, "--rerun-failed", "--json", before=before, XDG_STATE_HOME=state)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["error"]["code"], "TEST_ASSERTION_FAILED", done)
        told = answer["data"]["warnings"]
        self.assertEqual(len(told), 2, told)
        self.assertIn("No failure is remembered for this project: all tests are run.", told[0])
        self.assertIn(f"({state}/proctor: Permission denied): runs are kept in ", told[1])

    def test_a_killed_run_stands_in_the_list_as_interrupted(self):
        root = self.place.project({"x.bats": "@test a { sleep 1034; }\n"}, toml=None)

        def runs():
            return json.loads(self.place.run("log", "--json").out)["data"]["runs"]

        process = self.place.start("test", root)
        try:
            run = harness.wait_for(runs, what="a run in the list")[0]
            self.assertEqual(run["result"], "running")
            self.assertIn("bats", run["command"])
        finally:
            process.send_signal(signal.SIGKILL)
            process.communicate()
        harness.wait_for(lambda: runs()[0]["result"] == "interrupted", what="the end of the lock")
        self.assertEqual({**run, "result": "interrupted", "bytes": 0}, {**runs()[0], "bytes": 0})
        self.assertIn("interrupted", self.place.run("log").out)
        harness.wait_for(lambda: not harness.processes_about(str(root)), what="the end of its processes")
        for own in self.place.tmp.glob("bats-run-*"):  # bats, which was killed too, leaves it in the user's TMPDIR
            shutil.rmtree(own)
        harness.wait_for(lambda: not self.place.leftovers(), what="the end of its files")


if __name__ == "__main__":
    harness.main()
