"""A run's log reads like the output of the tool itself, as a person would have started it."""
import json
import re
import subprocess
import unittest

import test_exercism
from harness import Place, contract, forge
from of_a_framework import PREPARED, project
from test_native import CARGO, NODE, PERL, PHP, RUST, RUST_MORE

# What is another one in each run.
TIMES = [(r"\d+\.\d+ ?(m?s|ms)\b|\(\d+ ms\)|\bin \d+ms\b", "TIME"), (r"duration_ms: [\d.]+|duration_ms [\d.]+", "TIME"),
         (r"\d+ wallclock secs \(.*\)|\d+:\d+\.\d+, Memory: .*|thread '(.*)' \(\d+\)", "TIME"), (r"\(\d+:\d+:\d+\)", ""),
         (r"in [\d.]+s|finished in TIME|[\d.]+ s\b", "TIME"), (r"Time: .*", "TIME"), (r" {2,}", "  ")]
GO = {"a/a_test.go": 'package a\n\nimport (\n\t"fmt"\n\t"testing"\n)\n\nfunc TestA(t *testing.T) { fmt.Print("no end") }\n'
                     'func TestB(t *testing.T) { t.Run("x", func(t *testing.T) { t.Error("bad") }) }\n'
                     'func TestC(t *testing.T) { fmt.Println("said") }\n',
      "b/b_test.go": "package b\n\nimport \"testing\"\n\nfunc TestB(t *testing.T) { undefined() }\n",
      "c/c_test.go": "package c\n\nimport \"testing\"\n\nfunc TestC(t *testing.T) { t.Skip(\"not now\") }\n", "go.mod": "module m\n\ngo 1.18\n"}
BATS = {"test/a.bats": '@test "passes" {\n  echo said\n}\n@test "fails in 5ms" {\n  echo "said by it"\n  false\n}\n'
                       '@test "later" {\n  skip "not now"\n}\n@test "talks" {\n  echo "# aside" >&3\n}\n',
        "test/b.bats": '@test "other" {\n  true\n}\n'}
FORGE = contract("""
  event log(string);
  function test_a() public { emit log("said"); }
  function test_b() public pure { require(1 == 2, "bad"); }
  function test_c() public { vm.skip(true, "not now"); }
""", vm=True)
JEST = """test('adds', () => { console.log('said'); });
test('fails', () => { expect({ a: 1 }).toEqual({ a: 2 }); });
describe('some', () => { test.skip('later', () => {}); test.todo('never'); });
"""


def lines_of(text, root):
    text = text.replace(str(root), "ROOT").replace("./", "")
    for pattern, word in TIMES:
        text = re.sub(pattern, word, text)
    return [line.rstrip() for line in text.splitlines() if line.strip()]


class Logs(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.close)

    def project(self, files):
        return self.place.project(files, toml=None)

    def both(self, root, *command):
        """The lines of a run's log, and those of the tool's own output."""
        run = self.place.test(root)
        with open(run.data["run"]["log"], encoding="utf-8") as log:
            logged = log.read()
        env = {name: value for name, value in self.place.env().items() if not name.startswith("PROCTOR_")}
        own = subprocess.run(command, cwd=root, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False, timeout=120)
        return lines_of(logged, root), lines_of(own.stdout, root)

    def test_forge(self):
        root = self.place.project({"test/A.t.sol": FORGE})
        run = self.place.test(root)
        with open(run.data["run"]["log"], encoding="utf-8") as log:
            logged = log.read()
        native = forge(root, "test", "--offline", "-vv").stdout
        own = native[native.index("Ran "):native.index("succeeded")] + "succeeded"  # what stands around is advice
        timed = r"; finished .*| in [\d.]+.?s \([^)]*\)"
        self.assertEqual(re.sub(timed, "", logged).split(), re.sub(timed, "", own).split())
        self.assertIn("  said\n", logged)

    def test_go(self):
        log, own = self.both(self.project(GO), "go", "test", "-v", "-count=1", "./...")
        # go itself says first what can't be built, as it comes to standard error.
        self.assertEqual(sorted(log), sorted(own))
        self.assertIn("--- FAIL: TestB (TIME)", log)

    def test_bats(self):
        log, own = self.both(self.project(BATS), "bats", "test/a.bats", "test/b.bats")
        self.assertEqual(log, own)
        self.assertIn("not ok 2 fails in 5ms", "\n".join(log).replace("TIME", "in 5ms"))

    def test_cargo(self):
        root = self.project({"Cargo.toml": CARGO, "src/lib.rs": RUST, "tests/it.rs": RUST_MORE})
        log, own = self.both(root, "cargo", "test", "--no-fail-fast")
        self.assertEqual(sorted(line for line in log if "TIME" not in line), sorted(line for line in own if "TIME" not in line))
        self.assertIn("test tests::fails ... FAILED", log)

    def test_prove(self):
        log, own = self.both(self.project({"t/a.t": PERL, "cpanfile": ""}), "prove", "--lib", "--verbose", "--merge", "--recurse", "t")
        self.assertEqual(log, own)

    def test_phpunit(self):
        root = self.project({"phpunit.xml": '<phpunit><testsuites><testsuite name="a"><directory>tests</directory></testsuite>'
                                            "</testsuites></phpunit>", "tests/AddTest.php": PHP})
        log, own = self.both(root, "phpunit")
        self.assertEqual(log, own)

    def test_node(self):
        log, own = self.both(self.project({"a.test.js": NODE}), "node", "--test", "--test-reporter=tap")
        self.assertEqual(log, own)

    def test_unity(self):
        log, own = self.both(project(self.place, "unity"), "make", "--silent")
        self.assertEqual(log, [line for line in own if not line.startswith("make: ")])

    def test_jest(self):
        test_exercism.prepare("javascript", PREPARED)
        root = self.project({"package.json": json.dumps({"jest": {"cacheDirectory": str(self.place.top / "project/.cache")}}),
                             "a.test.js": JEST, "b.test.js": "test('other', () => {});\n"})
        (root / "node_modules").symlink_to(PREPARED / "jest/node_modules")
        log, own = self.both(root, "node", "node_modules/.bin/jest")
        self.assertEqual(sorted(log), sorted(own))


if __name__ == "__main__":
    unittest.main(verbosity=2)
