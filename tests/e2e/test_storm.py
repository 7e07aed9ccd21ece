"""Submissions that fork to the limit and let go, among submissions that try to get out: none of these ever runs outside
of a sandbox, and none is blamed for what the others did.

The storm has a user of its own with few processes (RLIMIT_NPROC), so the machine notices nothing of it. PROCTOR_STORM=N
runs it N times in a row.
"""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import unittest

from harness import PROCTOR, main

USER = 64322  # nobody else is
PROCESSES = 30
FORKERS, PROBES, JOBS = 12, 40, 12
ROUNDS = int(os.environ.get("PROCTOR_STORM", "1"))

FRAMEWORK = """
name = "storm"
title = "storm"
format = "tap"
recognise = ["*.storm"]
[tool]
name = "bash"
[run]
command = ["bash", "{folder}/reporter.bash"]
[exercise]
track = "storm"
tests = ["{slug}.storm"]
command = ["bash", "{folder}/reporter.bash"]
"""

# Builtins alone, so that a probe needs no process for anything.
REPORTER = """printf '1..1\\n'
if . ./solution; then printf 'ok 1 - holds\\n'; code=0
else printf 'not ok 1 - holds\\n'; code=1; fi
if [ -e forker.py ]; then exec python3 -SE forker.py; fi
exit $code
"""

FORKER = """import os, time

def fork_to_the_limit():
    children = []
    try:
        while len(children) < 60:
            children.append(os.fork())
            if children[-1] == 0:
                time.sleep(0.2)
                os._exit(0)
    except OSError:
        time.sleep(0.2)
    for child in children:
        os.waitpid(child, 0)

for _ in range(4):
    fork_to_the_limit()
    time.sleep(0.1)
"""

PROBE = """! { exec 5<>/dev/tcp/127.0.0.1/PORT; } 2>/dev/null && ! { read -r line < SECRET; } 2>/dev/null
"""


