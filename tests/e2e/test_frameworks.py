"""Projects of pytest, go, jest and bats, tested where they are; which framework is taken."""
import json
import os
import pty
import shutil
import subprocess
import threading
import unittest

import test_exercism
from harness import REPOSITORY, Place, check_answer
from of_a_framework import PROJECTS, PREPARED, project, statuses, failures, OfAFramework, main


class Pytest(OfAFramework, unittest.TestCase):
    framework = "pytest"
    tests = {"test_is_empty_at_first": "pass", "test_adds_up": "fail", "test_of_one_thing[1]": "pass",
             "test_of_one_thing[2]": "pass", "test_refuses_negative_prices": "pass", "test_discount": "skip"}
    failing = ("test_adds_up", "tests/test_basket.py", 16)
    words = ("assert 5 == 6",)
    logged = "in the basket: ['apple', 'pear']"
    one, path = "refuses", "tests/test_basket.py"
    unloadable, spoils_all = "SyntaxError", False

    def test_a_class_and_a_function_with_all_its_variations_can_be_named(self):
        run = self.place.test(self.basic, "--only", "tests/test_basket.py::TestTotal")
        self.assertEqual(set(statuses(run)), {"test_adds_up", "test_of_one_thing[1]", "test_of_one_thing[2]"}, run)
        run = self.place.test(self.basic, "--only", "tests/test_basket.py::TestTotal::test_of_one_thing")
        self.assertEqual(set(statuses(run)), {"test_of_one_thing[1]", "test_of_one_thing[2]"}, run)

    def test_what_is_gone_is_told(self):
        run = self.place.test(self.basic, "--only", "tests/test_basket.py::test_gone")
        self.assertEqual(run.error["code"], "TEST_NONE_RAN", run)
        self.assertIn("none of those that were asked for", run.error["message"], run)

    def test_a_test_that_hangs_is_named_and_the_others_keep_their_results(self):
        root = project(self.place, "pytest", name="pytest-hangs")
        (root / "tests/test_basket.py").write_text("import time\ndef test_a(): pass\n"
                                                   "def test_hangs(): time.sleep(1000)\ndef test_z(): pass\n")
        run = self.place.test(root, "--timeout", "3s")
        self.assertEqual((run.code, run.error["code"]), (4, "TEST_TIMEOUT"), run)
        self.assertEqual(statuses(run), {"test_a": "pass", "test_hangs": "fail"}, run)
        self.assertRegex(failures(run)[0]["reason"], r"didn't finish within (3\.0|2\.\d) s", run)
        self.assertEqual([test["name"] for test in run.data["not_run"]], ["test_z"], run)
        self.assertIn("nanosleep", json.dumps(run.data["diagnostics"]), run)
        # Where it hung is said, but not as if the test had printed it.
        self.assertIn("line 3 in test_hangs", json.dumps(run.data["diagnostics"]), run)
        self.assertNotIn("Fatal Python error", failures(run)[0]["reason"], run)

    def test_tests_that_fork_speak_only_once(self):
        root = project(self.place, "pytest", name="pytest-forks")
        (root / "tests/test_basket.py").write_text(
            "import multiprocessing, os, subprocess\n"
            "def square(n): return n * n\n"
            "def test_fork():\n    pid = os.fork()\n    if pid == 0: os._exit(3)\n"
            "    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 3\n"
            "def test_child_goes_on():\n    pid = os.fork()\n    if pid == 0: return\n    os.waitpid(pid, 0)\n"
            "def test_pool():\n    with multiprocessing.Pool(2) as pool: assert pool.map(square, [2, 3]) == [4, 9]\n"
            "def test_leaves_a_process():\n    subprocess.Popen(['sleep', '300'], start_new_session=True)\n")
        run = self.place.test(root)
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), dict.fromkeys(
            ("test_fork", "test_child_goes_on", "test_pool", "test_leaves_a_process"), "pass"), run)
        self.assertEqual([left["command"] for left in run.data["run"]["left_behind"]], ["sleep 300"], run)

    def test_uploaded_sources_are_tested_in_a_sandbox(self):
        run = self.place.upload({"test_a.py": "from a import f\ndef test_f():\n    assert f() == 2\n",
                                 "a.py": "def f():\n    return 2\n"})
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual((run.data["framework"]["name"], run.data["run"]["isolation"]["level"]), ("pytest", "sandbox"), run)

    def test_a_terminal_shows_how_many_are_done_and_then_the_failure(self):
        main_end, other_end = pty.openpty()
        root = project(self.place, "pytest", name="pytest-slow")
        (root / "tests/test_basket.py").write_text(
            "import time\ndef test_a(): time.sleep(0.7)\ndef test_b():\n    time.sleep(0.7)\n    assert 1 == 2\n")
        process = self.place.start("test", root, stderr=other_end, env={"TERM": "xterm"})
        os.close(other_end)
        seen = []

        def read():
            try:
                while piece := os.read(main_end, 4096):
                    seen.append(piece)
            except OSError:
                pass  # how a terminal ends

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        run = Place.finish(process)
        reader.join(10)
        os.close(main_end)
        progress = b"".join(seen).decode()
        self.assertIn("testing 1/2 tests · tests/test_basket.py::test_b", progress)
        self.assertIn("✗ tests/test_basket.py › test_b  tests/test_basket.py:5\n    assert 1 == 2\n", run.out, run)
        self.assertEqual(run.code, 1, run)


