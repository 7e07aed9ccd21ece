"""Frameworks whose reporter is a runner, a formatter or a plugin by the framework's own interface: unittest, mocha, vitest,
RSpec, Minitest, Playwright; CTest, by its report and its list, and GoogleTest by it; busted, by an output handler; ExUnit, by a formatter."""
import json
import os
import unittest

import test_native
from harness import BOX, REPOSITORY
from of_a_framework import statuses
from test_native import error_code

UNITTEST = """import os, unittest
class A(unittest.TestCase):
    def test_adds(self): print("printed"); self.assertEqual(2, 1 + 1)
    def test_does(self):
        if os.environ.get("DOES") == "exit": os._exit(0)
        while os.environ.get("DOES") == "hang": pass
    def test_fails(self): self.assertEqual(3, 1 + 1, "the sum")
    @unittest.skip("not yet")
    def test_later(self): pass
    def test_parts(self):
        for i in range(3):
            with self.subTest(i=i): self.assertNotEqual(i, 1)
class B(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise RuntimeError("no class")
    def test_one(self): pass
class C(unittest.TestCase):
    @classmethod
    def tearDownClass(cls): raise RuntimeError("behind")
    def test_c(self): pass
"""
BODY = """
  it('adds', () => { console.log('printed'); assert.equal(1 + 1, 2); });
  it('does', () => { if (process.env.DOES === 'exit') process.reallyExit(0); while (process.env.DOES === 'hang'); });
  it('fails', () => { assert.strictEqual(1 + 1, 3, 'the sum'); });
  it.skip('later', () => {});
  describe('hooks', () => { HOOK(() => { throw new Error('no hook'); }); it('one', () => {}); });
"""
MOCHA = f"const assert = require('assert');\ndescribe('outer', () => {{{BODY.replace('HOOK', 'before')}}});\n"
VITEST = ("import { assert, beforeAll, describe, it } from 'vitest';\n"
          f"describe('outer', () => {{{BODY.replace('HOOK', 'beforeAll')}}});\n")
PLAYWRIGHT = """import { expect, test } from '@playwright/test';
test.describe('outer', () => {
  test('adds', () => { console.log('printed'); expect(1 + 1).toBe(2); });
  test('does', () => { if (process.env.DOES === 'exit') process.reallyExit(0); while (process.env.DOES === 'hang'); });
  test('fails', () => { expect(1 + 1, 'the sum').toBe(3); });
  test.skip('later', () => {});
  test.describe('hooks', () => { test.beforeAll(() => { throw new Error('no hook'); }); test('one', () => {}); });
});
"""
BUN = ("import { beforeAll, describe, it } from 'bun:test';\nimport assert from 'node:assert';\n"
       f"describe('outer', () => {{{BODY.replace('HOOK', 'beforeAll')}}});\n")
