"""Frameworks whose tool writes the report itself: cargo test, node --test, prove, PHPUnit."""
import json
import os
import pathlib
import shlex
import unittest

from harness import BOX, Place
from of_a_framework import statuses

CARGO = '[package]\nname = "foo"\nversion = "0.1.0"\nedition = "2021"\n'
RUST = """/// ```
/// assert_eq!(foo::add(1, 2), 3);
/// ```
pub fn add(a: i32, b: i32) -> i32 { a + b }

#[cfg(test)]
mod tests {
    fn is(what: &str) -> bool { std::env::var("DOES").map_or(false, |does| does == what) }
    #[test] fn adds() { assert_eq!(super::add(1, 1), 2); }
    #[test] fn exits() { if is("exit") { std::process::exit(0) } }
    #[test] fn fails() { println!("printed"); assert_eq!(super::add(1, 1), 3, "the sum"); }
    #[test] #[ignore] fn ignored() {}
    #[test] fn waits() { if is("wait") { std::thread::sleep(std::time::Duration::from_secs(600)) } }
}
"""
RUST_MORE = "#[test]\nfn works() { assert_eq!(foo::add(2, 2), 4); }\n"
NODE = """const { test, describe, it } = require('node:test');
const assert = require('node:assert');
test('works', () => {});
test('fails', () => assert.strictEqual(1, 2));
test('later', { skip: 'not yet' }, () => {});
describe('outer', () => { it('inside', () => {}); it('breaks "ä😀" a::b\\n[c] > d', () => { throw new Error('no'); }); });
test.todo('soon');
test('hangs', () => { while (process.env.DOES === 'hang'); });
"""
NODE_BREAKS = 'breaks "ä😀" a::b\\n[c] > d'  # (TAP has no line feeds)
NODE_EXITS = "const { test } = require('node:test');\ntest('a', () => {});\ntest('b', () => process.exit(0));\n"
PERL = """use Test::More;
ok 1, 'one';
is 1, 2, 'two';
SKIP: { skip 'not yet', 1; ok 1, 'three'; }
exit 0 if ($ENV{DOES} // '') eq 'exit';
sleep 60 if ($ENV{DOES} // '') eq 'hang';
done_testing;
"""
PHP = """<?php
namespace Tests;
final class AddTest extends \\PHPUnit\\Framework\\TestCase {
  private function does(string ...$what): bool { return in_array(getenv('DOES'), $what, true); }
  public function testAdds(): void { $this->assertSame(2, 1 + 1); }
  public function testExits(): void { if ($this->does('exit', 'exit twice')) exit(0); $this->assertTrue(true); }
  public function testThrows(): void { if ($this->does('exit twice')) exit(0); if ($this->does('throw')) throw new \\Exception('thrown'); $this->assertTrue(true); }
  public function testFails(): void { $this->assertSame(3, 1 + 1); }
  public function testSkipped(): void { $this->markTestSkipped('not yet'); }
  /** @dataProvider rows */
  public function testRows(int $n): void { $this->assertGreaterThan(1, $n); }
  public static function rows(): array { return ['low' => [1], 'high' => [2]]; }
}
"""


def error_code(run):
    return (run.envelope["error"] or {}).get("code") if not run.envelope["ok"] else None


class Projects(unittest.TestCase):
    """What tests of a framework's projects need."""

    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.close)

    def project(self, files):
        return self.place.project(files, toml=None)

    def check(self, run, code, framework, expected):
        self.assertEqual(error_code(run), code, run)
        self.assertEqual(run.data["framework"]["name"], framework, run)
        self.assertEqual(statuses(run), expected, run)

    def rerun(self, run, *more, **env):
        words = shlex.split(run.data["rerun"])
        self.assertEqual(words[:2], ["proctor", "test"], run)
        return self.place.test(*words[2:], *more, **env)

    def case(self, run, name):
        return next(case for suite in run.data["suites"] for case in suite["cases"] if case["name"] == name)

    def reason(self, run, name):
        return self.case(run, name).get("reason", "")


