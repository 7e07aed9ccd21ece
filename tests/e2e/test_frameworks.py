"""Projects of each framework but forge, tested where they are: tests/projects.

basic: tests that pass, that fail, that are skipped. crash and unloadable lie over it: one has a test that takes the
whole process down between two others, the other a file that can't be loaded or compiled.
"""
import json
import os
import pathlib
import pty
import re
import shlex
import shutil
import subprocess
import threading
import unittest

import harness
import test_exercism
from harness import REPOSITORY, Place, check_answer

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


class Catch2(OfAFramework, unittest.TestCase):
    framework = "catch2"
    tests = {"a new stack is empty": "pass", "Stack::pop gives the last": "fail", "pop of nothing throws": "pass"}
    failing = ("Stack::pop gives the last", "tests/stack_test.cpp", 13)
    words = ("CHECK( stack.pop() == 1 )", "2 == 1", 'in section "first"')
    logged = "two are in it"
    unloadable = "has no member named 'depth'"

    # Each run compiles: what the others show isn't shown once more.
    test_filters_choose = test_a_filter_that_is_none_is_refused = None
    test_a_path_chooses_and_the_first_failure_ends_the_run = None

    def test_of_several_programs_one_without_a_wanted_test_is_no_failure(self):
        root = project(self.place, "catch2", name="catch2-programs")
        (root / "tests/more_test.cpp").write_text(
            "#include <catch2/catch_test_macros.hpp>\n"
            'TEST_CASE("Stack::pushed") { REQUIRE(1 == 1); }\nTEST_CASE("Stack::wrong") { REQUIRE(1 == 2); }\n')
        with open(root / "CMakeLists.txt", "a", encoding="utf-8") as lists:
            lists.write("add_executable(more_tests tests/more_test.cpp)\n"
                        "target_link_libraries(more_tests PRIVATE Catch2::Catch2WithMain)\n")
        run = self.place.test(root, "--filter", "^Stack::pushed$")
        self.assertEqual((run.code, statuses(run)), (0, {"Stack::pushed": "pass"}), run)
        run = self.place.test(root, "--fail-fast")
        self.assertEqual(len(failures(run)), 1, run)
        run = self.place.test(root, "--only", "tests/more_test.cpp::more_tests::Stack::wrong")
        self.assertEqual(statuses(run), {"Stack::wrong": "fail"}, run)

    def test_a_program_that_ends_before_its_first_test_costs_the_others_nothing(self):
        root = self.place.top / "catch2-early"
        root.mkdir()
        (root / "early.cpp").write_text(
            "#include <catch2/catch_test_macros.hpp>\n#include <cstdlib>\n"
            'static int early = (std::exit(0), 1);\nTEST_CASE("never") { REQUIRE(early == 1); }\n')
        (root / "twins.cpp").write_text(
            '#include <catch2/catch_test_macros.hpp>\nTEST_CASE("twin") { REQUIRE(true); }\nTEST_CASE("twin") { REQUIRE(false); }\n')
        (root / "later.cpp").write_text(
            '#include <catch2/catch_test_macros.hpp>\nTEST_CASE("ns::one") { REQUIRE(true); }\n')
        (root / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(x CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
            "find_package(Catch2 3 REQUIRED)\n"
            "foreach(name early twins later)\n  add_executable(${name} ${name}.cpp)\n"
            "  target_link_libraries(${name} Catch2::Catch2WithMain)\nendforeach()\n")
        run = self.place.test(root)
        self.assertNotEqual(run.code, 0, run)
        self.assertEqual(statuses(run), {"ns::one": "pass"}, run)
        self.assertIn("early ended with exit code 0 before its first test", str(run.data), run)
        self.assertIn("twins ended with exit code 1 before its first test", str(run.data), run)
        self.assertIn("already defined", pathlib.Path(run.data["run"]["log"]).read_text(), run)

    def test_programs_run_as_ctest_runs_them_and_what_it_runs_beside_them_is_told(self):
        root = self.place.top / "catch2-ctest"
        (root / "data").mkdir(parents=True)
        (root / "data/a.txt").write_text("here")
        (root / "found.cpp").write_text(
            "#include <catch2/catch_test_macros.hpp>\n#include <cstdlib>\n#include <fstream>\n"
            'TEST_CASE("file") { REQUIRE(std::ifstream("a.txt").good()); }\n')
        (root / "named.cpp").write_text((root / "found.cpp").read_text() +
                                        'TEST_CASE("variable") { REQUIRE(std::getenv("MODE") == std::string("a b")); }\n'
                                        'TEST_CASE("takes long", "[slow]") { REQUIRE(true); }\n'
                                        'TEST_CASE("wrong", "[.]") { REQUIRE(false); }\n')
        (root / "plain.cpp").write_text("int main() { return 1; }\n")
        (root / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(x CXX)\nset(CMAKE_CXX_STANDARD 17)\n"
            "find_package(Catch2 3 REQUIRED)\nenable_testing()\ninclude(Catch)\n"
            "foreach(name found named)\n  add_executable(${name} ${name}.cpp)\n"
            "  target_link_libraries(${name} Catch2::Catch2WithMain)\nendforeach()\n"
            "catch_discover_tests(found WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/data)\n"
            'add_test(NAME named COMMAND named "~[slow]" WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/data)\n'
            'set_tests_properties(named PROPERTIES ENVIRONMENT "OTHER=1;MODE=a b")\n'
            'add_test(NAME slowly COMMAND named "[slow]" --order rand)\n'
            'add_test(NAME fails COMMAND named wrong)\nset_tests_properties(fails PROPERTIES WILL_FAIL TRUE)\n'
            "add_executable(parts named.cpp)\ntarget_link_libraries(parts Catch2::Catch2WithMain)\n"
            'catch_discover_tests(parts TEST_SPEC "takes*" PROPERTIES TIMEOUT 30)\n'
            "add_executable(plain plain.cpp)\nadd_test(NAME plain COMMAND plain)\n"
            "add_test(NAME off COMMAND plain)\nset_tests_properties(off PROPERTIES DISABLED TRUE)\n")
        run = self.place.test(root)
        self.assertEqual((run.code, sorted(f"{suite.get('name', '')}::{case['name']}" for suite in run.data["suites"] for case in suite["cases"])),
                         (0, ["::fails", "found::file", "named::file", "named::variable", "parts::takes long", "slowly::takes long"]), run)
        self.assertIn("weren't run: plain (1 in all). ", "\n".join(run.data["warnings"]))
        run = self.place.test(root, "--filter", "variable")
        self.assertEqual((run.code, statuses(run)), (0, {"variable": "pass"}), run)
        self.assertNotIn("plain", "\n".join(run.data["warnings"]), run)

    def test_where_CTest_has_rules_of_its_own_for_a_result_it_is_the_one_that_says(self):
        root = self.place.top / "catch2-rules"
        root.mkdir()
        (root / "a.cpp").write_text("#include <catch2/catch_test_macros.hpp>\n#include <iostream>\n#include <unistd.h>\n"
                                    'TEST_CASE("says", "[says]") { std::cout << "ERROR: none\\n"; REQUIRE(1 == 1); }\n'
                                    'TEST_CASE("wrong", "[wrong]") { REQUIRE(1 == 2); }\n'
                                    'TEST_CASE("waits", "[waits]") { sleep(2); REQUIRE(1 == 1); }\n')
        rules = {"output": ("[says]", "FAIL_REGULAR_EXPRESSION ERROR"), "silent": ("[says]", "PASS_REGULAR_EXPRESSION nothing"),
                 "passes": ("[wrong]", 'PASS_REGULAR_EXPRESSION "failed"'), "later": ("[says]", 'SKIP_REGULAR_EXPRESSION "ERROR"'),
                 "on broken": ("[says]", "FIXTURES_REQUIRED broken"), "slow": ("[waits]", "TIMEOUT 1")}
        (root / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.19)\nproject(x CXX)\nset(CMAKE_CXX_STANDARD 17)\nfind_package(Catch2 3 REQUIRED)\n"
            "enable_testing()\nadd_executable(a a.cpp)\ntarget_link_libraries(a Catch2::Catch2WithMain)\n"
            "add_test(NAME setup COMMAND false)\nset_tests_properties(setup PROPERTIES FIXTURES_SETUP broken)\n" +
            "".join(f'add_test(NAME "{name}" COMMAND a {tests})\nset_tests_properties("{name}" PROPERTIES {rule})\n'
                    for name, (tests, rule) in rules.items()))
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"output": "fail", "silent": "fail", "passes": "pass", "later": "skip", "on broken": "fail",
                                         "waits": "fail"}, run)
        self.assertIn("Error regular expression found in output. Regex=[ERROR]", str(run.data), run)
        self.assertIn("slow was ended: CTest's TIMEOUT for it is 1 seconds.", run.data["warnings"], run)

    def test_a_project_in_C_may_have_its_tests_alone_in_another_language(self):
        root = self.place.top / "catch2-beside-c"
        (root / "test").mkdir(parents=True)
        (root / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.19)\nproject(x LANGUAGES C)\nadd_subdirectory(test)\n")
        (root / "test/CMakeLists.txt").write_text(
            "enable_language(CXX)\nset(CMAKE_CXX_STANDARD 17)\nfind_package(Catch2 3 REQUIRED)\n"
            "add_executable(suite suite.cpp)\ntarget_link_libraries(suite Catch2::Catch2WithMain)\n")
        (root / "test/suite.cpp").write_text('#include <catch2/catch_test_macros.hpp>\nTEST_CASE("one") { REQUIRE(1 == 1); }\n')
        run = self.place.test(root)
        self.assertEqual((run.code, statuses(run)), (0, {"one": "pass"}), run)

    def test_of_a_Catch_that_is_too_old_one_error_says_so(self):
        root = self.place.top / "catch1"
        root.mkdir()
        (root / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.19)\nproject(x CXX)\nadd_executable(a a.cpp)\n")
        (root / "catch.hpp").write_text("#define TEST_CASE(name) int main()\nnamespace Catch {}\n")
        (root / "a.cpp").write_text('#include "catch.hpp"\nTEST_CASE("one") {}\n')
        run = self.place.test(root, "--framework", "catch2")
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertIn("a Catch that is older than Catch2 2.2", run.error["message"])
        self.assertEqual(run.error["message"].count("error:"), 1, run)

    def test_what_has_not_changed_is_not_compiled_again_and_the_log_is_Catchs_own(self):
        root = project(self.place, "catch2", name="catch2-kept")
        with open(root / "CMakeLists.txt", "a", encoding="utf-8") as lists:
            lists.write("if(NOT LEVEL STREQUAL \"2;a b\")\n  message(FATAL_ERROR \"of level ${LEVEL}\")\nendif()\n")
        # What somebody has set in the project's own build directory holds, and nothing of ours comes into it.
        subprocess.run(["cmake", "-S", root, "-B", root / "build/dev", "-DLEVEL=2;a b"], check=True, stdout=subprocess.DEVNULL)
        before = everything_in(root)
        run = self.place.test(root)
        self.assertEqual(everything_in(root), before)
        log = pathlib.Path(run.data["run"]["log"]).read_text()
        for words in ("two are in it\n", "CHECK( stack.pop() == 1 )\nwith expansion:\n  2 == 1\n", "test cases: 3 | 2 passed | 1 failed\n"):
            self.assertIn(words, log)
        build, = (cache.parent for cache in self.place.home.rglob("builds/catch2-*/build/CMakeCache.txt")
                  if f"CMAKE_HOME_DIRECTORY:INTERNAL={root}\n" in cache.read_text())
        kept = {path: path.stat().st_mtime_ns for path in build.rglob("*.cpp.o")}
        self.assertGreaterEqual({path.name for path in kept}, {"stack_test.cpp.o", "listener.cpp.o"})
        source = root / "tests/stack_test.cpp"
        source.write_text(source.read_text().replace("a new stack is empty", "it is empty at first"))
        run = self.place.test(root)
        self.assertEqual(statuses(run)["it is empty at first"], "pass", run)
        self.assertEqual([path.name for path, time in kept.items() if path.stat().st_mtime_ns != time], ["stack_test.cpp.o"])