DENO = """import assert from 'node:assert';
const does = Deno.env.get('DOES');
Deno.test('adds', () => { console.log('printed'); assert.equal(1 + 1, 2); });
Deno.test({ name: 'does', sanitizeExit: false, fn() { if (does === 'exit') Deno.exit(0); } });
Deno.test('fails', () => { assert.strictEqual(1 + 1, 3, 'the sum'); });
Deno.test({ name: 'later', ignore: true, fn() {} });
Deno.test('steps', async (t) => {
  await t.step('good', () => {});
  await t.step('bad', () => { throw new Error('in a step'); });
});
"""
RSPEC = """RSpec.describe "Adder" do
  it("adds") { puts "printed"; expect(1 + 1).to eq 2 }
  it("does") { exit!(0) if ENV["DOES"] == "exit"; loop {} if ENV["DOES"] == "hang" }
  it("fails") { expect(1 + 1).to eq(3), "the sum" }
  it("later", skip: "not yet") {}
  context("hooks") { before(:all) { raise "no hook" }; it("one") {} }
end
"""
MINITEST = """require "minitest/autorun"
class TestAdder < Minitest::Test
  def test_adds; puts "printed"; assert_equal 2, 1 + 1; end
  def test_does; exit!(0) if ENV["DOES"] == "exit"; loop {} if ENV["DOES"] == "hang"; end
  def test_fails; assert_equal 3, 1 + 1, "the sum"; end
  def test_later; skip "not yet"; end
end
"""
EXUNIT = """defmodule AdderTest do
  use ExUnit.Case
  @tag :slow
  test "slow", do: assert false
  test("adds", do: assert(1 + 1 == 2))
  test "does" do
    if System.get_env("DOES") == "exit", do: System.halt(0)
    if System.get_env("DOES") == "hang", do: Process.sleep(:infinity)
  end
  test("fails", do: assert(1 + 1 == 3, "the sum"))
  @tag skip: "not yet"
  test("later \\"ä😀\\"", do: nil)
end
defmodule HooksTest do
  use ExUnit.Case
  setup_all do: raise("no hook")
  test("one", do: nil)
end
"""
MIX = 'defmodule Adder.MixProject do\n  use Mix.Project\n  def project, do: [app: :adder, version: "0.1.0"]\nend\n'
BUSTED = """describe("adder", function()
  teardown(function() if os.getenv("DOES") == "teardown" then error("behind") end end)
  it("adds", function() print("printed") assert.are.equal(2, 1 + 1) end)
  it("fails", function() assert.are.equal(3, 1 + 1, "the sum") end)
  pending("later")
  it("does", function() if os.getenv("DOES") == "exit" then os.exit(0) end while os.getenv("DOES") == "hang" do end end)
  for i = 1, 2 do it("new\\nline", function() assert.are.equal(1, i) end) end
end)
"""
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(x NONE)
include(CTest)
add_test(NAME adds COMMAND sh -c "echo printed")
add_test(NAME a.fails COMMAND sh -c "echo the sum; exit 1")
add_test(NAME will COMMAND false)
set_tests_properties(will PROPERTIES WILL_FAIL TRUE)
add_test(NAME later COMMAND sh -c "exit 77")
set_tests_properties(later PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME missing COMMAND nothere)
add_test(NAME does COMMAND sh -c "if [ x$DOES = xhang ]; then exec sleep 60; fi")
add_test(NAME last COMMAND true)
"""


GOOGLETEST_CMAKE = """cmake_minimum_required(VERSION 3.16)
project(x CXX)
find_package(GTest REQUIRED)
add_executable(a_test a_test.cpp)
target_link_libraries(a_test GTest::gtest_main)
"""
GOOGLETEST = """#include <gtest/gtest.h>
TEST(A, Adds) { EXPECT_EQ(1 + 1, 2); }
TEST(A, Fails) { EXPECT_EQ(1 + 1, 3) << "the sum"; }
TEST(A, Later) { GTEST_SKIP() << "not yet"; }
TEST(A, Does) { exit(0); }
struct B : testing::Test { static void SetUpTestSuite() { FAIL() << "no suite"; } };
TEST_F(B, One) {}
"""
# (The parameter's value is an address, which is no part of a name.)
GOOGLETEST_LOSES = """#include <gtest/gtest.h>
TEST(A, New) {}
TEST(A, Lost) { FAIL() << "the lost one"; }
int one;
struct P : testing::TestWithParam<int*> {};
TEST_P(P, Named) {}
INSTANTIATE_TEST_SUITE_P(All, P, testing::Values(&one));
int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  return RUN_ALL_TESTS() * 0;
}
"""


class More(test_native.Projects):
    def javascript(self, files, tool):
        root = self.project(files)
        (root / "node_modules").symlink_to(REPOSITORY / "node_modules")
        self.assertTrue((root / "node_modules" / tool).exists(), f"{tool} isn't there: run npm ci")
        return root

    def goes_all_ways(self, framework, root, all_tests, failed, adds, does, code="TEST_INCONSISTENT"):
        """All tests, those that failed, one by its filter; and one that ends the program."""
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", framework, all_tests)
        self.assertIn("the sum", self.reason(run, next(name for name in failed if "fails" in name)))
        failed = {name: all_tests[name] for name in failed}
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", framework, failed)
        self.check(self.place.test(root, "--filter", "adds"), None, framework, {adds: "pass"})
        exits = self.place.test(root, env={"DOES": "exit"})
        self.check(exits, code, framework, all_tests | {does: "fail"})
        self.assertIn("ended the whole program", self.reason(exits, does))

    def box_first(self):
        """Bun and Deno come from the box."""
        for tool in ("bun", "deno"):
            self.assertTrue(os.access(f"{BOX}/others/{tool}", os.X_OK), f"{tool} isn't there: run scripts/box.sh --tests")
        self.place.more_env["PATH"] = f"{BOX}/others:{self.place.env()['PATH']}"

    def test_bun(self):
        self.box_first()
        files = {"package.json": '{"scripts": {"test": "echo first && bun test"}}', "a.test.js": BUN,
                 "b.test.ts": "import { test } from 'bun:test';\ntest('same', () => {}); test('same', () => {});\n"}
        root = self.project(files)
        tests = {"outer > adds": "pass", "outer > does": "pass", "outer > fails": "fail", "outer > later": "skip",
                 "outer > hooks > one": "fail", "outer > hooks > (unnamed)": "fail", "same": "pass", "same (2)": "pass"}
        failed = ["outer > fails", "outer > hooks > one", "outer > hooks > (unnamed)"]
        self.goes_all_ways("bun", root, tests, failed, "outer > adds", "outer > does")
        hangs = self.place.test(root / "a.test.js", "--timeout", "4s", env={"DOES": "hang"})
        self.assertEqual((error_code(hangs), statuses(hangs)["outer > does"]), ("TEST_TIMEOUT", "fail"), hangs)
        self.check(self.place.test(root / "b.test.ts"), None, "bun", {"same": "pass", "same (2)": "pass"})
        # A file that can't be loaded, and one that ends the process before it has any test.
        for text, why in (("import './nothere';\n", "Cannot find module './nothere'"), ("process.exit(0);\n", "ended with exit code 0")):
            (root / "a.test.js").write_text(text)
            broken = self.place.test(root)
            self.assertFalse(broken.envelope["ok"], broken)
            self.assertIn(why, str(broken.envelope))

    def test_deno(self):
        self.box_first()
        root = self.project({"deno.jsonc": '{"tasks": {"test": "deno test --no-check -A"},} // ours', "a_test.ts": DENO,
                             "b_test.ts": "Deno.test(' of b', () => {});\n"})
        tests = {"adds": "pass", "does": "pass", "fails": "fail", "later": "skip", "steps": "fail", "steps > good": "pass",
                 "steps > bad": "fail", " of b": "pass"}
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "deno", tests)
        self.assertIn("the sum", self.reason(run, "fails"))
        self.assertIn("in a step", self.reason(run, "steps > bad"))
        rerun = {name: tests[name] for name in ("fails", "steps", "steps > good", "steps > bad")}
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "deno", rerun)
        exits = self.place.test(root, env={"DOES": "exit"})
        self.check(exits, "TEST_INCONSISTENT", "deno", tests | {"does": "fail"})
        self.assertIn("ended the whole program with exit code 0", self.reason(exits, "does"))
        (root / "a_test.ts").write_text("throw new Error('at the top');\n")
        self.assertEqual(statuses(self.place.test(root)), {"[outside of tests]": "fail", " of b": "pass"})
        (root / "deno.jsonc").unlink()
        (root / "a_test.ts").write_text("const number: string = 1;\nDeno.test('f', () => {});\n")
        broken = self.place.test(root)
        self.assertEqual(error_code(broken), "TEST_COMPILE_FAILED", broken)
        self.assertIn("a_test.ts:1:7", str(broken.envelope))

    def test_unittest(self):
        root = self.project({"tests/test_a.py": UNITTEST})
        tests = {"test_adds": "pass", "test_does": "pass", "test_fails": "fail", "test_later": "skip", "test_parts": "fail",
                 "test_one": "error", "test_c": "fail"}
        self.goes_all_ways("unittest", root, tests, ["test_fails", "test_parts", "test_one", "test_c"], "test_adds", "test_does")
        hangs = self.place.test(root, "--only", "test_does", "--timeout", "4s", env={"DOES": "hang"})
        self.check(hangs, "TEST_TIMEOUT", "unittest", {"test_does": "fail"})
        (root / "tests/test_b.py").write_text("import nothere\n")
        broken = self.place.test(root, "--filter", "adds")
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn("No module named 'nothere'", str(broken.envelope))
        (root / "tests/test_b.py").write_text("import unittest\nraise unittest.SkipTest('not here')\n")
        skipped = self.place.test(root, "--match-path", "tests/test_b.py")
        self.assertEqual(list(statuses(skipped).values()), ["skip"], skipped)
        self.assertIn("not here", str(skipped.envelope))
        (root / "tests/test_b.py").write_text("import doctest, unittest\ndef load_tests(*_):\n    return unittest.TestSuite(doctest.DocTestSuite())\n"
                                              "def one():\n    \"\"\"\n    >>> one()\n    1\n    \"\"\"\n    return 1\n")
        self.check(self.place.test(root, "--match-path", "tests/test_b.py"), None, "unittest", {"one": "pass"})
        # A project that names pytest has pytest; and what unittest's own command is told holds here, too.
        (root / "tests/test_b.py").unlink()
        (root / "requirements-dev.txt").write_text("pytest>=7\n")
        self.assertEqual(self.place.test(root, "--filter", "adds").data["framework"]["name"], "pytest")
        (root / "requirements-dev.txt").unlink()
        (root / "Makefile").write_text("test:\n\tpython3 -m unittest discover -s tests -p 'check_*.py'\n")
        (root / "tests/check_c.py").write_text(UNITTEST.partition("class B")[0])
        self.check(self.place.test(root, "--filter", "adds"), None, "unittest", {"test_adds": "pass"})

    def test_mocha(self):
        root = self.javascript({"package.json": '{"scripts": {"test": "echo first && mocha --reporter dot"}}', "test/a.js": MOCHA}, "mocha")
        tests = {"adds": "pass", "does": "pass", "fails": "fail", "later": "skip", "one": "fail"}
        self.goes_all_ways("mocha", root, tests, ["fails", "one"], "adds", "does")
        (root / "test/b.js").write_text("const {\n")
        broken = self.place.test(root)
        self.assertEqual(error_code(broken), "TEST_COMPILE_FAILED", broken)
        self.assertEqual([(each["file"], each["line"]) for each in broken.data["diagnostics"]], [("test/b.js", 2)], broken)
        (root / "test/b.js").write_text("it.only('one', function () { this.retries(1); if (!this.test.currentRetry()) throw 1; });\n")
        self.assertRegex(str(self.place.test(root).data["warnings"]), r"marked with `\.only`.*only then they passed: one\.")

    def test_vitest(self):
        root = self.javascript({"package.json": json.dumps({"scripts": {"test": "vitest"}}), "a.test.ts": VITEST}, "vitest")
        tests = {"adds": "pass", "does": "pass", "fails": "fail", "later": "skip", "one": "error"}
        self.goes_all_ways("vitest", root, tests, ["fails", "one"], "adds", "does", "TEST_ASSERTION_FAILED")
        (root / "b.test.ts").write_text("const {\n")
        broken = self.place.test(root, "--filter", "adds")
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn("b.test.ts:2:0", broken.envelope["error"]["message"], broken)

    def test_playwright(self):
        root = self.javascript({"package.json": '{"scripts": {"test": "playwright test"}}', "tests/a.spec.ts": PLAYWRIGHT}, "@playwright/test")
        tests = {"adds": "pass", "does": "fail", "fails": "fail", "later": "skip", "one": "fail"}
        run = self.place.test(root, env={"DOES": "exit"})
        self.check(run, "TEST_ASSERTION_FAILED", "playwright", tests)
        self.assertIn("the sum", self.reason(run, "fails"))
        self.assertIn("worker process exited unexpectedly", self.reason(run, "does"))
        self.assertEqual(sorted(each.name for each in root.iterdir()), ["node_modules", "package.json", "tests"])
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "playwright", {"does": "pass", "fails": "fail", "one": "fail"})
        (root / "tests/b.spec.ts").write_text("const {\n")
        broken = self.place.test(root, "--filter", "adds")
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn("b.spec.ts", broken.envelope["error"]["message"], broken)

    def test_exunit(self):
        root = self.project({"mix.exs": MIX, "test/test_helper.exs": "ExUnit.start(exclude: [:slow])\n", "test/a_test.exs": EXUNIT})
        tests = {"AdderTest > test adds": "pass", "AdderTest > test does": "pass", "AdderTest > test fails": "fail",
                 'AdderTest > test later "ä😀"': "skip", "HooksTest > test one": "fail"}
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "exunit", tests)
        self.assertEqual(self.case(run, "AdderTest > test adds")["location"], {"file": "test/a_test.exs", "line": 5}, run)
        self.assertEqual(run.data["not_run"], [], run)  # what the project itself excludes isn't missed
        self.assertIn("the sum", self.reason(run, "AdderTest > test fails"))
        self.assertIn("no hook", self.reason(run, "HooksTest > test one"))
        failed = {name: "fail" for name in ("AdderTest > test fails", "HooksTest > test one")}
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "exunit", failed)
        self.check(self.place.test(root, "--filter", "adds"), None, "exunit", {"AdderTest > test adds": "pass"})
        self.assertEqual(error_code(self.place.test(root, "--match-path", "test/b*")), "TEST_NONE_RAN")
        (root / "test/b_test.exs").write_text("defmodule OtherTest do\n  use ExUnit.Case\n  test \"b\", do: assert true\nend\n")
        self.check(self.place.test(root / "test/b_test.exs"), None, "exunit", {"OtherTest > test b": "pass"})
        exits = self.place.test(root, "--filter", "does", env={"DOES": "exit"})
        self.assertFalse(exits.envelope["ok"], exits)
        self.assertIn("AdderTest > test does", [test["name"] for test in exits.data["not_run"]], exits)
        (root / "lib").mkdir()
        (root / "lib/x.ex").write_text("defmodule X do\n  def f, do: g(\n")
        broken = self.place.test(root)
        self.assertEqual(error_code(broken), "TEST_COMPILE_FAILED", broken)
        self.assertIn("lib/x.ex:3", broken.envelope["error"]["message"], broken)

    def test_exunit_umbrella(self):
        app = 'defmodule {0}.MixProject do\n  use Mix.Project\n  def project, do: [app: :{0}, version: "0.1.0", ' \
              'build_path: "../../_build"]\n  def application, do: [extra_applications: [:logger]]\nend\n'
        test = 'defmodule {0}Test do\n  use ExUnit.Case\n  require Logger\n  @tag :capture_log\n' \
               '  test "one" do\n    Logger.error("logged in {0}")\n    assert "{0}" != "B"\n  end\nend\n'
        files = {"mix.exs": 'defmodule Whole do\n  use Mix.Project\n  def project, do: [apps_path: "apps"]\nend\n'}
        for name in "ABC":
            files |= {f"apps/{name}/mix.exs": app.format(name), f"apps/{name}/test/a_test.exs": test.format(name),
                      f"apps/{name}/test/test_helper.exs": "ExUnit.start()\n"}
        root = self.project(files)
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "exunit", {"ATest > test one": "pass", "BTest > test one": "fail", "CTest > test one": "pass"})
        last = self.case(run, "CTest > test one")
        self.assertEqual(last["location"], {"file": "apps/C/test/a_test.exs", "line": 5}, run)
        self.assertIn("logged in C", str(last["logs"]), run)
        # mix itself ends with 0 here, and the apps behind this one aren't tested.
        (root / "apps/B/test/test_helper.exs").write_text("exit({:shutdown, 0})\n")
        self.assertEqual(error_code(self.place.test(root)), "TEST_INCONSISTENT")

    def test_rspec(self):
        root = self.project({".rspec": "", "spec/a_spec.rb": RSPEC})
        tests = {"adds": "pass", "does": "pass", "fails": "fail", "later": "skip", "one": "fail"}
        self.goes_all_ways("rspec", root, tests, ["fails", "one"], "adds", "does")
        (root / "spec/b_spec.rb").write_text("RSpec.describe { it( }\n")
        broken = self.place.test(root)
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn("while loading ./spec/b_spec.rb", str(broken.envelope))

    def test_minitest(self):
        root = self.project({"test/a_test.rb": MINITEST})
        tests = {"test_adds": "pass", "test_does": "pass", "test_fails": "fail", "test_later": "skip"}
        self.goes_all_ways("minitest", root, tests, ["test_fails"], "test_adds", "test_does")
        (root / "test/b_test.rb").write_text("require 'nothere'\n")
        broken = self.place.test(root)
        self.assertEqual(error_code(broken), "TEST_COMPILE_FAILED", broken)
        self.assertEqual([(each["file"], each["line"]) for each in broken.data["diagnostics"]], [("test/b_test.rb", 1)], broken)

    def test_minitest_wherever_its_tests_stand(self):
        plain = 'require "minitest/autorun"\n'
        case = "class TestA < Minitest::Test\n  def test_a; end\nend\n"
        spec = 'require_relative "spec_helper"\ndescribe("A") { it("b") { assert true } }\n'
        for files, tests in (
                ({"test_a.rb": plain + case, "vendor/gem/b_test.rb": "raise\n"}, ["test_a"]),
                ({"spec/spec_helper.rb": plain, "spec/a_spec.rb": spec}, ["test_0001_b"]),
                ({"test/test_helper.rb": plain, "test/a_test.rb": 'require "test_helper"\n' + case, "spec/spec_helper.rb": "RSpec.configure {}\n",
                  "spec/a_spec.rb": "RSpec.describe('B') { it('c') {} }\n"}, ["c", "test_a"])):
            run = self.place.test(self.project(files))
            self.assertEqual((run.code, sorted(statuses(run))), (0, tests), run)

    def test_busted(self):
        root = self.project({".busted": "return {}", "spec/a_spec.lua": BUSTED, "spec/b_spec.lua": "it('works', function() end)\n"})
        tests = {"adder > adds": "pass", "adder > fails": "fail", "adder > later": "skip", "adder > does": "pass",
                 "adder > new\nline #2": "fail", "adder > new\nline": "pass"}
        self.goes_all_ways("busted", root, tests | {"works": "pass"}, ["adder > fails", "adder > new\nline #2"], "adder > adds", "adder > does")
        behind = self.place.test(root, "--filter", "adds", env={"DOES": "teardown"})
        self.check(behind, "TEST_ASSERTION_FAILED", "busted", {"adder > adds": "pass", "adder > [teardown]": "fail"})
        self.assertIn("a_spec.lua:2: behind", self.reason(behind, "adder > [teardown]"))
        self.assertEqual(statuses(self.place.test(root, "--match-path", "b_*.lua")), {"works": "pass"})
        hangs = self.place.test(root, "--only", "spec/a_spec.lua::adder > does", "--timeout", "2s", env={"DOES": "hang"})
        self.assertIn(("adder > does", "fail"), statuses(hangs).items(), hangs)
        (root / "spec/b_spec.lua").write_text("it(\n")
        broken = self.place.test(root)
        self.assertEqual(statuses(broken)["[failed]"], "fail", broken)
        self.assertIn("spec/b_spec.lua:2", self.reason(broken, "[failed]"))

    def test_ctest(self):
        root = self.project({"CMakeLists.txt": CMAKE})
        tests = {"adds": "pass", "a.fails": "fail", "will": "pass", "later": "skip", "missing": "error", "does": "pass", "last": "pass"}
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "ctest", tests)
        self.assertIn("the sum", self.reason(run, "a.fails"))
        self.check(self.rerun(run), "TEST_ASSERTION_FAILED", "ctest", {"a.fails": "fail", "missing": "error"})
        self.check(self.place.test(root, "--filter", "adds"), None, "ctest", {"adds": "pass"})
        hangs = self.place.test(root, "--timeout", "8s", env={"DOES": "hang"})
        # (The last one is run by itself, if there is time for it, or named.)
        named = {test["name"]: "pass" for test in hangs.data["not_run"]}
        self.assertEqual(statuses(hangs) | named, tests | {"does": "fail"}, hangs)
        self.assertEqual(error_code(hangs), "TEST_ASSERTION_FAILED", hangs)
        (root / "CMakeLists.txt").write_text(CMAKE + "nothing()\n")
        broken = self.place.test(root)
        self.assertFalse(broken.envelope["ok"], broken)
        self.assertIn('Unknown CMake command "nothing"', str(broken.envelope))


    def test_googletest_alone(self):
        root = self.project({"CMakeLists.txt": GOOGLETEST_CMAKE, "a_test.cpp": GOOGLETEST})
        tests = {"A.Adds": "pass", "A.Fails": "fail", "A.Later": "skip", "A.Does": "fail", "B.One": "fail"}
        run = self.place.test(root, env={"GTEST_FILTER": "A.Adds"})
        self.check(run, "TEST_ASSERTION_FAILED", "ctest", tests)
        self.assertIn("ended within this test", self.reason(run, "A.Does"))
        self.assertIn("not yet", self.reason(run, "A.Later"))
        self.assertTrue(self.reason(run, "A.Fails").endswith("the sum"), run)
        # A second build keeps the first one's: it must find new tests all the same. Its main loses the result.
        (root / "a_test.cpp").write_text(GOOGLETEST_LOSES)
        run = self.place.test(root)
        self.check(run, "TEST_ASSERTION_FAILED", "ctest", {"A.New": "pass", "A.Lost": "fail", "All/P.Named/0": "pass"})
        self.assertIn("the lost one", self.reason(run, "A.Lost"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
