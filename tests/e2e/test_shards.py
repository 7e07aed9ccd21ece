"""Several runs that share the tests of a project (--shard), and one answer of them all (proctor merge)."""
import json
import unittest

import harness
from harness import Place
from test_exercism import prepare
from of_a_framework import PREPARED

PYTEST = {"pytest.ini": "[pytest]\n",
          "test_a.py": "import pytest\n\n\ndef test_one():\n    pass\n\n\n@pytest.mark.parametrize('n', [1, 2, 3])\ndef test_rows(n):\n"
                       "    assert n\n\n\n@pytest.mark.skip(reason='later')\ndef test_later():\n    pass\n",
          "sub/test_b.py": "import os\n\n\nclass TestB:\n    def test_two(self):\n        pass\n\n    def test_fails(self):\n"
                           "        assert not os.environ.get('BREAK')\n\n    def test_ends(self):\n"
                           "        if os.environ.get('END'):\n            os._exit(0)\n"}
GO = {"go.mod": "module example.com/m\n\ngo 1.19\n",
      "m_test.go": "package m\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Run(\"part\", func(t *testing.T) {}) }\n"
                   "func TestB(t *testing.T) {}\nfunc ExampleC() {\n\t// Output:\n}\nfunc BenchmarkD(b *testing.B) {}\n",
      "sub/s_test.go": "package sub\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\nfunc TestE(t *testing.T) { t.Skip(\"later\") }\n"}
JEST = {"package.json": json.dumps({"scripts": {"test": "jest"}, "jest": {"cacheDirectory": ".cache"}}),
        "a.test.js": "describe('a', () => {\n  test('one', () => {});\n  test.each([1, 2])('row %i', () => {});\n"
                     "  test.skip('later', () => {});\n});\ntest('two', () => {});\n",
        "b.test.js": "test('three', () => {});\ntest('four', () => {});\n"}
PROVE = {"Makefile.PL": "", "t/a.t": "print qq(1..2\\nok 1 - one\\nok 2 - two\\n);\n", "t/sub/b.t": "print qq(1..1\\nok 1 - three\\n);\n"}
BUSTED = {".busted": "return { default = {} }\n", "spec/a_spec.lua": "describe('a', function() it('one', function() end) end)\n",
          "spec/b_spec.lua": "describe('b', function() it('two: 3: x', function() end) end)\n"}
PHPUNIT = {"phpunit.xml": "<phpunit cacheResult='false'><testsuites><testsuite name='a'><directory>tests</directory></testsuite></testsuites></phpunit>\n",
           "tests/ATest.php": "<?php class ATest extends PHPUnit\\Framework\\TestCase {\n    /** @dataProvider rows */\n"
                              "    public function testRow($n) { $this->assertTrue($n > 0); }\n    public static function rows() { return [[1], 'b' => [2]]; }\n}\n",
           "tests/BTest.php": "<?php namespace N; class BTest extends \\PHPUnit\\Framework\\TestCase {\n"
                              "    public function testOne() { $this->assertTrue(true); }\n}\n"}
NODE = {"package.json": json.dumps({"scripts": {"test": "node --test"}})} | {
    f"test/{name}.test.mjs": f"import test from 'node:test';\ntest('{name}', () => {{}});\ntest('two', () => {{}});\n" for name in ("b", "c", "a")}
BATS = {"a.bats": "@test one { true; }\n@test two { true; }\n@test three { skip later; }\n"}


def names(run):
    return sorted((suite.get("file", ""), suite.get("name", ""), case["name"]) for suite in run.data["suites"] for case in suite["cases"])


def counts(run):
    return {name: run.data[name] for name in ("passed", "failed", "skipped", "errors")}


