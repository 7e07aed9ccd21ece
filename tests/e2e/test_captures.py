"""What a person sees at a terminal of 80 columns, for each kind of failure: compared with captures/NAME.txt.

PROCTOR_WRITE_CAPTURES=1 writes these files anew; look at the difference before you keep it. It writes what the tool itself
shows into captures/native/NAME.txt, too, to be read beside ours: whatever a person needs of that has to be in ours. Times,
versions, numbers of processes and addresses are replaced, and colours stand as <red>…</>.
"""
import fcntl
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import termios
import time
import unittest

import harness
import test_exercism
from harness import Place
from of_a_framework import PREPARED

CAPTURES = pathlib.Path(__file__).parent / "captures"
COLORS = {"0": "</>", "1": "<bold>", "2": "<dim>", "31": "<red>", "32": "<green>", "33": "<yellow>"}
JEST = '{"jest": {"cacheDirectory": "<rootDir>/.cache"}}'
UNITY = '#include "unity.h"\n#include <stdlib.h>\nvoid setUp(void) {}\nvoid tearDown(void) {}\n'
MAKEFILE = ("test: build/test_a\n\t./build/test_a\n\nbuild/test_a: test/test_a.c unity/unity.c\n\tmkdir -p build\n"
            "\t$(CC) -g -Iunity $(EXTRA) -o $@ $^\n")