class Listener:
    """Counts who connects to a port of the machine."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.met = 0
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            try:
                self.socket.accept()[0].close()
            except OSError:
                return
            self.met += 1


@unittest.skipUnless(os.getuid() == 0, "only root can become the storm's user")
class Storm(unittest.TestCase):
    def setUp(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="proctor-storm-"))
        self.addCleanup(shutil.rmtree, self.top, ignore_errors=True)
        self.listener = Listener()
        self.addCleanup(self.listener.socket.close)
        self.home = self.top / "home"
        self.secret = self.home / "secret"
        self.write("home/secret", "mine")
        self.write("frameworks/storm/framework.toml", FRAMEWORK)
        self.write("frameworks/storm/reporter.bash", REPORTER)
        (self.top / "tmp").mkdir()
        self.log = []

    def write(self, path, text):
        file = self.top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def submissions(self, kinds):
        """Writes them and their list."""
        probe = PROBE.replace("PORT", str(self.listener.port)).replace("SECRET", str(self.secret))
        lines = []
        for number, kind in enumerate(kinds):
            self.write(f"in/{number}/{kind}.storm", "")
            self.write(f"in/{number}/solution", probe)
            if kind == "forker":
                self.write(f"in/{number}/forker.py", FORKER)
            lines.append(json.dumps({"slug": kind, "input": f"in/{number}", "output": f"out/{number}", "track": "storm"}))
        self.write("list", "\n".join(lines) + "\n")
        for path in (self.top, *self.top.rglob("*")):
            os.chown(path, USER, USER)

    def batch(self, *options, processes, in_cgroup=None):
        """The lines that the batch told, by number."""
        words = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--",
                 "prlimit", f"--nproc={processes}", PROCTOR, "exercism", "--batch", self.top / "list", "--journal",
                 self.top / "journal", "--frameworks", self.top / "frameworks", *options]
        if in_cgroup:
            words = ["sh", "-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"', in_cgroup, *words]
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "TMPDIR": str(self.top / "tmp")}
        done = subprocess.run(list(map(str, words)), env=env, cwd=self.top, capture_output=True, text=True, timeout=120,
                              check=False)
        self.log.append(done.stderr)
        return {line["line"]: line for line in map(json.loads, done.stdout.splitlines())}

    def check(self, kinds, lines):
        """Which of the submissions were tested."""
        self.assertEqual(sorted(lines), list(range(1, len(kinds) + 1)), self.log)
        self.assertEqual(self.listener.met, 0, "a submission saw the network")
        tested = []
        for number, kind in enumerate(kinds):
            line = lines[number + 1]
            file = self.top / f"out/{number}/results.json"
            if "error" in line:
                self.assertEqual(line["error"]["code"], "RESOURCES_EXHAUSTED", line)
                self.assertFalse(file.exists(), line)
            elif not line.get("done_before"):
                self.assertEqual(line["isolation"], "sandbox", line)
                results = json.loads(file.read_text())
                # On a machine that is busy too, its time may be over: an error.
                self.assertNotEqual(results["status"], "fail", (line, results))
                tested.append(kind)
        return tested

    def storm(self, in_cgroup=None):
        order = ["forker" if number % 4 == 0 and number < 4 * FORKERS else "probe" for number in range(FORKERS + PROBES)]
        for _ in range(ROUNDS):
            self.submissions(order)
            lines = self.batch("--jobs", JOBS, processes=PROCESSES, in_cgroup=in_cgroup)
            tested = self.check(order, lines)
            if ROUNDS > 1:
                print(f"{tested.count('forker')} of {FORKERS} forkers and {tested.count('probe')} of {PROBES} probes tested")
            # What wasn't tested can be, once nobody takes everything.
            if len(tested) < len(order):
                rest = self.batch("--jobs", 2, processes=2000, in_cgroup=in_cgroup)
                self.assertEqual([line for line in rest.values() if "error" in line], [], self.log)
                self.check(order, rest)
            shutil.rmtree(self.top / "out")

    def test_the_probes_tell_what_holds_them(self):
        """Else the other tests would prove nothing."""
        self.submissions(["probe"])
        line = self.batch("--isolation", "process", processes=2000)[1]
        self.assertEqual((line["status"], line["isolation"], self.listener.met), ("fail", "process", 1), self.log)
        line = self.batch(processes=2000)[1]
        self.assertEqual((line["status"], line["isolation"], self.listener.met), ("pass", "sandbox", 1), self.log)

    def test_with_too_few_processes_nothing_is_run_and_the_limit_is_named(self):
        self.submissions(["probe"] * 3)
        lines = self.batch("--jobs", 1, processes=4)
        self.assertEqual(self.check(["probe"] * 3, lines), [])
        self.assertIn("RLIMIT_NPROC", lines[1]["error"]["message"])

    def test_no_storm_opens_the_sandbox(self):
        self.storm()

    def test_no_storm_opens_the_sandbox_in_a_cgroup(self):
        own = pathlib.Path("/proc/self/cgroup").read_text().rpartition("0::")[2].splitlines()[0]
        for root in ("/sys/fs/cgroup/unified", "/sys/fs/cgroup"):
            cgroup = pathlib.Path(f"{root}{own}/proctor-storm-{os.getpid()}")
            if (cgroup.parent / "cgroup.procs").exists() and (cgroup.parent / "cgroup.controllers").exists():
                break
        else:
            self.skipTest("no cgroup v2")
        try:
            cgroup.mkdir()
        except OSError as error:
            self.skipTest(f"no cgroup can be made: {error}")
        self.addCleanup(lambda: [path.rmdir() for path in sorted(cgroup.rglob("*"), reverse=True) if path.is_dir()] and None)
        self.addCleanup(cgroup.rmdir)
        for path in (cgroup, cgroup / "cgroup.procs", cgroup / "cgroup.subtree_control"):
            os.chown(path, USER, USER)
        self.storm(in_cgroup=cgroup)


if __name__ == "__main__":
    main()