class Native(Projects):
    def test_cargo(self):
        root = self.project({"Cargo.toml": CARGO, "src/lib.rs": RUST, "tests/it.rs": RUST_MORE})
        all_tests = {"tests::adds": "pass", "tests::exits": "pass", "tests::fails": "fail", "tests::ignored": "skip",
                     "tests::waits": "pass", "works": "pass", "src/lib.rs - add (line 1)": "pass"}
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "cargo", all_tests)
        self.assertIn("the sum", self.reason(run, "tests::fails"))
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "cargo", {"tests::fails": "fail"})
        self.check(self.place.test(root, "--rerun-failed"), "TEST_ASSERTION_FAILED", "cargo", {"tests::fails": "fail"})
        self.check(self.place.test(root, "--filter", "add|work"), None, "cargo",
                   {"tests::adds": "pass", "works": "pass", "src/lib.rs - add (line 1)": "pass"})
        doc = self.place.test(root, "--only", "src/lib.rs::Doc-tests foo::src/lib.rs - add (line 1)")
        self.check(doc, None, "cargo", {"src/lib.rs - add (line 1)": "pass"})
        refused = self.place.test(root, "--fail-fast")
        self.assertEqual(error_code(refused), "INVALID_REQUEST", refused)

        exits = self.place.test(root, env={"DOES": "exit"})
        self.check(exits, "TEST_INCONSISTENT", "cargo", all_tests | {"tests::exits": "fail"})
        self.assertIn("ended the whole program with exit code 0", self.reason(exits, "tests::exits"))

        waits = self.place.test(root, "--timeout", "6s", env={"DOES": "wait"})
        self.assertEqual(error_code(waits), "TEST_TIMEOUT", waits)
        self.assertEqual(statuses(waits)["tests::waits"], "fail", waits)
        self.assertIn("works", [test["name"] for test in waits.data["not_run"]], waits)

        # A program of its own kind, which has no --list: a filter chooses nothing then.
        (root / "Cargo.toml").write_text(CARGO + '\n[[test]]\nname = "own"\nharness = false\n')
        (root / "tests/own.rs").write_text("fn main() { std::process::exit(2) }\n")
        unlisted = self.place.test(root, "--filter", "add")
        self.assertEqual((error_code(unlisted), "data" in unlisted.envelope), ("TEST_CONFIG_INVALID", False), unlisted)

        (root / "tests/it.rs").write_text("#[test]\nfn works() { nothing() }\n")
        broken = self.place.test(root)
        self.assertEqual(error_code(broken), "TEST_COMPILE_FAILED", broken)
        self.assertIn("cannot find function `nothing`", broken.envelope["error"]["message"])

    def newer_node(self):
        """The environment with a node that knows all of its options; Debian's own is 18."""
        programs = self.place.top / "programs"
        programs.mkdir(exist_ok=True)
        if not (programs / "node").exists():
            (programs / "node").symlink_to(pathlib.Path(BOX, "bin/node22").resolve())
        return {"PATH": f"{programs}:{os.environ['PATH']}"}

    def test_node(self):
        breaks = NODE_BREAKS
        root = self.project({"package.json": '{"scripts": {"test": "echo lint && node --test --test-reporter=spec"}}',
                             "test/a.test.js": NODE, "test/b.test.js": "require('node:test').test('works', () => {});\n"})
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "node",
                   {"works": "pass", "fails": "fail", "later": "skip", "inside": "pass", "soon": "skip", "hangs": "pass", breaks: "fail"})
        self.assertEqual((run.data["passed"], run.data["failed"], run.data["skipped"]), (4, 2, 2), run)
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "node", {"fails": "fail", breaks: "fail"})
        self.check(self.place.test(root, "--only", f"test/a.test.js::outer::{breaks}"), "TEST_ASSERTION_FAILED", "node", {breaks: "fail"})
        hangs = self.place.test(root, "--timeout", "3s", env=self.newer_node() | {"DOES": "hang"})
        self.assertFalse(hangs.envelope["ok"], hangs)
        self.assertEqual(statuses(hangs)["works"], "pass", hangs)
        self.assertRegex(str(hangs.data["suites"]), r"a\.test\.js'.*test timed out after")
        self.check(self.place.test(root, "--filter", "^works$"), None, "node", {"works": "pass"})
        self.assertEqual(error_code(self.place.test(root, "--filter", "nothing")), "TEST_NONE_RAN")
        self.assertEqual(error_code(self.place.test(root, "--fail-fast")), "INVALID_REQUEST")
        (root / "test/a.test.js").write_text(NODE_EXITS)
        self.assertEqual(error_code(self.place.test(root)), "TEST_INCONSISTENT")
        (root / "test/a.test.js").write_text("const {\n")
        broken = self.place.test(root)
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn("SyntaxError", str(broken.envelope))

    def test_a_file_of_node_s_that_ends_badly_says_why_and_runs_again(self):
        head = "const { test, after } = require('node:test');\ntest('foo', () => {"
        root = self.project({"package.json": '{"scripts": {"test": "node --test"}}', "b.test.js": "require('node:test').test('good', () => {});\n"})
        for text, why in ((head + "});\nafter(() => process.exit(1));\n", "ended with exit code 1, and node shows no error"),
                          (head + " setTimeout(() => { throw new Error('later'); }, 20); });\n", 'created the error "Error: later"'),
                          (head + "});\nprocess.exit(3);\n", "ended with exit code 3")):
            (root / "a.test.js").write_text(text)
            run = self.place.test(root)
            self.assertEqual((error_code(run), statuses(run)["[failed]"]), ("TEST_INCONSISTENT", "error"), run)
            self.assertIn(why, self.reason(run, "[failed]"))
        self.assertEqual(statuses(self.rerun(run))["[failed]"], "error")
        # (Node 18 has it as a test that failed.)
        (root / "a.test.js").write_text(head + "});\nprocess.kill(process.pid, 'SIGTERM');\n")
        killed = self.place.test(root)
        self.assertFalse(killed.envelope["ok"], killed)
        self.assertIn("SIGTERM", str(killed.data["suites"]), killed)
        (root / "a.test.js").write_text(head + "});\n")
        self.check(self.rerun(run), None, "node", {"foo": "pass", "good": "pass"})

    def test_what_the_scripts_run_around_node_is_run(self):
        test = "const { test } = require('node:test');\ntest('f', () => require('node:assert').equal(require('./dist.js'), 'old'));\n"
        root = self.project({"a.test.js": test, "build.js": "require('fs').writeFileSync('dist.js', `module.exports = 'new';`);\n"})
        for scripts in ({"pretest": "node build.js", "test": "node --test | cat"}, {"test": "node build.js && node --test"},
                        {"test": "npm run build && npm run -s unit", "build": "node build.js", "unit": "node --test"}):
            with self.subTest(scripts=scripts):
                (root / "dist.js").write_text("module.exports = 'old';\n")
                (root / "package.json").write_text(json.dumps({"scripts": scripts}))
                self.check(self.place.test(root), "TEST_ASSERTION_FAILED", "node", {"f": "fail"})
        (root / "package.json").write_text(json.dumps({"scripts": {"test": "node --test", "posttest": "exit 3"}}))
        (root / "dist.js").write_text("module.exports = 'old';\n")
        self.check(self.place.test(root), "TEST_INCONSISTENT", "node", {"f": "pass"})

    def test_a_newer_node(self):
        """It names files without their directories, and calls one a pass that ended in the midst of its tests."""
        env = self.newer_node()
        root = self.project({"package.json": '{"scripts": {"test": "node --test"}}', "test/a.test.js": NODE,
                             "test/b.test.js": "require('node:test').test('other', () => {});\n"})
        run = self.place.test(root, env=env)
        self.assertEqual((run.data["passed"], run.data["failed"], run.data["skipped"]), (4, 2, 2), run)
        self.check(self.rerun(run, env=env), "TEST_ASSERTION_FAILED", "node", {"fails": "fail", NODE_BREAKS: "fail"})
        (root / "test/a.test.js").write_text(NODE_EXITS)
        self.assertEqual(error_code(self.place.test(root, env=env)), "TEST_INCONSISTENT")

    def test_prove(self):
        root = self.project({"cpanfile": "", "t/a.t": PERL, "t/deep/b.t": "print qq(1..1\\nok 1 - deep\\n);\n",
                             "xt/c.t": "die;\n"})
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "prove", {"one": "pass", "two": "fail", "test 3": "skip", "deep": "pass"})
        self.assertIn("expected: '2'", self.reason(run, "two"))
        # prove can't choose within a file.
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "prove", {"one": "pass", "two": "fail", "test 3": "skip"})
        self.check(self.place.test(root / "t/deep"), None, "prove", {"deep": "pass"})
        self.assertEqual(error_code(self.place.test(root, "--match-path", "t/none.t")), "TEST_NONE_RAN")
        self.assertEqual(error_code(self.place.test(root, "--filter", "one")), "INVALID_REQUEST")
        self.assertEqual(error_code(self.place.test(root, env={"DOES": "exit"})), "TEST_INCONSISTENT")
        hangs = self.place.test(root, "--timeout", "2s", env={"DOES": "hang"})
        self.check(hangs, "TEST_TIMEOUT", "prove", {"one": "pass", "two": "fail", "test 3": "skip"})
        (root / "t/a.t").write_text("use Test::More; ok 1, 'one'; done_testing; }\n")
        broken = self.place.test(root)
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn("Unmatched right curly bracket", self.reason(broken, "(the program)"))

    def test_phpunit(self):
        root = self.project({"phpunit.xml": "<phpunit><testsuites><testsuite name='all'><directory>tests</directory>"
                                            "</testsuite></testsuites></phpunit>", "tests/AddTest.php": PHP})
        rows = {'testRows with data set "low"': "fail", 'testRows with data set "high"': "pass"}
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "phpunit",
                   {"testAdds": "pass", "testExits": "pass", "testThrows": "pass", "testFails": "fail", "testSkipped": "skip"} | rows)
        self.assertEqual(self.reason(run, "testSkipped"), "not yet")
        del rows['testRows with data set "high"']
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "phpunit", {"testFails": "fail"} | rows)
        self.check(self.place.test(root, "--filter", "Adds"), None, "phpunit", {"testAdds": "pass"})
        self.check(self.place.test(root, "--fail-fast"), "TEST_ASSERTION_FAILED", "phpunit",
                   {"testAdds": "pass", "testExits": "pass", "testThrows": "pass", "testFails": "fail"})
        for file in ("tests/One", "tests/deep/Two"):
            path = root / f"{file}Test.php"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"<?php class {path.stem} extends PHPUnit\\Framework\\TestCase {{ function testX() {{ self::assertTrue(true); }} }}")
        self.check(self.place.test(root, "--match-path", "tests/deep/*"), None, "phpunit", {"testX": "pass"})
        self.assertEqual(error_code(self.place.test(root, "--match-path", "other/*")), "TEST_NONE_RAN")
        two = self.place.test(root / "tests/OneTest.php", root / "tests/deep")
        self.assertEqual((two.envelope["ok"], two.envelope["data"]["passed"]), (True, 2), two)
        for file in ("tests/One", "tests/deep/Two"):
            (root / f"{file}Test.php").unlink()
        throws = self.place.test(root, "--filter", "Throws|Adds", env={"DOES": "throw"})
        self.check(throws, "TEST_ASSERTION_FAILED", "phpunit", {"testAdds": "pass", "testThrows": "fail"})
        exits = self.place.test(root, env={"DOES": "exit"})
        self.check(exits, "TEST_ASSERTION_FAILED", "phpunit", {"testAdds": "pass", "testExits": "fail"})
        self.assertIn("ended with exit code 0", self.reason(exits, "testExits"))
        self.assertIn("5 of 7 tests didn't run", str(exits.data["warnings"]))
        self.assertNotIn("Gone", str(exits.data["warnings"]))  # nobody knows of these
        # What the first of them left behind is no result of the run without it.
        twice = self.place.test(root, "--filter", "Exits|Throws|Skipped", env={"DOES": "exit twice"})
        self.assertFalse(twice.envelope["ok"], twice)
        self.assertEqual(statuses(twice)["testExits"], "fail", twice)
        self.assertNotEqual(statuses(twice).get("testThrows"), "pass", twice)
        (root / "tests/OtherTest.php").write_text(PHP.replace("AddTest", "OtherTest"))
        for path in ("tests/Other*", "tests/OtherTest.php", "tests/[O]*"):
            other = self.place.test(root, "--match-path", path)
            self.assertEqual({suite["name"] for suite in other.data["suites"]}, {"Tests\\OtherTest"}, other)
        (root / "tests/OtherTest.php").unlink()
        (root / "tests/AddTest.php").write_text("<?php class AddTest { function }\n")
        broken = self.place.test(root)
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn("syntax error", str(broken.envelope))


if __name__ == "__main__":
    unittest.main(verbosity=2)