# What fixtures of before Unity 2.2 have in common: the standard header for output is Unity's to include, a line is an int, and a
# test that is ignored has one argument.
FIXTURE_HEADER = """\
#include "unity.h"
typedef void unityfunction(void);
void UnityTestRunner(unityfunction*, unityfunction*, unityfunction*, const char*, const char*, const char*, const char*, int);
void UnityIgnoreTest(const char*);
#define RUN_TEST_CASE(group, name) UnityTestRunner(nothing, name, nothing, "TEST(" #group ", " #name ")", #group, #name, __FILE__, __LINE__)
#define IGNORE_TEST(group, name) UnityIgnoreTest("IGNORE_TEST(" #group ", " #name ")")
"""
FIXTURE = """\
#include "unity_fixture.h"
int (*outputChar)(int) = putchar;
static int testSelected(const char* name) { return name != 0; }
static int groupSelected(const char* group) { return group != 0; }
static void conclude(void) {
  if (Unity.CurrentTestIgnored) Unity.TestIgnores++;
  else if (Unity.CurrentTestFailed) Unity.TestFailures++;
  Unity.CurrentTestFailed = Unity.CurrentTestIgnored = 0;
}
void UnityTestRunner(unityfunction* setup, unityfunction* body, unityfunction* teardown, const char* shown, const char* group,
                     const char* name, const char* file, int line) {
  if (!testSelected(name) || !groupSelected(group)) return;
  Unity.TestFile = file, Unity.CurrentTestName = shown, Unity.CurrentTestLineNumber = line, Unity.NumberOfTests++;
  UNITY_OUTPUT_CHAR('.');
  if (TEST_PROTECT()) setup(), body();
  if (TEST_PROTECT()) teardown();
  conclude();
}
void UnityIgnoreTest(const char* shown) {
  Unity.NumberOfTests++, Unity.CurrentTestName = shown, Unity.CurrentTestIgnored = 1;
  UNITY_OUTPUT_CHAR('!');
  conclude();
}
"""
FIXTURE_TEST = """\
#include "unity_fixture.h"
void setUp(void) {}
void tearDown(void) {}
static void nothing(void) {}
static void adds(void) { TEST_ASSERT_EQUAL(2, 1 + 1); }
static void differs(void) { TEST_ASSERT_EQUAL(3, 4); }
int main(void) {
  UNITY_BEGIN();
  RUN_TEST_CASE(sums, adds);
  RUN_TEST_CASE(sums, differs);
  IGNORE_TEST(sums, later);
  return UNITY_END();
}
"""


