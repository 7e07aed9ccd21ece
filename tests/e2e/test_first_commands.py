"""What a person types first: a file, a test, a line, a subdirectory, a mistyped command."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import harness

TESTS = """\
def test_a():
    assert 1 == 1


class TestB:
    def test_b(self):
        assert 1 == 2

    def test_c(self):
        pass
"""


class FirstCommands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="proctor-e2e-")
        cls.root = pathlib.Path(os.path.realpath(cls.folder.name)) / "project"
        for path, text in {"pytest.ini": "[pytest]\n", "tests/unit/test_stock.py": TESTS, "tests/test_other.py": TESTS,
                           "src/stock.py": "", "web/Makefile": "test:\n\ttrue\n", "README.md": ""}.items():
            (cls.root / path).parent.mkdir(parents=True, exist_ok=True)
            (cls.root / path).write_text(text)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def proctor(self, *words, where=".", color="never"):
        return subprocess.run([harness.PROCTOR, *words], cwd=self.root / where, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)

    def assert_ran(self, words, tests, where="."):
        ended = self.proctor("test", *words, "-v", "--color", "never", where=where)
        ran = {name for name in ("test_a", "test_b", "test_c") if name in ended.stdout}
        self.assertEqual((ran, ended.returncode), (set(tests), 1 if "test_b" in tests else 0), ended.stdout + ended.stderr)
        return ended.stdout

    def test_a_file_a_directory_a_test_and_a_line(self):
        file = "tests/unit/test_stock.py"
        out = self.assert_ran([file], ["test_a", "test_b", "test_c"])
        self.assertNotIn("test_other", out)
        self.assert_ran([f"{file}::test_a"], ["test_a"])
        self.assert_ran([f"{file}::TestB::test_c"], ["test_c"])
        self.assert_ran([f"{file}::TestB"], ["test_b", "test_c"])
        self.assert_ran([f"{file}:2"], ["test_a"])
        self.assert_ran([f"{file}:10", f"{file}::test_a"], ["test_a", "test_c"])
        out = self.assert_ran(["tests/unit"], ["test_a", "test_b", "test_c"])
        self.assertNotIn("test_other", out)
        out = self.assert_ran([file, "tests/test_other.py"], ["test_a", "test_b", "test_c"])
        self.assertIn("test_other", out)
        out = self.assert_ran([".", file], ["test_a", "test_b", "test_c"])
        self.assertIn("test_other", out, "the whole project was named, too")
        self.assert_ran([str(self.root / file) + "::test_a"], ["test_a"], where="src")

    def test_a_file_is_that_file_whatever_its_name_may_mean_as_a_pattern(self):
        for name, test in (("test_[o].py", "test_a"), ("test_o.py", "test_c")):
            (self.root / "names" / name).parent.mkdir(exist_ok=True)
            (self.root / "names" / name).write_text(f"def {test}():\n    pass\n")
        self.addCleanup(shutil.rmtree, self.root / "names")
        self.assert_ran(["names/test_[o].py"], ["test_a"])
        self.assert_ran(["names/test_[o].py::test_a"], ["test_a"])

    def test_a_subdirectory_finds_its_project(self):
        out = self.assert_ran([], ["test_a", "test_b", "test_c"], where="tests/unit")
        self.assertNotIn("test_other", out, "a directory with tests of its own is what is meant")
        out = self.assert_ran([], ["test_a", "test_b", "test_c"], where="src")
        self.assertIn("test_other", out)

    def test_the_rerun_line_works_from_where_it_was_printed(self):
        ended = self.proctor("test", "tests/unit/test_stock.py", "--color", "never")
        line = next(line for line in ended.stdout.splitlines() if "proctor test" in line)
        again = subprocess.run(["bash", "-c", line[line.index("proctor test"):]], cwd=self.root, text=True, timeout=120,
                               env={**os.environ, "PATH": f"{pathlib.Path(harness.PROCTOR).parent}:{os.environ['PATH']}"},
                               capture_output=True, check=False)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
        self.assertIn("1 failed", again.stdout)

    def test_what_is_not_there_is_said(self):
        for words, said in ({("tests/nowhere.py",): "tests/nowhere.py isn't there",
                             ("tests/unit/test_stock.py:4",): "no test stands at this line; its tests begin at 1 test_a",
                             ("tests/unit/test_stock.py::",): "names no test",
                             ("tests", "tests/test_other.py::test_a"): "can't be mixed",
                             (".", "tests/test_other.py::test_a"): "can't be mixed"}).items():
            ended = self.proctor("test", *words)
            self.assertEqual(ended.returncode, 2, ended.stdout)
            self.assertIn(said, ended.stdout)

    def test_a_mistyped_command_or_option_is_answered_with_what_was_meant(self):
        for words, said in ({("tset",): "did you mean test?", ("test", "--fliter", "x"): "did you mean --filter?",
                             ("tests/unit",): "proctor test tests/unit", ("frobnicate",): "proctor help"}).items():
            ended = self.proctor(*words)
            self.assertEqual(ended.returncode, 2, ended.stdout)
            self.assertIn(said, ended.stdout)

    def test_help_is_help(self):
        self.assertIn("For people and CI", self.proctor("help").stdout)
        self.assertIn("--rerun-failed", self.proctor("help", "test").stdout)
        alone = self.proctor()
        self.assertEqual(alone.returncode, 2, "to test nothing is no success")
        self.assertIn("proctor test", alone.stdout)

    def test_at_a_terminal_proctor_alone_tests_the_project(self):
        ended = subprocess.run(["script", "-qec", str(harness.PROCTOR), "/dev/null"], cwd=self.root, text=True, timeout=120,
                               stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertIn("2 failed", ended.stdout)

    def test_of_an_option_that_stands_twice_the_last_counts(self):
        ended = self.proctor("test", "--timeout", "1ms", "--timeout", "60s", "tests/unit/test_stock.py::test_a")
        self.assertEqual(ended.returncode, 0, ended.stdout)

    def test_a_project_of_another_kind_is_told_how_to_be_run(self):
        with tempfile.TemporaryDirectory(prefix="proctor-e2e-") as folder:
            place = pathlib.Path(folder) / "p"
            (place / "app/sub").mkdir(parents=True)
            (place / "Makefile").write_text("test:\n\t@echo ran\n")
            (place / "app/sub/pytest.ini").write_text("[pytest]\n")
            ended = subprocess.run([harness.PROCTOR, "test"], cwd=place, text=True, capture_output=True, check=False)
            self.assertEqual(ended.returncode, 3, ended.stdout)
            self.assertIn("There are tests of pytest in app/sub: proctor test", ended.stdout)
            self.assertIn("There is a Makefile with tests: proctor run -- make test would run it", ended.stdout)

            (place / "npm").mkdir()
            (place / "npm/package.json").write_text('{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}')
            for words in (["test", "npm"], ["call", "Test", "--yes", "--root", "npm", "--args", '{"command": "npm test"}']):
                ended = subprocess.run([harness.PROCTOR, *words], cwd=place, text=True, capture_output=True, check=False)
                self.assertEqual(ended.returncode, 3, ended.stdout)
                self.assertIn("no test specified", ended.stdout)
                self.assertIn("TEST_NONE_RAN", ended.stdout)

    def test_a_directory_with_tests_of_another_framework_is_what_is_meant(self):
        for path, text in {"perl/t/a.t": "print qq(1..1\\nok 1 - perl\\n);\n", "js/x.test.mjs":
                           "import test from 'node:test';\ntest('js', () => {});\n"}.items():
            (self.root / path).parent.mkdir(parents=True)
            (self.root / path).write_text(text)
            self.addCleanup(shutil.rmtree, self.root / path.split("/")[0])
        for words, where, said in ((["perl"], ".", "prove"), ([], "perl", "prove"), (["js"], ".", "node"), (["tests/unit"], ".", "pytest")):
            ended = self.proctor("test", *words, where=where)
            self.assertIn(f"  ·  {said}", ended.stdout, words)
            self.assertIn(" passed", ended.stdout, words)


if __name__ == "__main__":
    unittest.main(verbosity=2)