class Shards(unittest.TestCase):
    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.close)

    def shards(self, root, count, *words, env=None):
        """Runs all, and keeps their answers as files."""
        runs = []
        for index in range(1, count + 1):
            run = self.place.run("test", root, "--shard", f"{index}/{count}", "--json", *words, env=env)
            (self.place.top / f"{index}.json").write_text(run.out)
            self.assertEqual(harness.broken_promises(run.envelope), [], run)
            runs.append(run)
        return runs

    def merge(self, *names_or_indices):
        files = [self.place.top / f"{one}.json" if isinstance(one, int) else one for one in names_or_indices]
        run = self.place.run("merge", "--json", *files)
        self.assertEqual(harness.broken_promises(run.envelope), [], run)
        return run

    def check_project(self, files, count, *words, name="project"):
        root = self.place.project(files, name, toml=None)
        if "package.json" in files:
            prepare("javascript", PREPARED)
            (root / "node_modules").symlink_to(PREPARED / "jest/node_modules")
        whole = self.place.test(root)
        self.assertEqual(whole.code, 0, whole)
        runs = self.shards(root, count, *words)
        self.assertEqual([run.code for run in runs], [0] * count, runs)
        self.assertEqual(sorted(sum(map(names, runs), [])), names(whole), runs)
        self.assertGreater(sum(len(names(run)) > 0 for run in runs), 1, runs)
        merged = self.merge(*range(1, count + 1))
        self.assertEqual((merged.code, counts(merged), names(merged)), (0, counts(whole), names(whole)), merged)
        return root, runs

    def test_pytest(self):
        root, runs = self.check_project(PYTEST, 3)
        self.assertEqual([run.data["shard"]["by"] for run in runs], ["time"] * 3)  # from the whole run's
        rows = [{name for _, _, name in names(run) if name.startswith("test_rows")} for run in runs]
        self.assertEqual(sorted(map(len, rows)), [0, 0, 3])

    def test_go(self):
        self.check_project(GO, 2, "--by", "count")

    def test_jest(self):
        self.check_project(JEST, 3)

    def test_bats(self):
        self.check_project(BATS, 2)

    def test_tools_that_know_only_their_files(self):
        for name, files in (("prove", PROVE), ("phpunit", PHPUNIT)):
            _, runs = self.check_project(files, 2, name=name)
            self.assertEqual([run.data["shard"]["by"] for run in runs], ["files"] * 2, runs)
            self.assertEqual(runs[0].data["framework"]["name"], name, runs)

    def test_node_shares_its_files_itself(self):
        root, runs = self.check_project(NODE, 2, "--by", "file")
        self.assertEqual([[run.data["shard"][key] for key in ("by", "tests", "tests_total")] for run in runs], [["files", 2, 3], ["files", 1, 3]])
        self.assertEqual([counts(run)["passed"] for run in runs], [4, 2], runs)
        self.assertIn("shard 2 of 2 is missing", self.merge(1).error["message"])
        refused = self.place.test(root, "--shard", "1/2", "--timings", self.place.top / "1.json")
        self.assertIn("shares its files itself", refused.error["message"])
        (root / "package.json").write_text('{"scripts": {"test": "node --test test/a.test.mjs && node --test test/b.test.mjs"}}')
        run = self.place.test(root, "--shard", "1/2")
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCOMPLETE"), run)
        self.assertIn("run `node --test` more than once", run.error["message"])

    def test_busted(self):
        self.check_project(BUSTED, 2)

    def test_foundry(self):
        contract = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract %s { function test_%s() public pure {} }\n"
        _, runs = self.check_project({"foundry.toml": "[profile.default]\n", "test/A.t.sol": contract % ("ATest", "one"),
                                      "test/B.t.sol": contract % ("BTest", "two")}, 2)
        self.assertEqual([run.data["shard"]["by"] for run in runs], ["file"] * 2, runs)

    def test_a_file_that_keeps_the_files_from_being_known_is_no_pass(self):
        root = self.place.project(BUSTED | {"spec/c_spec.lua": "describe('c', func"}, toml=None)
        for run in self.shards(root, 3):
            self.assertNotEqual(run.code, 0, run)

    def test_each_part_of_a_project_shares_its_own(self):
        self.check_project({f"a/{name}": text for name, text in PROVE.items()} | {"b/a.bats": BATS["a.bats"]}, 4)

    def test_by_file_and_with_the_times_of_a_report(self):
        root = self.place.project(PYTEST, toml=None)
        runs = self.shards(root, 2, "--by", "file")
        self.assertEqual(sorted({file for file, _, _ in names(run)} == {"test_a.py"} for run in runs), [False, True], runs)
        timings = self.place.top / "junit.xml"
        timings.write_text('<testsuite tests="2"><testcase classname="test_a" name="test_one" time="9"/>'
                           '<testcase classname="sub.test_b.TestB" name="test_two" time="1"/></testsuite>')
        runs = self.shards(root, 2, "--timings", timings)
        self.assertIn([("test_a.py", "", "test_one")], [names(run) for run in runs], runs)
        self.assertEqual(self.merge(1, 2).code, 0)

    def test_what_is_no_whole_run_is_no_pass(self):
        root = self.place.project(PYTEST, toml=None)
        self.shards(root, 3)
        missing = self.merge(1, 3)
        self.assertEqual((missing.code, missing.error["code"]), (3, "TEST_INCOMPLETE"), missing)
        self.assertIn("shard 2 of 3 is missing", missing.error["message"])
        self.assertIn("is there twice", self.merge(1, 2, 3, 3).error["message"])
        # The project has another test on one of the machines.
        (root / "test_new.py").write_text("def test_new():\n    pass\n")
        run = self.place.run("test", root, "--shard", "2/3", "--json")
        (self.place.top / "2.json").write_text(run.out)
        self.assertIn("shared other tests", self.merge(1, 2, 3).error["message"])

    def test_the_worst_shard_counts(self):
        root = self.place.project(PYTEST, toml=None)
        runs = self.shards(root, 6, env={"BREAK": "1"})
        self.assertEqual(sorted(run.code for run in runs), [0, 0, 0, 0, 0, 1], runs)  # one has only a skipped test
        merged = self.merge(*range(1, 7))
        self.assertEqual((merged.code, merged.data["failed"]), (1, 1), merged)
        self.shards(root, 2, env={"BREAK": "1", "END": "1"})  # a test ends its program
        merged = self.merge(1, 2)
        self.assertEqual(merged.code, 3, merged)
        self.assertNotEqual(merged.error["code"], "TEST_INCOMPLETE")

    def test_a_shard_without_a_test_is_told_and_is_no_failure(self):
        root = self.place.project({"pytest.ini": "", "test_a.py": "def test_a():\n    pass\n"}, toml=None)
        runs = self.shards(root, 2)
        self.assertEqual(sorted((run.code, run.data["passed"]) for run in runs), [(0, 0), (0, 1)], runs)
        empty = next(i for i, run in enumerate(runs, 1) if run.data["passed"] == 0)
        self.assertIn(f"No test fell into shard {empty}/2", " ".join(runs[empty - 1].data["warnings"]))
        shown = self.place.run("test", root, "--shard", f"{empty}/2")
        self.assertIn("shard", shown.out, shown)
        self.assertEqual(self.merge(1, 2).code, 0)
        self.assertEqual(self.merge(empty).code, 3)
        # No test at all is still no pass.
        (root / "test_a.py").write_text("")
        self.assertEqual(self.place.test(root, "--shard", "1/2").error["code"], "TEST_NONE_RAN")

    def test_a_list_that_cant_be_had_is_no_pass(self):
        root = self.place.project(GO | {"sub/s_test.go": "package sub\n\nfunc broken( {\n"}, toml=None)
        for run in self.shards(root, 2):
            self.assertNotEqual(run.code, 0, run)

    def test_what_cant_be_shared_is_refused(self):
        root = self.place.project(PYTEST, toml=None)
        for words in (["--shard", "0/2"], ["--shard", "3/2"], ["--shard", "x"], ["--by", "count"], ["--timings", "x"],
                      ["--shard", "1/2", "--rerun-failed"], ["--shard", "1/2", "--changed"],
                      ["--shard", "1/2", "--timings", "/nowhere"]):
            run = self.place.test(root, *words)
            self.assertEqual((run.code, run.error["code"]), (2, "INVALID_REQUEST"), run)
        prove = self.place.project(PROVE, "prove", toml=None)
        self.assertIn("can only share all tests", self.place.test(prove, "--shard", "1/2", "--only", "t/a.t").error["message"])

    def test_reports_of_other_tools_are_merged(self):
        for name, text in (("a.tap", "1..1\nok 1 - adds\n"),
                           ("b.xml", '<testsuite name="s" tests="1"><testcase name="adds"/></testsuite>'),
                           ("c.json", json.dumps({"results": {"tool": {"name": "x"}, "summary": {"passed": 1},
                                                              "tests": [{"name": "c", "status": "passed", "duration": 1}]}}))):
            (self.place.top / name).write_text(text)
        run = self.place.run("merge", "--json", *(self.place.top / name for name in ("a.tap", "b.xml", "c.json")))
        self.assertEqual((run.code, run.data["passed"], run.data["source"]), (0, 3, "tap, junit-xml, ctrf-json"), run)
        (self.place.top / "a.tap").write_text("1..1\nnot ok 1 - adds\n# proctor.shard: 1/2\n# proctor.partition: f00\n")
        run = self.place.run("merge", "--json", self.place.top / "a.tap")
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCOMPLETE"), run)


if __name__ == "__main__":
    harness.main()
