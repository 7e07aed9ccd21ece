"""`proctor run`: tools that tell of their tests themselves, wherever the command starts them. What they print stays as it is."""
import json
import re

import harness
import test_exercism
from of_a_framework import PREPARED
from test_run import Case, line_of, run_of


class Tells(Case):
    def test_jest_tells_of_its_tests(self):
        test_exercism.prepare("javascript", PREPARED)
        modules = PREPARED / "jest/node_modules"
        (self.root / "node_modules").symlink_to(modules)
        (self.root / "package.json").write_text('{"scripts": {"test": "node node_modules/jest/bin/jest.js"}, "jest": {"cacheDirectory": "<rootDir>/.c"}}')
        (self.root / "a.test.js").write_text(
            "test('adds', () => expect(process.env.PROCTOR_LISTEN ?? process.env.NODE_OPTIONS).toBe(undefined));\n"
            "test('fails', () => expect(1 + 1).toBe(3));\n")
        bare = self.piped(["npm", "test"])
        ours = self.piped(run_of(["npm", "test"]))
        clean = re.compile(rb"Time: .*| \([\d.]+ m?s\)|\s+\n")
        *lines, last = ours[1].decode().splitlines()
        self.assertEqual(clean.sub(b"", "\n".join(lines).encode() + b"\n"), clean.sub(b"", bare[1]))
        self.assertEqual(clean.sub(b"", ours[0]), clean.sub(b"", bare[0]))
        self.assertIn("proctor: FAIL 1 of 2 failed: fails, run ", last)
        self.assertTrue(last.endswith(" rerun: proctor test --framework jest --only a.test.js::fails"), last)

    def tells(self, form, framework, rerun, files=()):
        """The command prints what it prints alone, and its tests are told by themselves; gives back what each did."""
        for name, text in files:
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(text)
        bare, ours = self.piped(line_of(form)), self.piped(run_of(form, "--json", "answer.json"))
        clean = re.compile(rb"(Finished in|\d+ passing) .*")
        *lines, last = ours[1].splitlines(keepends=True)
        self.assertEqual([clean.sub(b"T", part) for part in (ours[0], b"".join(lines))], [clean.sub(b"T", part) for part in bare[:2]])
        self.assertTrue(last.decode().strip().endswith(f"rerun: proctor test --framework {framework} --only {rerun}"), last)
        report = json.loads((self.root / "answer.json").read_text())["data"]["report"]
        return {f"{suite['file']}: {case['name']}": case["status"] for suite in report["suites"] for case in suite["cases"]}

    def test_rspec_tells_of_its_tests(self):
        self.assertEqual(self.tells("cd lib && rspec --seed 1 . | cat", "rspec", "'lib/a_spec.rb::sum > fails'", [("lib/a_spec.rb", """
            RSpec.describe("sum") do
              it("is clean") { expect(ENV.to_h.select { |name, value| name == "PROCTOR_LISTEN" || value.include?("listen.rb") }).to eq({}) }
              it("fails") { expect(1 + 1).to eq 3 }
              xit("later") {}
            end""")]), {"lib/a_spec.rb: sum > is clean": "pass", "lib/a_spec.rb: sum > fails": "fail", "lib/a_spec.rb: sum > later": "skip"})
        _, err, code = self.piped(run_of("rspec --dry-run lib/a_spec.rb"))  # which prints "3 examples, 0 failures"
        self.assertEqual((code, err.decode().split(", run")[0]), (0, "proctor: no tests in it, exit code 0"))
        # What fails outside of tests: nothing but this says so where the output is lost.
        (self.root / "lib/a_spec.rb").write_text('RSpec.describe("a") { after(:context) { raise "no" }; it("one") {} }')
        _, err, code = self.piped(run_of("rspec lib/a_spec.rb > /dev/null || true"))
        self.assertEqual(code, 3, err)
        self.assertIn(b"An error occurred in an `after(:context)` hook", err)

        # Nor does anything but this where a test ends the whole program well; to whom the tool Test answers is told the same.
        (self.root / "lib/a_spec.rb").write_text('RSpec.describe("a") { it("one") {}; it("ends") { exit!(0) } }')
        command = "rspec --format documentation lib/a_spec.rb"
        _, err, code = self.piped(run_of(command))
        self.assertEqual(code, 3, err)
        call = self.place.run("call", "Test", "--args", json.dumps({"command": command}), "--yes", "--json", cwd=self.root)
        self.assertEqual(json.loads(call.out)["error"]["code"], "TEST_INCONSISTENT", call)

    def test_minitest_tells_of_its_tests(self):
        self.assertEqual(self.tells(["rake", "test", "TESTOPTS=--seed=1"], "minitest", "'test/a_test.rb::A > test_fails'", [
            ("Rakefile", 'require "rake/testtask"\nRake::TestTask.new(:test) { |t| t.pattern = "test/*_test.rb"; t.warning = true }\n'),
            ("test/a_test.rb", """require "minitest/autorun"
            class A < Minitest::Test
              def test_is_clean; assert_empty(ENV.to_h.select { |name, value| name == "PROCTOR_LISTEN" || value.include?("listen.rb") }); end
              def test_fails; assert_equal 3, 1 + 1; end
              def test_later; skip; end
            end""")]), {"test/a_test.rb: A > test_is_clean": "pass", "test/a_test.rb: A > test_fails": "fail", "test/a_test.rb: A > test_later": "skip"})

    def test_tap_that_is_whole_is_read_from_the_output(self):
        for name, text in {
            "t/a.t": "use Test::More tests => 3; ok(1, 'a'); ok(1, 'a'); ok(!$ENV{BAD}, 'b');\n",
            "t/cut.t": "print qq(1..3\\nok 1\\nok 2\\n);\n",
            "a.test.mjs": "import test from 'node:test'; test('one', () => {}); test('two', async (t) => { await t.test('in', () => {}); });",
        }.items():
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(text)
        for command, verdict in (
                ("perl t/a.t", "PASS 3 passed"), ("perl t/a.t | cat", "PASS 3 passed"), ("BAD=1 perl t/a.t", "FAIL 1 of 3 failed: b"),
                ("node --test a.test.mjs", "PASS 2 passed"), ("node a.test.mjs", "PASS 2 passed"),
                ("perl t/cut.t", "DONE exit code 0, no tests seen"), ("perl t/cut.t | cat", "ERROR TEST_INCONSISTENT"),
                ("go test ./... ; node --test a.test.mjs", "ERROR TEST_INCONSISTENT"),  # go comes to no test, and its exit code is lost
                ("cat <<< 'ok 1'", "no tests in it, exit code 0")):
            with self.subTest(command=command):
                _, err, _ = self.piped(run_of(command))
                self.assertIn(f"proctor: {verdict}", err.decode())

    def test_a_test_that_ends_its_tool_well_is_no_pass(self):
        """Tools that tell of nothing by themselves: what they always print at their end isn't there."""
        for name, text in {
            "test_a.py": "import os, unittest\nclass A(unittest.TestCase):\n  def test_a(self): pass\n  def test_b(self): os._exit(0)\n",
            "spec/a_spec.lua": "describe('a', function() it('one', function() end); it('ends', function() os.exit(0) end) end)",
            "ATest.php": "<?php final class ATest extends PHPUnit\\Framework\\TestCase {\n"
                         "  function testA() { $this->assertTrue(true); }\n  function testB() { exit(0); }\n}",
            "a_test.rb": "require 'minitest/autorun'\nclass A < Minitest::Test; def test_a; end; def test_b; exit!(0) if ENV['ENDS']; end; end",
            "js/a.test.mjs": "import test from 'node:test'; test('one', () => {}); test('ends', () => process.exit(0));",
            "js/b.test.mjs": "import test from 'node:test'; test('one', () => {});",
        }.items():
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(text)
        for command in ("python3 -m unittest -q", "busted", "phpunit ATest.php", "ENDS=1 ruby -e 'require \"./a_test.rb\"'", "node --test js"):
            with self.subTest(command=command):
                _, err, code = self.piped(run_of(command))
                self.assertEqual(code, 3, err)
                self.assertIn(b"ERROR TEST_INCONSISTENT", err.splitlines()[-1])
        _, err, code = self.piped(run_of("python3 -m unittest test_a.A.test_a && python3 -m unittest -k nothing && busted --filter one && "
                                         "phpunit --filter nothing ATest.php && ruby -e 'require \"./a_test.rb\"' && node --test js/b.test.mjs"))
        self.assertEqual(code, 0, err)
        call = self.place.run("call", "Test", "--args", json.dumps({"command": "python3 -m unittest"}), "--yes", "--json", cwd=self.root)
        self.assertEqual(json.loads(call.out)["error"]["code"], "TEST_INCONSISTENT", call)

    def test_rubies_that_run_no_tests_are_left_alone(self):
        for line in ("echo 'puts 1' | irb -f --nomultiline", "ruby -w -e 'p $LOADED_FEATURES.grep(/json|socket/), Thread.list.size'", "rake --version"):
            bare, ours = self.piped(line_of(line)), self.piped(run_of(f"{line}; prove a.t"))
            with self.subTest(line=line):
                self.assertIn(bare[0], ours[0])
                self.assertEqual(ours[1].count(b"\n"), 1, ours[1])

    def test_mocha_tells_of_its_tests(self):
        (self.root / "node_modules").symlink_to(harness.REPOSITORY / "node_modules")
        test = """const assert = require('assert');
            describe('sum', () => {
              it('is clean', () => assert.deepEqual([process.env.NODE_OPTIONS, process.env.PROCTOR_LISTEN], [undefined, undefined]));
              it('fails', () => assert.equal(1 + 1, 3));
              it('later');
              it('again', function () { this.retries(1); assert.ok(this.test.currentRetry()); });
            });"""
        tests = {f"test/a.js: sum > {name}": status for name, status in
                 (("is clean", "pass"), ("fails", "fail"), ("later", "skip"), ("again", "pass"))}
        (self.root / "package.json").write_text('{"scripts": {"test": "mocha --no-warnings --reporter dot"}}')  # it starts node once more
        for form in (["npm", "test"], ["node", "node_modules/mocha/bin/mocha.js", "--parallel"]):
            self.assertEqual(self.tells(form, "mocha", "'test/a.js::sum > fails'", [("test/a.js", test)]), tests)


if __name__ == "__main__":
    harness.main()
