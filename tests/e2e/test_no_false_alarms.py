"""Test suites of all kinds run in the sandbox exactly as outside: the same exit code, the same results.

What they are is in hello/: small, but each does what runtimes of its language do (threads, processes, sockets on
loopback and on a path, terminals, shared memory), to prove that the sandbox isn't in their way.
"""
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import harness
import victims

HELLO = pathlib.Path(__file__).resolve().parent / "hello"
LIMITS = ["--memory=1G", "--pids=256", "--open-files=1024", "--disk=512M", "--output-limit=8M", "--cpu-time=120s"]
# Language: the command, and what a line of its results looks like.
SUITES = {
    "go": ("go test -v ./...", r"^--- (\w+): (\w+)"),
    "node": ("node --test --test-reporter=tap hello.test.mjs", r"^ *((?:not )?ok) \d+ - (.*)"),
    "python": ("/usr/bin/python3 test_hello.py", r"^(test_\w+) .*\.\.\. (\w+)"),
    "java": ("javac -d classes Hello.java && java -ea -cp classes Hello", r"^test (.*): (pass|fail)"),
    "rust": ("rustc --test -o hello hello.rs && ./hello", r"^test (\w+).* \.\.\. (\w+)"),
    "bash": ("bash hello.sh", r"^((?:not )?ok) - (.*)"),
}
# What finds its own parts by a file in /etc: a use of it, and what comes of that.
TOOLS = {
    "fpc": ("echo 'begin writeln(1+1); end.' > sum.pas && fpc -v0 sum.pas > log; ./sum", "2\n"),
    "cobc": ("printf '       PROGRAM-ID. A.\\n       PROCEDURE DIVISION.\\n           DISPLAY \"2\".\\n' > a.cob && "
             "cobc -x a.cob; ./a", "2\n"),
    "mvn": ("mvn -B -v > log 2>&1; grep -c ^Maven.home log", "1\n"),
}
PATH = "/usr/bin:/bin"


class NoFalseAlarms(unittest.TestCase):
    maxDiff = None

    def place(self, language, uid):
        place = harness.Place()
        self.addCleanup(place.close)
        root = pathlib.Path(shutil.copytree(HELLO / language, place.top / "project"))
        place.top.chmod(0o755)
        if uid != os.getuid():
            subprocess.run(["chown", "-R", f"{uid}:{uid}", place.top], check=True)
        return place, root

    def as_user(self, uid):
        return [] if uid == os.getuid() else ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--"]

    def outside(self, place, root, command, uid):
        done = subprocess.run([*self.as_user(uid), "sh", "-c", command], cwd=root, env=place.env(PATH=PATH),
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=120, check=False)
        return done.returncode, done.stdout

    def inside(self, place, root, command, uid):
        asked = {"command": command, "workdir": str(root), "timeout_ms": 120000}
        process = subprocess.Popen([*self.as_user(uid), harness.PROCTOR, "call", "Test", "--args", json.dumps(asked), "--yes",
                                    "--json", "--isolation=sandbox", *LIMITS], cwd=root, env=place.env(PATH=PATH),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        run = place.finish(process, timeout=150)
        self.assertEqual(run.data["termination"], "exited", run)
        self.assertEqual(run.data["isolation"]["level"], "sandbox", run)
        return run, pathlib.Path(run.data["log"]).read_text()

    def compare(self, language, uid, failing=False):
        usual, pattern = SUITES[language]
        command = ("export HELLO_FAIL=1; " if failing else "") + usual
        place, root = self.place(language, uid)
        code, text = self.outside(place, root, command, uid)
        results = sorted(re.findall(pattern, text, re.M))
        self.assertGreater(len(results), 5, f"no results outside: {text}")
        self.assertEqual(code != 0, failing, f"outside: {text}")
        place, root = self.place(language, uid)
        run, log = self.inside(place, root, command, uid)
        self.assertEqual(sorted(re.findall(pattern, log, re.M)), results, f"{log}\n--- outside\n{text}")
        self.assertEqual(run.data["exit_code"], code, run)
        self.assertEqual(run.envelope["ok"], code == 0, run)

    def test_the_parts_of_the_systems_tools_are_found(self):
        for name, (command, result) in TOOLS.items():
            self.assertTrue(shutil.which(name, path=PATH), f"{name} isn't installed: scripts/setup.sh --tests")
            for user, uid in victims.users():
                with self.subTest(tool=name, user=user):
                    place, root = self.place("bash", uid)
                    self.assertEqual(self.outside(place, root, command, uid), (0, result))
                    run, log = self.inside(place, root, command, uid)
                    self.assertEqual((run.data["exit_code"], log), (0, result))

    def test_a_toolchain_in_a_home_can_be_lent(self):
        """Compilers that aren't the system's are seen when the user's configuration says so, and only then."""
        found = sorted(glob.glob(os.path.expanduser("~/.rustup/toolchains/*/bin/rustc")))
        place, root = self.place("rust", os.getuid())
        if found:
            toolchain = pathlib.Path(found[-1]).parents[1]
        else:  # the system's, lent in a directory of the user's
            toolchain = place.home / "toolchain"
            (toolchain / "bin").mkdir(parents=True)
            (toolchain / "bin/rustc").write_text('#!/bin/sh\nexec /usr/bin/rustc "$@"\n')
            (toolchain / "bin/rustc").chmod(0o755)
        command = f"{toolchain}/bin/rustc --test -o hello hello.rs && ./hello"
        run, _ = self.inside(place, root, command, os.getuid())
        self.assertEqual(run.data["exit_code"], 127, run)
        self.assertIn("[isolation] read_only", " ".join(run.data["warnings"]), run)
        file = place.home / ".config/proctor/proctor.toml"
        file.parent.mkdir(parents=True)
        file.write_text(f"[isolation]\nread_only = [{json.dumps(str(toolchain))}]\n")
        run, _ = self.inside(place, root, command, os.getuid())
        self.assertEqual(run.data["exit_code"], 0, run)
        self.assertNotIn("warnings", run.data)


def add_tests():
    for language in SUITES:
        users = victims.users()
        # Compilers take long, and the last user is the one that may do least.
        if language in ("go", "java", "rust") and os.environ.get("PROCTOR_ALL_CASES") != "1":
            users = users[-1:]
        for name, uid in users:
            def test(self, language=language, uid=uid):
                self.compare(language, uid)
            setattr(NoFalseAlarms, f"test_{language}_as_{name.replace(' ', '_')}", test)

    for language in ("python", "bash"):  # the others only take longer to say the same
        def failing(self, language=language):
            self.compare(language, os.getuid(), failing=True)
        setattr(NoFalseAlarms, f"test_{language}_that_fails", failing)


add_tests()

if __name__ == "__main__":
    victims.main()
