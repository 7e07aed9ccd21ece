"""A project with several parts: all are run, the answer is one, and it passes only if each of them does."""
import subprocess
import unittest

import harness
from of_a_framework import statuses

BATS = '@test "says" {\n  true\n}\n'
GO = {"api/go.mod": "module example.test/api\n\ngo 1.19\n",
      "api/a_test.go": 'package api\n\nimport "testing"\n\nfunc TestGood(t *testing.T) {}\nfunc TestTotal(t *testing.T) {}\n'}
NODE = {"web/package.json": '{"scripts": {"test": "node --test"}}',
        "web/a.test.js": "const test = require('node:test');\ntest('adds', () => {});\n"}
MONOREPO = {**GO, **NODE, "tools/shell/scripts/cli.bats": BATS}
TWO = {"pytest.ini": "[pytest]\n", "test_a.py": "def test_a():\n    pass\n", "tests/cli.bats": BATS}


def parts(run):
    return {part["project"] + " " + part["framework"]: part["verdict"] for part in run.data["parts"]}


class Parts(harness.TestCase):
    def project(self, files, name="project"):
        return self.place.project(files, name, toml=None)

    def test_two_frameworks_in_one_directory_are_one_run(self):
        root = self.project(TWO)
        run = self.place.test(root)
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(parts(run), {". pytest": "pass", ". bats": "pass"}, run)
        self.assertEqual(statuses(run), {"test_a": "pass", "says": "pass"}, run)
        # One of them alone: an answer without parts.
        for words, name in ((["--framework", "bats"], "says"), ([root / "tests/cli.bats"], "says"), ([root / "test_a.py"], "test_a")):
            alone = self.place.test(*([root, *words] if "--framework" in words else words))
            self.assertTrue(alone.envelope["ok"], alone)
            self.assertEqual((statuses(alone), "parts" in alone.data), ({name: "pass"}, False), alone)
        shown = self.place.run("test", root)
        for line in ("✓ . (pytest): 1 passed", "✓ . (bats): 1 passed", "✓ PASS  2 passed"):
            self.assertIn(line, shown.out)

    def test_of_a_failure_the_names_work_from_the_root(self):
        root = self.project(MONOREPO)
        bad = GO["api/a_test.go"].replace("TestTotal(t *testing.T) {}", 'TestTotal(t *testing.T) { t.Error("7") }')
        (root / "api/a_test.go").write_text(bad)
        run = self.place.test(root)
        self.assertEqual((run.code, run.error["code"]), (1, "TEST_ASSERTION_FAILED"), run)
        self.assertEqual(parts(run), {"api go": "fail", "web node": "pass", "tools/shell/scripts bats": "pass"}, run)
        self.assertTrue(run.error["message"].startswith("In api: "), run.error)
        self.assertIn("api/a_test.go", [suite.get("file") for suite in run.data["suites"]])
        self.assertIn("api/a_test.go", run.data["rerun"])
        again = subprocess.run(["sh", "-c", run.data["rerun"]], env=self.place.env(),
                               cwd=self.place.top, capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1, again)
        self.assertIn("TestTotal", again.stdout)
        for words in (["--only", "adds"], ["--filter", "adds"], ["--project", "web"]):
            one = self.place.test(root, *words)
            self.assertTrue(one.envelope["ok"], (words, one))
            self.assertEqual(parts(one), {"web node": "pass"}, (words, one))
        self.assertEqual(self.place.test(root, "--filter", "nosuch").error["code"], "TEST_NONE_RAN")
        # What failed is all that is run again, until it passes.
        failed = self.place.test(root, "--rerun-failed")
        self.assertEqual((parts(failed), failed.error["code"]), ({"api go": "fail"}, "TEST_ASSERTION_FAILED"), failed)
        (root / "api/a_test.go").write_text(GO["api/a_test.go"])
        mended = self.place.test(root, "--rerun-failed")
        self.assertEqual((mended.envelope["ok"], parts(mended)), (True, {"api go": "pass"}), mended)

    def test_a_part_whose_tool_is_missing_is_no_pass_and_the_others_run(self):
        root = self.project({**TWO, "web/package.json": '{"devDependencies": {"vitest": "*"}}', "web/a.test.js": "import { test } from 'vitest';\ntest('a', () => {});\n"})
        run = self.place.test(root)
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual(parts(run), {". pytest": "pass", ". bats": "pass", "web vitest": "error"}, run)
        self.assertIn("In web: ", run.error["message"])
        self.assertEqual(statuses(run), {"test_a": "pass", "says": "pass"}, run)

    def test_one_that_hangs_costs_the_others_no_results(self):
        root = self.project({"api/cli.bats": BATS, "mid/test_a.py": "def test_waits():\n    __import__('time').sleep(60)\n", "z/cli.bats": BATS})
        run = self.place.test(root, "--timeout", "6s")
        self.assertEqual(run.error["code"], "TEST_TIMEOUT", run)
        self.assertEqual(parts(run), {"api bats": "pass", "mid pytest": "fail", "z bats": "error"}, run)
        self.assertIn("In mid: ", run.error["message"])
        self.assertIn("Not run: z.", run.error["message"])
        self.assertEqual(statuses(run), {"says": "pass", "test_waits": "fail"}, run)

    def test_after_a_failure_fail_fast_names_the_rest(self):
        root = self.project({**TWO, "test_a.py": "def test_a():\n    assert False\n"})
        run = self.place.test(root, "--fail-fast")
        self.assertEqual((run.code, parts(run)), (1, {". pytest": "fail", ". bats": "error"}), run)
        self.assertIn("Not run: bats.", run.error["message"])

    def test_options_of_one_part_and_names_of_none_are_refused(self):
        root = self.project(TWO)
        for words in (["--debug"], ["--changed"], ["--project", "nosuch"]):
            run = self.place.test(root, *words)
            self.assertEqual(run.error["code"], "INVALID_REQUEST", (words, run))
            self.assertTrue(run.error["message"].startswith(words[0] + ": "), run)

    def test_tests_that_no_framework_knows_are_no_pass(self):
        root = self.project({**NODE, "api/Makefile": "test:\n\ttrue\n"})
        run = self.place.test(root)
        self.assertEqual((run.error["code"], parts(run)), ("TEST_INCOMPLETE", {"web node": "pass"}), run)
        self.assertIn("There is a Makefile with tests in api", run.error["message"])
        (root / "proctor.toml").write_text('[test]\nprojects = ["web"]\n')
        self.assertTrue(self.place.test(root).envelope["ok"])

    def test_the_gate_opens_when_all_parts_have_passed(self):
        root = self.project(TWO)
        for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
            subprocess.run(["git", "-C", root, *words], check=True)
        (root / "test_a.py").write_text("def test_a():\n    assert True\n")
        self.assertEqual(self.place.run("gate", root).code, 2)
        self.assertTrue(self.place.test(root, "--framework", "bats").envelope["ok"])
        self.assertEqual(self.place.run("gate", root).code, 2)
        self.assertTrue(self.place.test(root).envelope["ok"])
        self.assertEqual(self.place.run("gate", root).code, 0)


if __name__ == "__main__":
    unittest.main()
