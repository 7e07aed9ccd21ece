"""Projects of Unity, built and run where they are."""
import pathlib
import re
import shutil
import subprocess
import unittest

from harness import REPOSITORY
from of_a_framework import project, everything_in, statuses, failures, OfAFramework, main

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


if __name__ == "__main__":
    main()