PROJECTS = {
    "pytest-diff": {"pytest.ini": "", "test_a.py": """\
def test_orders():
    got = {"id": 7, "items": ["tea", "milk"], "total": 12}
    assert got == {"id": 7, "items": ["tea", "honey"], "total": 13}
"""},
    "pytest-parametrised": {"pytest.ini": "", "test_a.py": """\
import logging
import pytest


@pytest.mark.parametrize("a, b, total", [(1, 2, 3), (2, 2, 5)])
def test_add(a, b, total):
    logging.getLogger("shop").warning("adding %d", a)
    result = a + b
    assert result == total
"""},
    "pytest-fixture": {"pytest.ini": "", "test_a.py": """\
import pytest


@pytest.fixture
def database():
    raise ConnectionError("the database is down")


def test_reads(database):
    pass


def test_adds():
    assert 1 + 1 == 3
"""},
    "pytest-warnings": {"pytest.ini": "", "test_a.py": """\
import warnings


class TestWithInit:
    def __init__(self):
        pass


async def fetch():
    pass


def test_forgets_to_wait():
    fetch()


def test_returns():
    return 1 == 1


def test_old():
    warnings.warn("use new() instead", DeprecationWarning)
"""},
    "pytest-plugin": {"pytest.ini": "", "test_a.py": "def test_a():\n    pass\n", "conftest.py": """\
def pytest_sessionfinish(session):
    print("\\nchecker: 3 temporary files were left behind")
    session.exitstatus = 1
"""},
    "pytest-interrupted": {"pytest.ini": "", "test_a.py": """\
import pathlib
import time


def wait_for_server():
    pathlib.Path("waits").touch()
    while True:
        time.sleep(0.1)


def test_before():
    pass


def test_waits():
    wait_for_server()


def test_behind():
    pass
"""},
    "jest-helper": {"package.json": JEST, "a.test.js": """\
const { load } = require('./load');

test('loads', () => {
  console.log('before loading');
  expect(load('x').name).toBe('y');
});
""", "load.js": """\
const parse = (text) => {
  throw new TypeError(`cannot parse ${text}`);
};
exports.load = (text) => parse(text);
""", "one/__mocks__/user.js": "", "two/__mocks__/user.js": ""},
    "jest-snapshot": {"package.json": JEST, "a.test.js": """\
test('order', () => {
  expect({ id: 7, item: 'tea' }).toMatchSnapshot();
});
""", "__snapshots__/a.test.js.snap": """\
// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing

exports[`order 1`] = `
{
  "id": 7,
  "item": "milk",
}
`;
"""},
    "jest-exit": {"package.json": JEST, "a.test.js": """\
test('before', () => {});
test('leaves', () => {
  console.error('hint: DATABASE_URL is not set');
  process.exit(0);
});
test('behind', () => {});
"""},
    "go-table": {"go.mod": "module example.test/shop\n\ngo 1.19\n", "shop_test.go": """\
package shop

import "testing"

func TestAdd(t *testing.T) {
	for _, c := range []struct {
		name       string
		a, b, want int
	}{{"small", 1, 2, 3}, {"wrong", 2, 2, 5}} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.a + c.b; got != c.want {
				t.Errorf("%d + %d = %d, want %d", c.a, c.b, got, c.want)
			}
		})
	}
}

func TestDocker(t *testing.T) { t.Skip("needs docker") }
""", "empty/empty.go": "package empty\n"},
    "go-compile": {"go.mod": "module example.test/shop\n\ngo 1.19\n", "shop_test.go": """\
package shop

import "testing"

func TestAdd(t *testing.T) {
	var total int = "five"
	add(total)
}
"""},
    "go-main": {"go.mod": "module example.test/shop\n\ngo 1.19\n", "shop_test.go": """\
package shop

import (
	"log"
	"testing"
)

func TestMain(m *testing.M) {
	log.SetFlags(0)
	log.Fatal("DB_URL must be set, see CONTRIBUTING.md")
}

func TestAdd(t *testing.T) {}
"""},
    "bats-helper": {"a.bats": """\
equals() {
  [ "$1" = "$2" ]
}

@test "passes" { true; }

@test "fails in a helper" {
  echo "the server said: 500"
  equals "$(echo hello)" "goodbye"
}

@test "needs root" { skip "run as root"; }
"""},
    "bats-limit": {"a.bats": """\
@test "passes" { true; }

@test "waits" {
  echo "waiting for port 8080"
  sleep 1000
}
"""},
    "unity-values": {"Makefile": MAKEFILE, "test/test_a.c": UNITY + """\
static void test_sum(void) { TEST_ASSERT_EQUAL_INT_MESSAGE(5, 2 + 2, "two and two"); }
static void test_list(void) {
  const int got[] = {1, 2, 4};
  const int expected[] = {1, 2, 3};
  TEST_ASSERT_EQUAL_INT_ARRAY(expected, got, 3);
}
static void test_text(void) { TEST_ASSERT_EQUAL_STRING("tea", "milk"); }
static void test_later(void) { TEST_IGNORE_MESSAGE("needs the board"); }
int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_sum);
  RUN_TEST(test_list);
  RUN_TEST(test_text);
  RUN_TEST(test_later);
  return UNITY_END();
}
"""},
    "catch2-sections": {"CMakeLists.txt": """\
cmake_minimum_required(VERSION 3.13)
project(shop CXX)
find_package(Catch2 3 REQUIRED)
enable_testing()
add_executable(shop_tests test/shop.cpp)
target_link_libraries(shop_tests PRIVATE Catch2::Catch2WithMain)
add_test(NAME shop COMMAND shop_tests)
""", "test/shop.cpp": """\
#include <catch2/catch_test_macros.hpp>
#include <iostream>
#include <stdexcept>
#include <string>

TEST_CASE("shop::Basket counts", "[basket]") {
  int items = 2;
  SECTION("one more") {
    INFO("the basket holds " << items);
    items += 2;
    std::cout << "added one\\n";
    CHECK(items == 3);
    CHECK(std::string("tea") == std::string("milk"));
  }
  SECTION("one less") { CHECK(--items == 1); }
}

TEST_CASE("the price is found") { throw std::runtime_error("no price for tea"); }

TEST_CASE("prints a bill") { SKIP("needs a printer"); }
"""},
    "unity-crash": {"Makefile": MAKEFILE, "test/test_a.c": UNITY + """\
static int first(const int *volatile numbers) { return numbers[0]; }
static void test_before(void) { TEST_ASSERT_EQUAL(1, 1); }
static void test_crashes(void) { TEST_ASSERT_EQUAL(1, first(NULL)); }
int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_before);
  RUN_TEST(test_crashes);
  return UNITY_END();
}
"""},
    "unity-leak": {"Makefile": MAKEFILE.replace("$(EXTRA)", "-fsanitize=address"), "test/test_a.c": UNITY + """\
const char *__asan_default_options(void) { return "malloc_context_size=2"; }
static void test_leaks(void) {
  int *volatile numbers = malloc(40);
  numbers = NULL;
  TEST_ASSERT_NULL(numbers);
}
int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_leaks);
  return UNITY_END();
}
"""},
    "forge-fuzz": {"foundry.toml": harness.PINNED.replace("[lint]", 'no_match_test = "testLeftOut"\n[lint]'),
                   "test/A.t.sol": harness.contract("""\
    function testEqual() public pure { require(1 + 1 == 3, "numbers"); }
    function testSmall(uint256 x) public pure { require(x < 1, "too large"); }
    function testLeftOut() public pure {}""")},
}

# What a person would type instead, by the capture or the tool.
NATIVE = {
    "pytest": "/usr/bin/python3 -B -m pytest",
    "jest": "CI=1 node_modules/.bin/jest --ci",
    "go": "go test ./...",
    "bats": "bats .",
    "bats-limit": "timeout 6 bats .",
    "unity": "make test",
    "catch2": "cmake -S . -B build >cmake.out && make -C build >make.out && build/shop_tests",
    "forge": f"XDG_DATA_HOME={harness.BOX} {harness.FORGE} test --offline --fuzz-seed 1",
}


def plain(text):
    """What is left to be read in the end: no colours, and no line that another one has overwritten."""
    text = re.sub(r"\x1b\[(?![\d;]*G)[\d;?]*[A-Za-z]", "", text)
    text = re.sub(r"\[[⠀-⣿]\][^\[\n]*(?=\[[⠀-⣿]\])", "", text)
    text = re.sub(r".*\x1b\[1G|\x1b\[\d+G", "", text)
    return re.sub(r" +$", "", text, flags=re.M).rstrip() + "\n"


