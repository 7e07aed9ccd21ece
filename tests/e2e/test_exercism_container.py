"""The test runner as a site's container holds it: a bare tree that can't be written to, no network, no user namespaces
(so no sandbox), a user without privileges. There is no Docker here: bubblewrap makes the place, from the same parts
and by the same steps as docker/exercism/Dockerfile.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from exercism_cases import cases as stored_cases

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROCTOR = pathlib.Path(os.environ.get("PROCTOR_BIN", ""))
DOCKER = REPOSITORY / "docker/exercism"
SCRIPTS = ("find-proctor.sh", "run.sh", "run-tests.sh")

TEST = """import unittest
from leap import leap_year

class LeapTest(unittest.TestCase):
    def test_common_year(self):
        self.assertIs(leap_year(2015), False)

    def test_leap_year(self):
        print("looking at 1996")
        self.assertIs(leap_year(1996), True)

    def test_century(self):
        self.assertIs(leap_year(1900), False)
"""
RIGHT = "def leap_year(year):\n    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)\n"
WRONG = "def leap_year(year):\n    return year % 4 == 0\n"


class Container:
    """What the image holds, and a submission beside it."""

    prepared = None  # what the image was made with

    def __init__(self, files, cases=None):
        self.cases = cases
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="proctor-container-"))
        self.top.chmod(0o755)
        runner = self.top / "test-runner/bin"
        runner.mkdir(parents=True)
        shutil.copy(PROCTOR, runner / "proctor")
        for script in SCRIPTS:
            shutil.copy(REPOSITORY / "bin" / script, runner)
        self.solution, self.output = self.top / "solution", self.top / "output"
        for path, text in files.items():
            file = self.solution / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        self.output.mkdir()
        self.output.chmod(0o777)
        if cases:  # what they are mounted on
            (self.top / "cases").mkdir()
        (self.top / "passwd").write_text("root:x:0:0::/root:/bin/sh\nappuser:x:65534:65534::/nonexistent:/bin/sh\n")

    def close(self):
        shutil.rmtree(self.top, ignore_errors=True)

    def bubblewrap(self):
        words = ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534",
                 "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv", "--hostname", "container",
                 "--ro-bind", "/usr", "/usr"]
        for name in ("bin", "sbin", "lib", "lib64"):
            words += ["--symlink", f"usr/{name}", f"/{name}"]
        for file in ("/etc/alternatives", "/etc/ld.so.cache"):
            words += ["--ro-bind", file, file]
        words += ["--ro-bind", self.top / "passwd", "/etc/passwd",
                  "--ro-bind", self.top / "test-runner", "/opt/test-runner",
                  "--ro-bind", self.prepared, "/opt/proctor/prepared",
                  "--ro-bind", self.solution, "/solution", "--bind", self.output, "/output"]
        if self.cases:
            words += ["--ro-bind", self.cases, "/opt/cases"]
        words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--remount-ro", "/",
                  "--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin", "--setenv", "PROCTOR_TRACK", "python",
                  "--setenv", "PROCTOR_PREPARED", "/opt/proctor/prepared",
                  "--chdir", "/opt/test-runner"]
        return [str(word) for word in words]

    def run(self, *command):
        return subprocess.run([*self.bubblewrap(), *command], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=120, check=False)

    def results(self):
        return json.loads((self.output / "results.json").read_text())


class InContainer(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        Container.prepared = tempfile.mkdtemp(prefix="proctor-prepared-")
        cls.addClassCleanup(shutil.rmtree, Container.prepared, ignore_errors=True)
        subprocess.run([PROCTOR, "warm", "python"], check=True, timeout=120, capture_output=True,
                       env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "PROCTOR_PREPARED": Container.prepared})
        subprocess.run(["chmod", "-R", "a+rX,go-w", Container.prepared], check=True, timeout=60)

    def container(self, solution=RIGHT):
        container = Container({"leap.py": solution, "leap_test.py": TEST})
        self.addCleanup(container.close)
        return container

    def run_script(self, container, *arguments):
        run = container.run("/opt/test-runner/bin/run.sh", *(arguments or ("leap", "/solution/", "/output/")))
        self.assertEqual(run.returncode, 0, run.stderr)
        return container.results(), run

    def test_the_place_is_what_it_is_to_be(self):
        """Else the other tests would prove nothing."""
        container = self.container()
        run = container.run("sh", "-c", "id -u; touch /x /opt/x /solution/x /usr/x; touch /output/ok /tmp/ok; "
                                        "unshare --user true; cat /proc/net/dev; grep CapEff /proc/self/status")
        self.assertTrue(run.stdout.startswith("65534\n"), run)
        self.assertEqual(run.stderr.count("Read-only file system"), 4, run)
        self.assertRegex(run.stderr, "unshare.*failed", run)
        self.assertTrue((container.output / "ok").exists())
        self.assertEqual(re.findall(r"(\w+):", run.stdout), ["lo", "CapEff"], run)
        self.assertIn("CapEff:\t0000000000000000", run.stdout)

    def test_a_right_solution_passes(self):
        results, run = self.run_script(self.container())
        self.assertEqual((results["version"], results["status"]), (3, "pass"), results)
        self.assertEqual([(test["name"], test["status"]) for test in results["tests"]],
                         [("Leap > common year", "pass"), ("Leap > leap year", "pass"), ("Leap > century", "pass")])
        self.assertEqual(results["tests"][1]["output"], "looking at 1996")
        self.assertIn("isolation level \"process\"", run.stderr)

    def test_a_solution_cannot_ask_proctor_to_stop(self):
        signals = """
