"""A run that passes has run all of a project: tests of several frameworks, what can't be loaded, what failed before."""
import unittest

import harness
from of_a_framework import failures, statuses

PYTHON = {"pytest.ini": "[pytest]\n", "test_a.py": "def test_a():\n    pass\n"}
BATS = '@test "says" {\n  true\n}\n'
GO = {"go.mod": "module example.test/m\n\ngo 1.19\n",
      "a/a_test.go": 'package a\n\nimport "testing"\n\nfunc TestGood(t *testing.T) {}\nfunc TestBad(t *testing.T) { t.Error("bad") }\n',
      "b/b_test.go": 'package b\n\nimport "testing"\n\nfunc TestB(t *testing.T) { nosuch() }\n'}


class WholeProject(harness.TestCase):
    def project(self, files, name="project"):
        return self.place.project(files, name, toml=None)

    # Several frameworks

    def test_use_names_the_one_framework_that_is_enough(self):
        root = self.project({**PYTHON, "tests/cli.bats": '@test "says" {\n  false\n}\n', "proctor.toml": '[frameworks]\nuse = "pytest"\n'})
        run = self.place.test(root)
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"test_a": "pass"}, run)

    def test_what_only_looks_like_tests_of_another_framework_changes_nothing(self):
        root = self.project({**PYTHON, ".gitignore": "made/\n", "package.json": '{"devDependencies": {"jest": "*"}}',
                                   "vendor/x/go.mod": "module x\n", "vendor/x/x_test.go": GO["a/a_test.go"],
                                   "made/go.mod": "module x\n", "made/x_test.go": GO["a/a_test.go"]})
        run = self.place.test(root)
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(run.data["warnings"], [], run)

    # What can't be loaded counts, and stays until it is mended

    def test_a_file_of_pytest_that_cannot_be_loaded_is_an_error_until_it_can(self):
        root = self.project({**PYTHON, "test_b.py": "import nosuch\ndef test_b():\n    pass\n"})
        run = self.place.test(root)
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertEqual((run.data["errors"], statuses(run)["[not loaded]"]), (1, "error"), run)
        for words in (["--rerun-failed"], ["--only", "test_a.py::test_a"]):
            again = self.place.test(root, *words)
            self.assertEqual((again.envelope["ok"], again.data["errors"]), (False, 1), again)
        (root / "test_b.py").write_text("def test_b():\n    pass\n")
        again = self.place.test(root, "--rerun-failed")
        self.assertTrue(again.envelope["ok"], again)
        self.assertEqual((statuses(again), again.data["warnings"]), ({"test_b": "pass"}, []), again)

    def test_a_package_of_go_that_does_not_compile_is_an_error_until_it_does(self):
        root = self.project(GO)
        run = self.place.test(root)
        self.assertEqual((run.data["passed"], run.data["failed"], run.data["errors"]), (1, 1, 1), run)
        self.assertIn("1 with errors", run.error["message"])
        (root / "a/a_test.go").write_text(GO["a/a_test.go"].replace('t.Error("bad")', ""))
        for words in (["--rerun-failed"], ["--only", "a/a_test.go::a.TestBad"]):
            again = self.place.test(root, *words)
            self.assertEqual((again.envelope["ok"], again.data["errors"]), (False, 1), again)
        (root / "b/b_test.go").write_text(GO["b/b_test.go"].replace("nosuch()", ""))
        again = self.place.test(root, "--rerun-failed")
        self.assertTrue(again.envelope["ok"], again)
        self.assertEqual((statuses(again), again.data["warnings"]), ({"b.TestB": "pass"}, []), again)

    def test_a_file_of_bats_that_cannot_be_loaded_is_an_error_until_it_can(self):
        root = self.project({"test/a.bats": BATS, "test/b.bats": 'nosuch\n@test "b" {\n  true\n}\n'})
        run = self.place.test(root)
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual((run.data["passed"], run.data["errors"], statuses(run)["[not loaded]"]), (1, 1, "error"), run)
        for words in (["--rerun-failed"], ["--only", "test/a.bats::says"]):
            self.assertEqual(self.place.test(root, *words).data["errors"], 1, words)
        (root / "test/b.bats").write_text(BATS)
        self.assertTrue(self.place.test(root, "--rerun-failed").envelope["ok"])

    # What a time limit left undone

    def test_a_package_that_was_never_started_is_named(self):
        hangs = GO["a/a_test.go"].replace('"testing"', '"testing"\nimport "time"').replace('t.Error("bad")', "time.Sleep(time.Minute)")
        root = self.project({"go.mod": GO["go.mod"], "a/a_test.go": hangs, "b/b_test.go": GO["b/b_test.go"].replace("nosuch()", "")})
        run = self.place.test(root, "--timeout", "8s", env={"GOFLAGS": "-p=1"})
        self.assertEqual(run.error["code"], "TEST_TIMEOUT", run)
        self.assertIn("b", [one["file"] for one in run.data["not_run"]], run)

    # The end of what a test prints

    MANY = 60_000

    def shows_both_ends(self, run):
        failed = failures(run)[0]
        logs = failed.get("logs") or failed["reason"].splitlines()[2:]  # bats shows it behind the place and the command
        self.assertEqual((logs[0], logs[-1]), ("line 1 xx", f"line {self.MANY} xx"), run.code)
        left_out = [line for line in logs if "left out" in line]
        self.assertEqual(len(left_out), 1, logs[:3])
        self.assertEqual(len(logs) - 1 + int(left_out[0].split(" lines")[0].rpartition(" ")[2]), self.MANY, left_out)

    def test_of_what_a_test_prints_the_beginning_and_the_end_stay(self):
        loop = "for i in range(60000):\n        print('line', i + 1, 'xx')\n    assert False\n"
        root = self.project({"pytest.ini": "", "test_a.py": f"def test_a():\n    {loop}"}, name="py")
        self.shows_both_ends(self.place.test(root))
        shown = self.place.run("test", root)
        self.assertIn(f"line {self.MANY} xx", shown.out)
        root = self.project({"go.mod": GO["go.mod"], "a_test.go": (
            'package m\n\nimport (\n\t"fmt"\n\t"testing"\n)\n\nfunc TestA(t *testing.T) {\n\tfor i := 1; i <= 60000; i++ {\n'
            '\t\tfmt.Println("line", i, "xx")\n\t}\n\tt.Fail()\n}\n')}, name="go")
        self.shows_both_ends(self.place.test(root))
        root = self.project({"a.bats": '@test "a" {\n  seq -f "line %.0f xx" 60000\n  false\n}\n'}, name="bats")
        self.shows_both_ends(self.place.test(root))


if __name__ == "__main__":
    unittest.main()
