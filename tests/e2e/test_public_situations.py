"""Test runs that went wrong according to public issue threads, told right: the tables in situations/."""
import json
import os
import subprocess
import unittest

import test_exercism
from harness import BOX, REPOSITORY, Place, require_tools
from situations import bats, catch2, commands, exercises, forge, go, jest, node, pytest, tap, unity
from of_a_framework import PREPARED

TABLES = (bats, catch2, commands, exercises, forge, go, jest, node, pytest, tap, unity)


class PublicSituations(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        require_tools()
        test_exercism.prepare("javascript", PREPARED)
        # One home for all: go keeps what it has compiled there.
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)
        cls.place.more_env.update(CI=None, PATH=f"{BOX}/bin:/usr/local/bin:/usr/bin:/bin")

    def project(self, row):
        # (Not test_…: their parent must not look like a project.)
        root = self.place.top / self.id().rpartition(".test_")[2]
        for name, text in row.files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        if "jest" in row.files.get("package.json", ""):
            (root / "node_modules").symlink_to(PREPARED / "jest/node_modules")
        if "unity.h" in str(row.files):
            (root / "unity").symlink_to(REPOSITORY / "frameworks/unity/test-framework")
        return root

    def call(self, root, command):
        return self.place.run("call", "Test", "--args", json.dumps({"command": command}), "--yes", "--json", "--root", root, cwd=root)

    def native(self, root, command):
        return subprocess.run(["/bin/sh", "-c", command], cwd=root, env=self.place.env(PROCTOR_BOX=None), text=True, timeout=60,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)

    def check(self, row):
        root = self.project(row)
        if row.exercise:
            return self.check_exercise(row, root)
        run = self.call(root, row.command) if row.command else self.place.test(root, *row.options)
        self.expect(run, row.code, row.tests)
        self.expect_words(row, run.envelope)
        if row.not_run:
            self.assertEqual({test.get("name", test["file"]) for test in run.data["not_run"]}, set(row.not_run), run)
        if row.then:
            options, code, tests = row.then
            self.expect(self.place.test(root, *options), code, tests)
        # (These start slowly: CI runs them once.)
        if row.native and ("jest" not in row.native + str(row.files) and "pytest" not in row.native or os.environ.get("PROCTOR_ALL_CASES")):
            native = self.native(root, row.native)
            self.assertEqual((native.returncode == 0) == (row.code == ""), not row.differs, (native, run))

    def check_exercise(self, row, root):
        track, slug = row.exercise
        out = self.place.top / f"{root.name}-out"
        run = self.place.run("exercism", slug, root, out, "--track", track, *row.options)
        results = json.loads((out / "results.json").read_text())
        self.assertEqual(results["status"], row.code, (results, run))
        if row.tests is not None:
            self.assertEqual({test["name"]: test["status"] for test in results["tests"]}, row.tests, results)
        self.expect_words(row, results)

    def expect(self, run, code, tests):
        self.assertEqual(run.envelope["ok"], code == "", run)
        if code:
            self.assertEqual(run.error["code"], code, run)
        if tests is not None:
            found = [(case["name"], case["status"]) for suite in run.data["suites"] for case in suite["cases"]]
            self.assertEqual(sorted(found), sorted(tests.items()), run)

    def expect_words(self, row, answer):
        text = json.dumps(answer, ensure_ascii=False)
        for words in row.says:
            self.assertIn(json.dumps(words, ensure_ascii=False)[1:-1], text)


def _add(name, row):
    def test(self):
        self.check(row)
    test.__doc__ = f"{row.source}: {row.wrong}"
    assert not hasattr(PublicSituations, name), f"two rows of {row.source}"
    setattr(PublicSituations, name, test)


for _table in TABLES:
    for _row in _table.ROWS:
        _source = "".join(letter if letter.isalnum() else "_" for letter in _row.source)
        _add(f"test_{_table.__name__.rpartition('.')[2]}_{_source}", _row)

if __name__ == "__main__":
    unittest.main()
