#!/usr/bin/env python3
"""What `proctor test` costs in a small project of each framework, against the native command in the same directory.

    bench/everyday_bench.py build/product/bin/proctor [FRAMEWORK…]

Both are whole processes, taken in turn, the best of ROUNDS each (a busy machine only adds). Everything is built before
the first round, so the projects in C and C++ show the second run: nothing to compile, the tests run again. One source
file changes in each round of the rows named "edited". The aim: at most 1.1 times the native command or 100 ms more,
whichever is larger; for an edited project at most 1.3 times.

jest comes from JEST_MODULES (a node_modules directory), forge from the PATH or from PROCTOR_BOX (build/box).
"""
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
ROUNDS = int(os.environ.get("ROUNDS", "5"))
MODULES = os.environ.get("JEST_MODULES", str(ROOT / "build/e2e/prepared/jest/node_modules"))
BOX = os.environ.get("PROCTOR_BOX", str(ROOT / "build/box"))
FORGE = shutil.which("forge") or BOX + "/bin/forge"

CMAKE = """cmake_minimum_required(VERSION 3.16)
project(small CXX)
find_package(Catch2 3 REQUIRED)
add_executable(tests tests.cpp)
target_link_libraries(tests Catch2::Catch2WithMain)
enable_testing()
add_test(NAME tests COMMAND tests)
"""
UNITY = "".join(f"void test_{i}(void) {{ TEST_ASSERT_EQUAL({i}, {i}); }}\n" for i in range(20))
UNITY = f"""#include "test-framework/unity.h"
void setUp(void) {{}}
void tearDown(void) {{}}
{UNITY}
int main(void) {{ UNITY_BEGIN(); {" ".join(f"RUN_TEST(test_{i});" for i in range(20))} return UNITY_END(); }}
"""
MAKE = """tests: tests.c test-framework/unity.c
\t$(CC) -o tests tests.c test-framework/unity.c
test: tests
\t./tests
.PHONY: test
"""
# A framework: the project's files, the native command, and the file that "edited" touches.
PROJECTS = {
    "pytest": ({"test_small.py": "".join(f"def test_{i}():\n    assert {i} == {i}\n" for i in range(50))},
               "/usr/bin/python3 -m pytest -q", None),
    "jest": ({"package.json": '{"scripts": {"test": "jest"}}',
              "small.test.js": "".join(f"test('n {i}', () => expect({i}).toBe({i}));\n" for i in range(50))},
             "npx jest", None),
    "go": ({"go.mod": "module small\ngo 1.19\n",
            "small_test.go": 'package small\nimport "testing"\n' +
            "".join(f"func Test{i}(t *testing.T) {{}}\n" for i in range(50))}, "go test -count=1 ./...", None),
    "bats": ({"small.bats": "".join(f"@test 'n {i}' {{ [ {i} -eq {i} ]; }}\n" for i in range(10))}, "bats .", None),
    "catch2": ({"CMakeLists.txt": CMAKE, "tests.cpp": "#include <catch2/catch_test_macros.hpp>\n" +
                "".join(f'TEST_CASE("n {i}") {{ REQUIRE({i} == {i}); }}\n' for i in range(20))},
               "cmake -S . -B build >/dev/null && cmake --build build && build/tests", "tests.cpp"),
    "unity": ({"Makefile": MAKE, "tests.c": UNITY}, "make test", "tests.c"),
    "forge": ({"foundry.toml": f'[profile.default]\nsolc = "{BOX}/svm/0.8.30/solc-0.8.30"\n[lint]\nlint_on_build = false\n',
               "test/Small.t.sol": "pragma solidity ^0.8.0; contract SmallTest {" +
               "".join(f"function test{i}() public pure {{ require({i} == {i}); }}" for i in range(20)) + "}"},
              f"{FORGE} test --offline", None),
}


def seconds(command, place):
    """The time on the clock and the processor's time of a command that has to succeed."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, cwd=place, shell=isinstance(command, str), stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    took, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lay_out(framework, files, place):
    place.mkdir()
    for name, text in files.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text)
    if framework == "unity":
        shutil.copytree(ROOT / "frameworks/unity/test-framework", place / "test-framework")
    if framework == "jest":
        (place / "node_modules").symlink_to(MODULES)


def measured(name, native, proctor, places, edited, most):
    rounds = []
    for number in range(ROUNDS + 1):
        for place in places:
            if edited:
                with (place / edited).open("a") as source:
                    source.write(f"int edit_{number};\n")
        rounds.append((seconds(native, places[0]), seconds([proctor, "test", "--json"], places[1])))
    (theirs, theirs_cpu), (own, own_cpu) = [[min(r[side][i] for r in rounds[1:]) for i in (0, 1)] for side in (0, 1)]
    verdict = "" if own <= max(most * theirs, theirs + (0 if edited else 0.1)) else "MISSED"
    print(f"{name:<15} {theirs:>7.3f}s {own:>7.3f}s {own / theirs:>6.2f} {own - theirs:>+7.3f}s "
          f"{theirs_cpu:>7.3f}s {own_cpu:>7.3f}s   {verdict}", flush=True)


def main():
    proctor = str(pathlib.Path(sys.argv[1]).resolve())
    print(f"{'framework':<15} {'native':>8} {'proctor':>8} {'ratio':>6} {'more':>8} {'cpu':>8} {'cpu':>8}")
    with tempfile.TemporaryDirectory() as directory:
        for framework in sys.argv[2:] or PROJECTS:
            files, native, edited = PROJECTS[framework]
            # Each side has a project of its own, so that neither runs what the other built.
            places = [pathlib.Path(directory) / f"{framework}-{side}" for side in ("native", "proctor")]
            for place in places:
                lay_out(framework, files, place)
            measured(framework, native, proctor, places, None, 1.1)
            if edited:
                measured(framework + ", edited", native, proctor, places, edited, 1.3)


if __name__ == "__main__":
    main()