class Go(OfAFramework, unittest.TestCase):
    framework = "go"
    tests = {"square": "pass", "flat": "fail", "TestLater": "skip", "shape.TestName": "pass"}
    failing = ("flat", "area_test.go", 13)
    words = ("Area(3, 0) = 0, want 1",)
    logged = "3 by 0"
    one, path = "TestName", "area_test.go"
    crash = "exit code 7"
    unloadable, spoils_all = "undefined: undefinedFunction", False


class Jest(OfAFramework, unittest.TestCase):
    framework = "jest"
    tests = {"two words": "pass", "is nothing": "pass", "knows tabs": "fail", "other languages": "skip",
             "std::string is one word": "fail"}
    failing = ("knows tabs", "tests/words.test.js", 15)
    words = ("Expected: 2", "Received: 1")
    logged = "a tab between two words"
    one, path = "two words", "tests/*.test.js"
    crash = "ended the whole program"
    unloadable, spoils_all = "Cannot find module '../src/missing'", False

    @classmethod
    def setUpClass(cls):
        test_exercism.prepare("javascript", PREPARED)
        super().setUpClass()
        cls.place.more_env["PROCTOR_PREPARED"] = PREPARED
        # jest's own cache, which is to be there for the next run.
        cls.addClassCleanup(lambda: [shutil.rmtree(path) for path in cls.place.tmp.glob("jest_*")])

    def test_a_group_can_be_named(self):
        run = self.place.test(self.basic, "--only", "tests/words.test.js::count > of white space")
        self.assertEqual(set(statuses(run)), {"is nothing", "knows tabs"}, run)

    def test_code_finds_that_it_is_tested(self):
        root = project(self.place, "jest", name="jest-environment")
        (root / "tests/environment.test.js").write_text(
            "test('environment', () => expect(process.env.NODE_ENV).toBe('test'));\n")
        run = self.place.test(root, "--only", "tests/environment.test.js::environment")
        self.assertEqual(statuses(run), {"environment": "pass"}, run)

    def test_without_jest_nothing_is_blamed_on_the_project(self):
        root = project(self.place, "jest", name="jest-missing")
        (root / "node_modules").unlink()
        run = self.place.test(root, env={"PROCTOR_PREPARED": None})
        self.assertEqual(run.error["code"], "TOOL_NOT_FOUND", run)
        self.assertIn("npm install jest", run.error["message"], run)


class Bats(OfAFramework, unittest.TestCase):
    framework = "bats"
    tests = {"greets by name": "pass", "without a name: usage": "fail", "greets the world": "skip"}
    failing = ("without a name: usage", "test/greet.bats", 14)
    words = ('`[ "$status" -eq 1 ]\' failed',)
    logged = "it said: usage: greet.sh NAME"
    one, path = "by name", "test/*.bats"
    crash = "test/greet.bats, line 5"
    unloadable, spoils_all = "Could not find", False

    def test_a_file_that_cannot_be_loaded_is_not_blamed_on_its_first_line(self):
        root = project(self.place, "bats", name="bats-not-loaded")
        (root / "test/greet.bats").write_text("#!/usr/bin/env bats\nload nowhere\n\n@test \"one\" {\n  true\n}\n")
        said = json.dumps(self.place.test(root).envelope)
        self.assertIn("Could not find", said)
        self.assertNotIn("#!/usr/bin/env", said)

    def test_noclobber_is_left_to_the_tests(self):
        root = project(self.place, "bats", name="bats-noclobber")
        (root / "test/greet.bats").write_text("set -o noclobber\n@test \"one\" {\n  true\n}\n@test \"two\" {\n  false\n}\n")
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"one": "pass", "two": "fail"}, run)

    def test_setup_suite_runs_before_all_files_and_teardown_suite_after_them(self):
        root = project(self.place, "bats", name="bats-suite")
        (root / "test/setup_suite.bash").write_text("setup_suite() { export SUITE=here; }\n")
        (root / "test/greet.bats").write_text("@test \"one\" { [ \"$SUITE\" = here ]; }\n")
        (root / "test/more").mkdir()
        (root / "test/more/b.bats").write_text("setup_file() { export MORE=1; }\n@test \"two\" { [ \"$SUITE$MORE\" = here1 ]; }\n")
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"one": "pass", "two": "pass"}, run)
        (root / "test/setup_suite.bash").write_text("setup_suite() { :; }\nteardown_suite() {\n  false\n}\n")
        (root / "test/greet.bats").write_text("@test \"one\" { true; }\n")
        run = self.place.test(root, "--match-path", "test/greet.bats")
        self.assertEqual(statuses(run), {"one": "pass", "[teardown_suite]": "error"}, run)
        self.assertFalse(run.envelope["ok"], run)
        (root / "test/setup_suite.bash").write_text("setup_suite() {\n  false\n}\n")
        run = self.place.test(root)
        self.assertIn("in test file test/setup_suite.bash, line 2", run.error["message"], run)

    def test_bats_is_found_behind_a_directory_that_is_a_link(self):
        (self.place.top / "link").symlink_to("/usr/bin")
        run = self.place.test(self.basic, env={"PATH": f"{self.place.top}/link:/usr/bin"})
        self.assertEqual(statuses(run), self.tests, run)