def normal(text, root):
    """The capture without what differs from run to run."""
    text = re.sub(r"\x1b\[(\d+)m", lambda found: COLORS[found[1]], text)
    text = text.replace(f"{root}/", "<root>/").replace(str(root), "<root>")
    for pattern, replacement in (
            (r"  <dim>log   </>.*\n", ""),
            (r"(pytest|forge) \d[\d.]*( \(Python .*\))?", r"\1 VERSION"),
            (r" *<?\b\d+(\.\d+)? (ms|s|min)\b( \d+ s)?", " TIME"),
            (r"\d+\.\d+s\b|\(\d+ ms\)", "TIME"),
            (r"==\d+==", "==PID=="),
            (r"(?m)^  \d+  (?=\S)", "  PID  "),
            (r"0x[0-9a-f]+", "0xADDRESS"),
            (r"\S*/proctor-\d+/\S+", "PRIVATE"),
            (r"\S*libsanitizer\S*", "LIBSANITIZER"),
            (r"(  <dim>stacks</>\n)(?:    .*\n|\n(?!<))+", r"\1    STACKS\n"),
            (r"<rootDir>/(?:one|two)/", "<rootDir>/DIRECTORY/"),
            (r"=+ (.* in TIME)\n *=+", r"=== \1 ==="),
            (r"(it was stopped, )\d+ process(?:es)? still ran:(</>\n)(?:.+\n)*?(?=  <dim>stacks|\n)", r"\1PROCESSES\2"),
            (r"after \d+ runs?", "after N runs"),
            (r"\d+ \[\d+\.\d+e\d+\]", "COUNTEREXAMPLE"),
            (r"--fuzz-seed \S+", "--fuzz-seed SEED")):
        text = re.sub(pattern, replacement, text)
    return text


class Captures(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        test_exercism.prepare("javascript", PREPARED)
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)

    def project(self, name):
        root = self.place.top / name
        for path, text in PROJECTS[name].items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        if name.startswith("jest"):
            (root / "node_modules").symlink_to(PREPARED / "jest/node_modules")
        if name.startswith("unity"):
            shutil.copytree(harness.REPOSITORY / "frameworks/unity/test-framework", root / "unity")
        return root

    def capture(self, root, command, interrupt_at=None):
        """What stands at the terminal in the end. `interrupt_at`: Ctrl-C is typed when the project has that file."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        process = subprocess.Popen(command, cwd=root, stdin=slave, stdout=slave,
                                   stderr=slave if command[0] == "sh" else subprocess.DEVNULL, preexec_fn=take_terminal,
                                   env=self.place.env(TERM="xterm-256color", **({"PROCTOR_PREPARED": PREPARED} if
                                                                                root.name.startswith("jest") else {})))
        os.close(slave)
        if interrupt_at:
            until = time.monotonic() + 60
            while not (root / interrupt_at).exists() and time.monotonic() < until:
                time.sleep(0.05)
            os.write(master, b"\x03")
        text = b""
        try:
            while piece := os.read(master, 65536):
                text += piece
        except OSError:  # the other end is closed
            pass
        process.wait(60)
        os.close(master)
        return text.decode().replace("\r\n", "\n").replace("^C", "")

    def check(self, name, *options, **more):
        file = CAPTURES / f"{name}.txt"
        if os.environ.get("PROCTOR_WRITE_CAPTURES"):
            (CAPTURES / "native").mkdir(parents=True, exist_ok=True)
            root = self.project(name)
            native = self.capture(root, ["sh", "-c", NATIVE.get(name) or NATIVE[name.partition("-")[0]]], **more)
            (CAPTURES / f"native/{name}.txt").write_text(normal(plain(native), root))
            shutil.rmtree(root)
        root = self.project(name)
        seen = self.capture(root, [harness.PROCTOR, "test", *options], **more)
        text = normal(seen, root)
        if os.environ.get("PROCTOR_WRITE_CAPTURES"):
            file.write_text(text)
        self.assertEqual(text, file.read_text())
        return seen

    def test_interrupted(self):
        seen = self.check("pytest-interrupted", interrupt_at="waits")
        self.assertRegex(seen, r"In the project's code:(?:.*\n){1,4}.*wait_for_server")

    def test_limit(self):
        self.check("bats-limit", "--timeout", "6s")
        for left in self.place.tmp.glob("bats-run-*"):  # of a bats that is killed
            shutil.rmtree(left)

    def test_forge_fuzz(self):
        self.check("forge-fuzz", "--fuzz-seed", "1")


for each in PROJECTS:
    if each not in ("pytest-interrupted", "bats-limit", "forge-fuzz"):
        setattr(Captures, "test_" + each.replace("-", "_"), lambda self, name=each: self.check(name) and None)


if __name__ == "__main__":
    harness.main()