import os, signal

def ask_all_above_to_stop():
    above = os.getppid()
    while above > 1:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            try:
                if "proctor" in open(f"/proc/{above}/comm").read():
                    os.kill(above, number)
            except OSError:
                pass
        above = int(open(f"/proc/{above}/stat").read().rsplit(")", 1)[1].split()[1])

ask_all_above_to_stop()
"""
        results, _ = self.run_script(self.container(RIGHT + signals))
        self.assertEqual(results["status"], "pass", results)

    def test_a_wrong_solution_fails_where_it_is_wrong(self):
        results, _ = self.run_script(self.container(WRONG), "leap", "/solution", "/output")
        self.assertEqual(results["status"], "fail", results)
        self.assertEqual([test["status"] for test in results["tests"]], ["pass", "pass", "fail"])
        self.assertIn("True is not False", results["tests"][2]["message"])

    def test_a_solution_that_cannot_be_loaded_is_an_error(self):
        results, _ = self.run_script(self.container("def leap_year(year)\n"))
        self.assertEqual((results["status"], results["tests"]), ("error", []), results)
        self.assertIn("SyntaxError", results["message"])

    def test_an_endless_loop_costs_one_test(self):
        begin = time.monotonic()
        results, _ = self.run_script(self.container(
            "def leap_year(year):\n    while year == 1996:\n        pass\n    return False\n"))
        self.assertLess(time.monotonic() - begin, 30)
        self.assertEqual(results["status"], "fail", results)
        self.assertEqual([test["status"] == "pass" for test in results["tests"]], [True, False, True], results)

    def test_the_input_may_be_the_output(self):
        container = self.container()
        container.solution.chmod(0o777)
        container.output = container.solution
        words = container.bubblewrap()
        at = words.index("/solution") - 2
        words[at:at + 3] = ["--bind", str(container.solution), "/solution"]
        run = subprocess.run([*words, "/opt/test-runner/bin/run.sh", "leap", "/solution/", "/solution/"],
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(container.results()["status"], "pass")
        self.assertEqual(sorted(os.listdir(container.solution)), ["leap.py", "leap_test.py", "results.json"])

    def test_an_output_that_cannot_be_written_is_said(self):
        run = self.container().run("/opt/test-runner/bin/run.sh", "leap", "/solution/", "/solution/")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("Read-only file system", run.stderr)

    def test_bad_arguments_are_said(self):
        container = self.container()
        for arguments in ((), ("leap",), ("leap", "/solution/"), ("leap", "/solution/", ""), ("a", "b", "c", "d")):
            run = container.run("/opt/test-runner/bin/run.sh", *arguments)
            self.assertEqual(run.returncode, 2, run)
            self.assertIn("usage: run.sh SLUG IN/ OUT/", run.stderr)
        run = container.run("/opt/test-runner/bin/run.sh", "leap", "/nowhere/", "/output/")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("/nowhere", run.stderr)

    def test_golden_cases_run_there_too(self):
        container = Container({}, cases=stored_cases.unpacked("python"))
        self.addCleanup(container.close)
        container.solution.mkdir()
        run = container.run("/opt/test-runner/bin/run-tests.sh", "--jobs=2", "--quiet",
                            "/opt/cases/all-pass", "/opt/cases/some-fail")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("2 cases: 2 pass", run.stdout)


class Image(unittest.TestCase):
    """The Dockerfile by hand: what it takes is there, and is all that is needed."""

    def copied(self):
        text = (DOCKER / "Dockerfile").read_text()
        for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
            yield from (name for name in line.split()[:-1] if "$" not in name)

    def test_what_is_copied_is_there(self):
        names = list(self.copied())
        self.assertIn("src", names)
        for name in names:
            self.assertTrue((REPOSITORY / name).exists(), name)
        for script in SCRIPTS:
            self.assertIn(f"bin/{script}", names)

    def test_it_is_all_that_the_build_needs(self):
        with tempfile.TemporaryDirectory(prefix="proctor-image-") as top:
            for name in self.copied():
                target = pathlib.Path(top) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(REPOSITORY / name)
            cmake = subprocess.run(
                ["cmake", "--preset", "product", f"-DPROCTOR_NODE_MODULES={REPOSITORY}/node_modules"], cwd=top,
                capture_output=True, text=True, timeout=120, check=False)
            self.assertEqual(cmake.returncode, 0, cmake.stderr)

    def test_each_track_has_its_packages(self):
        for file in REPOSITORY.glob("frameworks/*/framework.toml"):
            track = re.search(r'^track = "(.+)"$', file.read_text(), re.MULTILINE)
            if track:
                self.assertTrue((DOCKER / "packages" / track[1]).is_file(), track[1])

    def test_lists_of_packages_are_read_without_their_comments(self):
        with tempfile.TemporaryDirectory() as top:
            fakes = pathlib.Path(top)
            (fakes / "apt-get").write_text(f'#!/bin/sh\necho "$@" >> {top}/log\n')
            (fakes / "apt-get").chmod(0o755)
            script = (DOCKER / "install-packages.sh").read_text().replace("/etc/apt", top).replace("/var/lib/apt", top)
            (fakes / "sources.list.d").mkdir()
            (fakes / "list").write_text("# all of it\na b   # two\nc/bookworm-backports\n\n")
            subprocess.run(["sh", "-c", script, "install", fakes / "list"], check=True, timeout=30,
                           env={"PATH": f"{top}:/usr/bin:/bin"})
            self.assertIn("install -y --no-install-recommends a b c/bookworm-backports\n", (fakes / "log").read_text())
            self.assertEqual((fakes / "sources.list.d/bookworm-backports.list").read_text(),
                             "deb http://deb.debian.org/debian bookworm-backports main\n")


class Scripts(unittest.TestCase):
    def test_proctor_is_found_on_path_where_it_is_nowhere_else(self):
        with tempfile.TemporaryDirectory() as top:
            place = pathlib.Path(top) / "bin"
            place.mkdir()
            shutil.copy(REPOSITORY / "bin/find-proctor.sh", place)
            found = subprocess.run([place / "find-proctor.sh"], env={"PATH": f"{PROCTOR.parent}:/usr/bin:/bin"},
                                   capture_output=True, text=True, timeout=30, check=True)
            self.assertEqual(found.stdout.strip(), str(PROCTOR))
            lost = subprocess.run([place / "find-proctor.sh"], env={"PATH": "/usr/bin:/bin"}, capture_output=True,
                                  text=True, timeout=30, check=False)
            self.assertEqual(lost.returncode, 3)
            self.assertIn("find-proctor.sh: proctor is neither", lost.stderr)


if __name__ == "__main__":
    if not os.access(PROCTOR, os.X_OK) or not PROCTOR.is_file():
        raise AssertionError(f"PROCTOR_BIN must name the built proctor; it is {str(PROCTOR)!r}")
    unittest.main(verbosity=2)
