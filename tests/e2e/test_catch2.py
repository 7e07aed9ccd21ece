"""Projects of Catch2, built and run where they are."""
import pathlib
import subprocess
import unittest

from of_a_framework import project, everything_in, statuses, failures, OfAFramework, main


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


if __name__ == "__main__":
    main()