class Unity(OfAFramework, unittest.TestCase):
    framework = "unity"
    tests = {"test_of_equal_numbers": "pass", "test_of_a_prime": "fail", "test_of_zero": "skip"}
    failing = ("test_of_a_prime", "test/test_gcd.c", 13)
    words = ("Expected 7 Was 1", "a prime has no divisors")
    logged = "7 is a prime"
    one, path = "equal", "test/*.c"
    unloadable = "expected ';' before '}' token"

    def test_of_several_programs_tests_are_chosen_by_their_own_names_and_the_first_failure_ends_the_run(self):
        root = project(self.place, "unity", name="unity-programs")
        for name in ("one", "two"):
            (root / f"test/test_{name}.c").write_text(
                '#include "unity.h"\nvoid setUp(void) {}\nvoid tearDown(void) {}\n'
                "static void test_right(void) { TEST_ASSERT_TRUE(1); }\nstatic void test_wrong(void) { TEST_FAIL(); }\n"
                "int main(void) { UNITY_BEGIN(); RUN_TEST(test_right); RUN_TEST(test_wrong); return UNITY_END(); }\n")
        (root / "Makefile").write_text(
            "test: test_one test_two\n\t./test_one\n\t./test_two\n"
            "test_%: test/test_%.c unity/unity.c\n\t$(CC) -Iunity -o $@ $^\n")
        run = self.place.test(root, "--filter", "^test_right$")
        self.assertEqual((run.code, run.data["passed"], run.data["failed"]), (0, 2, 0), run)
        run = self.place.test(root, "--fail-fast")
        self.assertEqual((run.code, run.data["passed"], run.data["failed"]), (1, 1, 1), run)

    def programs(self, name, makefile, **sources):
        """A project with these test files; each has a program called as it is, in which all its tests are run."""
        root = self.place.top / name
        (root / "test").mkdir(parents=True)
        shutil.copytree(REPOSITORY / "frameworks/unity/test-framework", root / "unity")
        for file, tests in sources.items():
            calls = " ".join(f"RUN_TEST({test});" for test in re.findall(r"void (test_\w+)", tests))
            (root / f"test/{file}.c").write_text(
                '#include "unity.h"\n#include <stdio.h>\n#include <stdlib.h>\nvoid setUp(void) {}\nvoid tearDown(void) {}\n'
                f"{tests}\nint main(void) {{ UNITY_BEGIN(); {calls} return UNITY_END(); }}\n")
        (root / "Makefile").write_text(makefile + "test/%: test/%.c unity/unity.c\n\t$(CC) -Iunity -o $@ $^\n")
        return root

    def test_a_program_that_ends_before_its_first_test_costs_the_others_nothing(self):
        root = self.programs("unity-early", "test: test/a test/b test/c\n", a="void test_one(void) {}", c="void test_two(void) {}",
                             b="__attribute__((constructor)) static void early(void) { abort(); }\nvoid test_never(void) {}")
        run = self.place.test(root)
        self.assertEqual((statuses(run), run.envelope["ok"]), ({"test_one": "pass", "test_two": "pass"}, False), run)
        self.assertIn("The test program b ended with exit code 134 before its first test", str(run.data), run)

    def test_a_makefile_is_used_as_it_is_and_what_has_not_changed_is_not_built_again(self):
        root = self.programs("unity-above/examples/one", "all: test/a\n\t-./test/a\n", a="int it(void);\nvoid test_it(void) { TEST_ASSERT_EQUAL(2, it()); }")
        (root / "unity").rename(root.parents[1] / "unity")
        (root.parents[1] / "src").mkdir()
        source = root.parents[1] / "src/it.c"
        source.write_text("int it(void) { return 1; }\n")
        (root / "Makefile").write_text(
            "TOP=../..\nall: test/a\n\t-./test/a\n"
            "test/a: test/a.c it.o unity.o\n\t$(CC) -I$(TOP)/unity -o $@ $^\n%.o: $(TOP)/src/%.c\n\t$(CC) -c -o $@ $<\n"
            "unity.o: $(TOP)/unity/unity.c\n\t$(CC) -c -o $@ $<\n")
        before = everything_in(root.parents[1])
        run = self.place.test(root, "--framework", "unity")
        self.assertEqual((statuses(run), everything_in(root.parents[1])), ({"test_it": "fail"}, before), run)
        log = pathlib.Path(run.data["run"]["log"]).read_text()
        self.assertRegex(log, r"(?s)test/a.c:\d+:test_it:FAIL: Expected 2 Was 1\n.*1 Tests 1 Failures 0 Ignored")
        source.write_text("int it(void) { return 2; }\n")
        run = self.place.test(root, "--framework", "unity")
        self.assertEqual((run.code, statuses(run)), (0, {"test_it": "pass"}), run)
        built = sorted(self.place.home.rglob("builds/unity-*/build/copy/examples/one/*.o"), key=lambda path: path.stat().st_mtime_ns)
        self.assertEqual([path.name for path in built], ["unity.o", "it.o"])
        self.assertGreater(built[1].stat().st_mtime_ns - built[0].stat().st_mtime_ns, 100_000_000)
        self.assertLess((built[0].parents[3] / "tell").stat().st_mtime_ns, built[1].stat().st_mtime_ns)

    def test_programs_run_where_the_makefile_runs_them(self):
        reads = 'void test_file(void) { TEST_ASSERT_NOT_NULL(fopen("d.txt", "r")); }'
        for number, recipe in enumerate(("cd test && ./run | tee log.txt", "for t in run; do (cd test && ./$$t >out.txt); done",
                                         "$(MAKE) -C test check", "test/run; cd test && ./run")):
            root = self.programs(f"unity-where-{number}", f"test: test/run\n\t{recipe}\n", run=reads)
            (root / "test/Makefile").write_text("check:\n\t./run\n")
            (root / "d.txt" if number == 3 else root / "test/d.txt").write_text("here")
            run = self.place.test(root)
            self.assertEqual((run.code, run.data["passed"]), (0, 1), run)

    def test_unity_may_be_a_library_of_cmake_or_an_object_beside_others(self):
        library = self.programs("unity-cmake", "", a="void test_one(void) {}")
        (library / "Makefile").unlink()
        (library / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.13)\nproject(a C)\nadd_library(unity STATIC unity/unity.c)\n"
            "target_include_directories(unity PUBLIC unity)\nadd_executable(a test/a.c)\ntarget_link_libraries(a unity)\n")
        recipe = "test:\n\tgcc -Iunity -c unity/unity.c test/a.c\n\tgcc -o a unity.o a.o\n\t./a\n"
        for root in library, self.programs("unity-objects", recipe, a="void test_one(void) {}"):
            run = self.place.test(root)
            self.assertEqual((run.code, statuses(run)), (0, {"test_one": "pass"}), run)

    def test_programs_of_cmake_run_as_ctest_runs_them(self):
        root = self.programs("unity-ctest", "", a='void test_data(void) { puts("ERROR"); TEST_ASSERT_NOT_NULL(fopen(getenv("DATA"), "r")); }')
        (root / "Makefile").unlink()
        (root / "data").mkdir()
        (root / "data/d.txt").write_text("here")
        tests = ("here", "output", "wrong", "later")
        (root / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.13)\nproject(a C)\nenable_testing()\nadd_executable(a test/a.c unity/unity.c)\n"
            "option(OWN \"what somebody has set\" OFF)\nif(NOT OWN)\n  message(FATAL_ERROR \"not set\")\nendif()\ntarget_include_directories(a PUBLIC unity)\n" +
            "".join(f"add_test(NAME {name} COMMAND a WORKING_DIRECTORY ${{CMAKE_SOURCE_DIR}}/data)\n"
                    f"set_tests_properties({name} PROPERTIES ENVIRONMENT DATA=d.txt)\n" for name in tests) +
            "set_tests_properties(output PROPERTIES FAIL_REGULAR_EXPRESSION ERROR)\n"
            "set_tests_properties(wrong PROPERTIES WILL_FAIL ON ENVIRONMENT DATA=none)\n"
            "set_tests_properties(later PROPERTIES SKIP_RETURN_CODE 1 ENVIRONMENT DATA=none)\n")
        subprocess.run(["cmake", "-S", root, "-B", root / "build", "-DOWN=ON"], check=True, stdout=subprocess.DEVNULL)
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"test_data": "pass", "output": "fail", "wrong": "pass", "later": "skip"}, run)
        self.assertIn("Error regular expression found in output. Regex=[ERROR]", str(run.data), run)

    def test_a_program_that_ends_in_a_test_costs_no_other_test_its_result(self):
        root = self.programs("unity-exit", "test: test/a test/b\n\ttest/a\n\ttest/b\n",
                             a="void test_one(void) {}\nvoid test_exit(void) { exit(0); }\nvoid test_two(void) {}",
                             b="void test_three(void) {}")
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"test_one": "pass", "test_exit": "fail", "test_two": "pass", "test_three": "pass"}, run)
        self.assertIn("ended the whole program with exit code 0", failures(run)[0]["reason"], run)
        self.assertEqual(failures(run)[0]["location"]["file"], "test/a.c", run)

    def test_of_a_directory_without_a_makefile_those_below_it_that_have_one_are_named(self):
        root = self.programs("unity-below/stack", "test: test/a\n\ttest/a\n", a="void test_one(void) {}").parent
        run = self.place.test(root)
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertIn("Name a directory that has one to proctor test: stack", run.error["message"], run)
        self.assertEqual(statuses(self.place.test(root / "stack")), {"test_one": "pass"})

    def test_unity_may_be_older_and_its_fixtures_too(self):
        root = self.programs("unity-older", "test: test/a test/fixture\n\ttest/a\n\ttest/fixture\n",
                             a="void test_one(void) {}\nvoid test_two(void) { TEST_ASSERT_EQUAL(1, 2); }")
        for file in (root / "unity").glob("*.h"):
            file.write_text(file.read_text().replace("UNITY_COUNTER_TYPE", "_U_COUNTER"))
        (root / "unity/unity_fixture.h").write_text(FIXTURE_HEADER)
        (root / "unity/unity_fixture.c").write_text(FIXTURE)
        (root / "test/fixture.c").write_text(FIXTURE_TEST)
        with (root / "Makefile").open("a") as makefile:
            makefile.write("test/fixture: test/fixture.c unity/unity.c unity/unity_fixture.c\n\t$(CC) -Iunity -o $@ $^\n")
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"test_one": "pass", "test_two": "fail", "adds": "pass", "differs": "fail", "later": "skip"}, run)
        self.assertEqual({case["name"]: case["reason"] for case in failures(run)},
                         {"test_two": "Expected 1 Was 2", "differs": "Expected 3 Was 4"}, run)

    def test_a_check_beside_the_programs_that_fails_is_no_pass_and_no_fault_of_the_code(self):
        tests = {"a": "void test_one(void) {}"}
        root = self.programs("unity-check", 'test: test/a\n\ttest/a\n\t@echo "bad \\"style\\""; false\n', **tests)
        run = self.place.test(root)
        self.assertEqual((statuses(run), run.error["code"]), ({"test_one": "pass"}, "TEST_INCONSISTENT"), run)
        self.assertIn('bad "style"', " ".join(run.data["warnings"]), run)
        root = self.programs("unity-half", "test: test/a test/b\n\ttest/a\n\ttest/b\n", b="int x = y;", **tests)
        run = self.place.test(root)
        self.assertEqual((statuses(run), run.error["code"]), ({}, "TEST_COMPILE_FAILED"), run)
        self.assertIn("'y' undeclared", run.error["message"], run)


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


def main():
    if not harness.PROCTOR or not os.access(harness.PROCTOR, os.X_OK):
        raise AssertionError(f"PROCTOR_BIN must name the built proctor; it is {harness.PROCTOR!r}")
    unittest.main(verbosity=2)


if __name__ == "__main__":
    main()
