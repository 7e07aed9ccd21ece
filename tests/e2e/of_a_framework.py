"""What holds for projects of each framework but forge, tested where they are: tests/projects.

basic: tests that pass, that fail, that are skipped. crash and unloadable lie over it: one has a test that takes the
whole process down between two others, the other a file that can't be loaded or compiled.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import unittest

import harness
from harness import REPOSITORY, Place

PROJECTS = REPOSITORY / "tests/projects"
PREPARED = pathlib.Path(os.environ.setdefault("PROCTOR_PREPARED", str(REPOSITORY / "build/dev/prepared")))


def project(place, framework, over=None, name=None):
    """A copy of a project, with what is too large or not ours to lie in the repository."""
    root = place.top / (name or f"{framework}-{over or 'basic'}")
    shutil.copytree(PROJECTS / "basic" / framework, root)
    if over:
        shutil.copytree(PROJECTS / over / framework, root, dirs_exist_ok=True)
    if framework == "unity":
        shutil.copytree(REPOSITORY / "frameworks/unity/test-framework", root / "unity")
    if framework == "jest":
        (root / "node_modules").symlink_to(PREPARED / "jest/node_modules")
    return root


def everything_in(root):
    return {str(path.relative_to(root)): path.lstat().st_mtime_ns for path in root.rglob("*") if "node_modules" not in path.parts}


def statuses(run):
    return {case["name"]: case["status"] for suite in run.data["suites"] for case in suite["cases"]}


def failures(run):
    return [case for suite in run.data["suites"] for case in suite["cases"] if case["status"] in ("fail", "error")]


class OfAFramework:
    """What holds for each: the class says which, and what its projects have in them."""
    framework = ""
    tests = {}           # of basic, by name
    failing = ()         # the first of them: name, file, line
    words = ()           # in its message
    logged = ""          # what it printed
    one = ""             # a filter that one passing test matches
    path = ""            # a glob that matches its file
    crash = "crashed"    # in the words of the test that takes the process down
    unloadable = ""      # in the words about the file that can't be loaded
    spoils_all = True    # nothing can be tested then

    @classmethod
    def setUpClass(cls):
        # One home for all: compilers keep what they have compiled there.
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)
        cls.basic = project(cls.place, cls.framework)

    def test_results_stand_in_the_answer_and_nothing_in_the_project(self):
        before = everything_in(self.basic)
        run = self.place.test(self.basic)
        self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)
        self.assertEqual(run.code, 1, run)
        self.assertEqual(statuses(run), self.tests, run)
        self.assertEqual(run.data["framework"]["name"], self.framework)
        name, file, line = self.failing
        failed = next(case for case in failures(run) if case["name"] == name)
        self.assertEqual(failed["location"], {"file": file, "line": line}, run)
        for word in self.words:
            self.assertIn(word, failed["reason"], run)
        self.assertIn(self.logged, "\n".join(failed.get("logs", [])) + failed["reason"], run)
        self.assertEqual(everything_in(self.basic), before)

        # What failed can be run again, by each of the two ways.
        failed_only = {case: status for case, status in self.tests.items() if status == "fail"}
        again = self.place.test(self.basic, "--rerun-failed")
        self.assertEqual(statuses(again), failed_only, again)
        words = shlex.split(run.data["rerun"])
        self.assertEqual(words[:2], ["proctor", "test"])
        named = self.place.test(*words[2:])
        self.assertEqual(statuses(named), failed_only, named)
        self.assertEqual(named.data.get("warnings", []), [], named)

    def test_filters_choose(self):
        run = self.place.test(self.basic, "--filter", self.one)
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual((run.code, list(statuses(run).values())), (0, ["pass"]), run)
        nothing = self.place.test(self.basic, "--match-path", "nowhere/*")
        self.assertEqual(nothing.error["code"], "TEST_NONE_RAN", nothing)
        self.assertIn("nowhere/*", nothing.error["message"])

    def test_a_filter_that_is_none_is_refused(self):
        run = self.place.test(self.basic, "--filter", "(")
        self.assertEqual(run.error["code"], "INVALID_REQUEST", run)

    def test_a_path_chooses_and_the_first_failure_ends_the_run(self):
        run = self.place.test(self.basic, "--match-path", self.path, "--fail-fast")
        self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)
        self.assertEqual(len(failures(run)), 1, run)
        self.assertEqual(failures(run)[0]["name"], self.failing[0], run)

    def test_a_crash_costs_no_other_test_its_result(self):
        run = self.place.test(project(self.place, self.framework, "crash"), "--isolation", "sandbox")
        found = {re.sub(r"^Test", "", name).lower().removeprefix("test_"): status for name, status in statuses(run).items()}
        self.assertEqual([found.get(name) for name in ("before", "crashes", "after")], ["pass", "fail", "pass"], run)
        self.assertIn(self.crash, failures(run)[0]["reason"], run)
        self.assertEqual((run.code, run.error["code"]), (1, "TEST_ASSERTION_FAILED"), run)

    def test_a_file_that_cannot_be_loaded_is_no_pass_and_says_why(self):
        run = self.place.test(project(self.place, self.framework, "unloadable"))
        self.assertIn(self.unloadable, json.dumps(run.envelope), run)
        if self.spoils_all:
            self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
            self.assertEqual(statuses(run), {}, run)
        else:
            self.assertFalse(run.envelope["ok"], run)
            left = {name: status for name, status in statuses(run).items() if name in self.tests}
            self.assertGreaterEqual(len(left), len(self.tests) - 1, run)


def main():
    if not harness.PROCTOR or not os.access(harness.PROCTOR, os.X_OK):
        raise AssertionError(f"PROCTOR_BIN must name the built proctor; it is {harness.PROCTOR!r}")
    unittest.main(verbosity=2)
