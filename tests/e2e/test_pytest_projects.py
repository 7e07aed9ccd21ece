"""Projects of pytest: what is told of failures around the tests, and of the project's settings."""
import unittest

from harness import Place
from of_a_framework import failures, statuses


class PytestProject(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)

    def run_of(self, files, *options, name="", **more):
        root = self.place.top / (self.id().rpartition(".")[2] + name)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return self.place.test(root, *options, **more)

    def test_a_bad_setting_is_not_blamed_on_the_code(self):
        run = self.run_of({"pytest.ini": "[pytest]\naddopts = --nosuchoption\n", "test_a.py": "def test_a(): pass\n"})
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_CONFIG_INVALID"), run)
        self.assertTrue(run.error["message"].startswith("unrecognized arguments: --nosuchoption"), run)


    def test_a_plugin_that_is_not_there_is_a_bad_setting_as_well(self):
        run = self.run_of({"pytest.ini": "[pytest]\naddopts = -p nosuchplugin\n", "test_a.py": "def test_a(): pass\n"})
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_CONFIG_INVALID"), run)
        self.assertIn('Error importing plugin "nosuchplugin"', run.error["message"], run)

    def test_without_a_terminal_no_debugger_is_started(self):
        run = self.run_of({"pytest.ini": "[pytest]\naddopts = --pdb --trace\n",
                           "test_a.py": "def test_a():\n    assert 3 == 4\ndef test_b(): pass\n"})
        self.assertEqual([(case["name"], case["status"]) for suite in run.data["suites"] for case in suite["cases"]],
                         [("test_a", "fail"), ("test_b", "pass")], run)
        self.assertTrue(failures(run)[0]["reason"].startswith("assert 3 == 4"), run)
        self.assertIn("--pdb isn't used: there is no terminal. `proctor test --debug` has one.", run.data["warnings"], run)

    def test_what_happened_around_a_test_says_where(self):
        run = self.run_of({"test_a.py": (
            "import pytest, unittest\n"
            "class OfAClass(unittest.TestCase):\n"
            "    @classmethod\n    def setUpClass(cls): open('/nowhere')\n    def test_a(self): pass\n"
            "@pytest.fixture\ndef database():\n    yield 1\n    raise OSError('gone')\n"
            "def test_b(database): pass\n")})
        reasons = {case["name"]: case["reason"] for case in failures(run)}
        self.assertIn("This happened in setUpClass of OfAClass, before the test.", reasons["test_a"], run)
        self.assertIn("This happened in the fixture database, after the test.", reasons["test_b"], run)

    def test_a_second_failure_of_a_test_is_told_behind_the_first(self):
        run = self.run_of({"test_a.py": "import pytest\n@pytest.fixture\ndef f():\n    yield 1\n    raise OSError('gone')\n"
                                        "def test_a(f): assert f == 2\n"})
        self.assertRegex(failures(run)[0]["reason"], r"(?s)assert 1 == 2.*After the test, something else failed:\nOSError: gone")

    def test_what_fails_when_the_first_failure_stops_the_run_is_no_test_s(self):
        run = self.run_of({"test_b.py": (
            "import pytest\n@pytest.fixture(scope='module')\ndef m():\n    yield 1\n    raise ValueError('down')\n"
            "def test_1(m): pass\ndef test_2(m): assert 0\ndef test_3(m): pass\n")}, "--fail-fast")
        self.assertEqual((run.code, run.error["code"]), (1, "TEST_ASSERTION_FAILED"), run)
        self.assertEqual(statuses(run), {"test_1": "pass", "test_2": "fail"}, run)
        self.assertEqual(failures(run)[0]["reason"].partition("\n")[0], "assert 0", run)
        self.assertIn("ValueError: down", run.data["diagnostics"][0]["message"], run)

    def test_a_fixture_that_several_tests_use_may_not_fail_because_one_of_them_may(self):
        fixture = "@pytest.fixture(scope='{}')\ndef around():\n    yield\n    pytest.fail('at the end')\n"
        known = "@pytest.mark.xfail\ndef test_known({}): assert 0\n"
        files = {f"test_{scope}.py": "import pytest\n" + fixture.format(scope) + known.format("around")
                 for scope in ("function", "module", "session")}
        files["test_class.py"] = ("import pytest\nclass TestT:\n    @classmethod\n    def teardown_class(cls): open('/nowhere')\n"
                                  "    @pytest.mark.xfail\n    def test_known(self): assert 0\n")
        run = self.run_of(files)
        found = {suite["file"]: case["status"] for suite in run.data["suites"] for case in suite["cases"]}
        self.assertEqual(found, {"test_function.py": "skip", "test_class.py": "error", "test_module.py": "error",
                                 "test_session.py": "error"}, run)
        self.assertIn("This happened in teardown_class of TestT", failures(run)[0]["reason"], run)

    def test_a_fixture_that_ends_with_pytest_fail_is_no_fault_of_the_run(self):
        tests = ("import pytest\n@pytest.fixture(scope='module')\ndef m():\n    yield 1\n    pytest.fail('the last check')\n"
                 "def test_1(m): pass\ndef test_2(m): assert 0\ndef test_3(m): pass\n")
        run = self.run_of({"test_a.py": tests}, "--fail-fast")
        self.assertEqual(statuses(run), {"test_1": "pass", "test_2": "fail"}, run)
        self.assertIn("the last check", run.data["diagnostics"][0]["message"], run)
        run = self.place.test(run.data["run"]["workdir"], "--only", "test_a.py::test_1")
        self.assertFalse(run.envelope["ok"], run)
        self.assertIn("the last check", failures(run)[0]["reason"], run)

    def test_pytest_s_own_words_are_kept(self):
        run = self.run_of({"pytest.ini": "[pytest]\naddopts = --doctest-modules\n",
                           "add.py": "def add(a, b):\n    '''\n    >>> add(1, 2)\n    4\n    '''\n    return a + b\n",
                           "test_a.py": "def test_a(nosuchfix): pass\n"})
        reasons = {case["name"]: case["reason"] for case in failures(run)}
        self.assertRegex(reasons["add.add"], r"(?s)Expected:\n    4\nGot:\n    3")
        self.assertRegex(reasons["test_a"], r"fixture 'nosuchfix' not found\n available fixtures: .*capsys")

    def test_both_streams_of_a_failing_test_are_told(self):
        run = self.run_of({"test_a.py": "import os, sys\ndef test_a():\n    print('out')\n    print('err', file=sys.stderr)\n"
                                        "    os.write(2, b'descriptor\\n')\n    assert 0\n"})
        self.assertEqual(failures(run)[0]["logs"], ["out", "err", "descriptor"], run)

    def test_a_file_that_skips_itself_counts_as_skipped(self):
        run = self.run_of({"test_a.py": "import pytest\npytest.importorskip('nosuchmodule')\ndef test_a(): assert 0\n",
                           "test_b.py": "def test_b(): pass\n"})
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual((run.data["passed"], run.data["skipped"]), (1, 1), run)

    def test_a_file_that_pytest_loads_once_more_for_its_doctests_counts_once(self):
        files = {"pytest.ini": "[pytest]\naddopts = --doctest-modules\n", "test_b.py": "def test_b(): pass\n"}
        skips = "import pytest\npytest.importorskip('nosuchmodule')\ndef test_a(): assert 0\n"
        run = self.run_of({**files, "test_a.py": skips})
        self.assertEqual((run.envelope["ok"], statuses(run)), (True, {"test_a.py": "skip", "test_b": "pass"}), run)
        run = self.run_of({**files, "test_a.py": "import nosuchmodule\n"}, name="broken")
        self.assertEqual((run.error["code"], statuses(run)), ("TEST_COMPILE_FAILED", {"[not loaded]": "error", "test_b": "pass"}), run)
        run = self.run_of({"pytest.ini": files["pytest.ini"], "shop/__init__.py": "import nosuchmodule\n", "shop/prices.py": "",
                           "test_a.py": "import shop.prices\n"}, name="package")
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertIn("No module named 'nosuchmodule'", run.error["message"] + str(failures(run)), run)

    def test_the_values_of_a_row_may_hold_what_names_are_joined_by(self):
        run = self.run_of({"test_a.py": "import pytest\nclass TestA:\n    @pytest.mark.parametrize('x', ['a::b', 'c'])\n"
                                        "    def test_row(self, x): assert x == 'c'\n"})
        self.assertEqual({suite["name"] for suite in run.data["suites"]}, {"TestA"}, run)
        self.assertEqual(statuses(run), {"test_row[a::b]": "fail", "test_row[c]": "pass"}, run)
        again = self.place.test(self.place.top / self.id().rpartition(".")[2], "--rerun-failed")
        self.assertEqual(statuses(again), {"test_row[a::b]": "fail"}, again)

    def test_a_test_that_ends_the_run_says_why(self):
        run = self.run_of({"test_a.py": "import pytest\ndef test_one(): pass\n"
                                        "def test_two(): pytest.exit('no licence', returncode=0)\ndef test_three(): pass\n"})
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"test_one": "pass", "test_two": "fail", "test_three": "pass"}, run)
        self.assertIn("no licence", failures(run)[0]["reason"], run)

    def test_sub_tests_of_the_fixture_are_parts_of_one_test(self):
        run = self.run_of({"test_a.py": "def test_parts(subtests):\n    for i in (1, 2, 3):\n"
                                        "        with subtests.test('part', i=i): assert i != 2\n"
                                        "def test_good(subtests):\n    for i in range(20):\n"
                                        "        with subtests.test(i=i): pass\n"})
        self.assertEqual(statuses(run), {"test_parts": "fail", "test_good": "pass"}, run)
        self.assertEqual((run.data["passed"], run.data["failed"]), (1, 1), run)
        self.assertIn("[part] (i=2): ", failures(run)[0]["reason"], run)

    def test_the_environment_of_the_user_holds(self):
        there = self.place.top / "elsewhere"
        there.mkdir()
        (there / "shared_word.py").write_text("word = 'there'\n")
        run = self.run_of({"test_a.py": "import shared_word\ndef test_a(): assert shared_word.word == 'there'\n"
                                        "def test_slow(): assert 0\n"},
                          env={"PYTHONPATH": str(there), "PYTEST_ADDOPTS": "-k 'not slow'"})
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"test_a": "pass"}, run)


if __name__ == "__main__":
    unittest.main()