class OtherBats(Bats):
    """The same with the bats of npm: from 1.11 on it loads all files before it runs one."""
    bats = "bats-1.13"

    @classmethod
    def setUpClass(cls):
        program = REPOSITORY / "node_modules" / cls.bats / "bin"
        if not (program / "bats").exists():
            raise AssertionError(f"{program}/bats isn't there: scripts/box.sh --tests installs it")
        super().setUpClass()
        run = cls.place.test
        path = {"PATH": f"{program}:/usr/local/bin:/usr/bin:/bin"}
        cls.place.test = lambda *words, env=None, **more: run(*words, env={**path, **(env or {})}, **more)

    def test_it_is_the_one_that_runs(self):
        root = project(self.place, "bats", name="bats-version")
        version = self.bats.removeprefix("bats-")
        (root / "test/greet.bats").write_text(f"@test \"one\" {{ [[ $BATS_VERSION == {version}.* ]]; }}\n")
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"one": "pass"}, run)

    def test_a_test_that_the_file_registers_itself_is_run(self):
        if self.bats == "bats-1.10":
            self.skipTest("bats runs such tests from 1.11 on")
        root = project(self.place, "bats", name="bats-registers")
        (root / "test/greet.bats").write_text(
            "@test \"one\" { true; }\nsecond() { false; }\nbats_test_function --description two -- second\n")
        self.assertEqual(statuses(self.place.test(root)), {"one": "pass", "two": "fail"})


class Bats110(OtherBats):
    bats = "bats-1.10"


class Bats111(OtherBats):
    bats = "bats-1.11"


class Choice(unittest.TestCase):
    """Which framework, and what is said where it can't be used."""

    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.close)

    def test_of_a_directory_of_two_frameworks_one_can_be_named(self):
        root = project(self.place, "bats", name="mixed")
        (root / "test/test_a.py").write_text("def test_a(): pass\n")
        (root / "pytest.ini").write_text("[pytest]\n")
        run = self.place.test(root)
        self.assertEqual([part["framework"] for part in run.data["parts"]], ["pytest", "bats"], run)
        run = self.place.test(root, "--framework", "bats", "--filter", "by name")
        self.assertEqual((run.data["framework"]["name"], run.data.get("warnings", [])), ("bats", []), run)

    def test_a_missing_tool_is_named_with_how_to_get_it(self):
        empty = self.place.top / "bin"
        empty.mkdir()
        for framework, hint in (("pytest", "python3-pytest"), ("go", "golang"), ("jest", "nodejs"), ("bats", "bats"),
                                ("catch2", "g++"), ("unity", "gcc")):
            root = self.place.top / framework
            shutil.copytree(PROJECTS / "basic" / framework, root)
            run = self.place.run("test", root, "--framework", framework, "--json", env={"PATH": empty})
            check_answer(run)
            self.assertEqual(run.error["code"], "TOOL_NOT_FOUND", run)
            self.assertIn(hint, run.error["message"], run)

    def test_the_tool_Test_without_a_command_says_what_would_run(self):
        root = project(self.place, "go")
        run = self.place.run("call", "Test", "--root", root, "--yes", "--json")
        self.assertEqual(run.error["details"]["framework"], "go", run)
        self.assertEqual(run.error["details"]["would_run"], f"proctor test {root}", run)

    def test_the_tool_run_tests_tests_any_of_them(self):
        root = project(self.place, "bats")
        run = self.place.run("call", "run_tests", "--root", root, "--yes", "--json", "--args",
                             json.dumps({"project_root": str(root), "filter": "name"}))
        self.assertEqual(statuses(run), {"greets by name": "pass", "without a name: usage": "fail"}, run)


if __name__ == "__main__":
    main()
