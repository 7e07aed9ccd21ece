"""Projects of jest: what of their own settings and scripts holds in a run of proctor's."""
import json
import shutil
import subprocess
import unittest

import test_exercism
from harness import Place
from of_a_framework import PREPARED, failures, statuses


class JestProject(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        test_exercism.prepare("javascript", PREPARED)
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)

    def project(self, files):
        root = self.place.top / self.id().rpartition(".")[2]
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            if name == "package.json":
                text = {**text, "jest": {"cacheDirectory": str(root / ".cache"), **text.get("jest", {})}}
            elif name == "config/unit.json":
                text = {"cacheDirectory": str(root / ".cache"), **text}
            (root / name).write_text(text if isinstance(text, str) else json.dumps(text))
        (root / "node_modules").symlink_to(PREPARED / "jest/node_modules")
        return root

    def test_what_has_changed_is_found_by_jest_itself(self):
        test = "const l = require('./NAME');\ntest('NAME', () => { expect(l).toBe(1); });\n"
        files = {f"{name}.js": "module.exports = 1;\n" for name in "ab"}
        files |= {f"{name}.test.js": test.replace("NAME", name) for name in "ab"}
        root = self.project({"package.json": {"scripts": {"test": "jest"}}, ".gitignore": "node_modules\n.cache\n", **files})
        for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"]):
            subprocess.run(["git", *words], cwd=root, env=self.place.env(), check=True)
        self.assertEqual(self.place.test(root, "--changed").error["code"], "TEST_NONE_RAN")
        (root / "a.js").write_text("module.exports = 2;\n")
        run = self.place.test(root, "--changed")
        self.assertEqual((run.code, statuses(run)), (1, {"a": "fail"}), run)
        self.assertIn("in 1 of 2 test files", run.data["partial"])
        (root / "package.json").write_text((root / "package.json").read_text() + "\n")
        run = self.place.test(root, "--changed")
        self.assertEqual(statuses(run), {"a": "fail", "b": "pass"}, run)
        self.assertIn("package.json has changed", " ".join(run.data["warnings"]))

    # Coverage

    COVERED = {"package.json": {"jest": {"collectCoverage": True, "coverageThreshold": {"global": {"lines": 100}}}},
               "l.js": "exports.f = () => 1;\nexports.g = (x) => {\n  return x;\n};\n",
               "a.test.js": "const l = require('./l');\ntest('f', () => { expect(l.f()).toBe(1); });\n"}
    ALL = {"a.test.js": COVERED["a.test.js"] + "test('g', () => { expect(l.g(2)).toBe(2); });\n"}

    def test_a_threshold_of_coverage_that_is_not_met_is_no_pass(self):
        root = self.project(self.COVERED)
        run = self.place.test(root)
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCONSISTENT"), run)
        self.assertIn('does not meet "global" threshold (100%)', run.error["message"], run)
        self.assertEqual(statuses(run), {"f": "pass"}, run)
        self.assertFalse((root / "coverage").exists())

    def test_a_threshold_of_coverage_that_is_met_is_a_pass(self):
        run = self.place.test(self.project({**self.COVERED, **self.ALL}))
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(run.data.get("warnings", []), [], run)

    def test_of_some_of_the_tests_the_coverage_is_not_checked_and_that_is_told(self):
        run = self.place.test(self.project({**self.COVERED, **self.ALL}), "--filter", "f")
        self.assertTrue(run.envelope["ok"], run)
        self.assertIn("coverageThreshold was not checked", " ".join(run.data["warnings"]), run)

    def test_coverage_that_the_script_asks_for_is_checked(self):
        package = {"scripts": {"test": "jest --coverage"}, "jest": {"coverageThreshold": {"global": {"lines": 100}}}}
        run = self.place.test(self.project({**self.COVERED, "package.json": package}))
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCONSISTENT"), run)

    # The script

    def of_script(self, script):
        return self.place.test(self.project({
            "package.json": {"scripts": {"test": script}, "devDependencies": {"jest": "^29"}},
            "config/unit.json": {"rootDir": "..", "testMatch": ["<rootDir>/src/**/*.unit.js"], "globals": {"G": 1}},
            "src/a.unit.js": "test('unit', () => expect(G).toBe(2));\n",
            "e2e/x.test.js": "test('e2e', () => {});\n"}))

    def test_the_configuration_that_the_script_names_is_used(self):
        run = self.of_script("NODE_ENV=test npx jest --runInBand --config config/unit.json")
        self.assertEqual(statuses(run), {"unit": "fail"}, run)
        self.assertEqual(run.data.get("warnings", []), [], run)

    def test_it_may_be_named_by_the_short_option(self):
        self.assertEqual(statuses(self.of_script("jest -c='config/unit.json'")), {"unit": "fail"})

    def test_a_configuration_behind_another_command_is_used(self):
        run = self.of_script("node -e 1 && jest --config config/unit.json")
        self.assertEqual(statuses(run), {"unit": "fail"}, run)
        self.assertEqual(run.data.get("warnings", []), [], run)

    def test_words_of_the_script_that_choose_tests_choose_them(self):
        self.assertEqual(statuses(self.of_script("jest --verbose --shard=1/1 e2e")), {"e2e": "pass"})

    BUILT = {"build.js": "require('fs').copyFileSync('src.js', 'built.js');\n", "src.js": "exports.is = 'new';\n",
             "built.js": "exports.is = 'old';\n",
             "a.test.js": "const { is } = require('./built');\ntest('old', () => { expect(is).toBe('old'); });\n"
                          "test('alone', () => { expect(JSON.stringify(process.env)).not.toMatch(/PROCTOR_(CHANNEL|JEST|NODE)|--require/); });\n",
             "b.test.js": "test('b', () => {});\n"}

    def with_scripts(self, scripts, **files):
        return self.project({"package.json": {"scripts": scripts}, **self.BUILT, **files})

    def test_what_is_built_before_the_tests_is_built(self):
        for number, scripts in enumerate((
                {"pretest": "node build.js", "test": "jest"},
                {"test": "node build.js && NODE_OPTIONS=--experimental-vm-modules jest --watch"})):
            with self.subTest(scripts):
                root = self.with_scripts(scripts)
                run = self.place.test(root)
                self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)
                self.assertEqual(statuses(run), {"old": "fail", "alone": "pass", "b": "pass"}, run)
                if number == 0:
                    self.assertEqual(statuses(self.place.test(root, "--only", "a.test.js::alone")), {"alone": "pass"})
                    self.assertEqual(statuses(self.place.test(root, "--match-path", "b.test.js")), {"b": "pass"})
                (root / "node_modules").unlink()
                shutil.rmtree(root)

    def test_what_comes_behind_the_tests_may_fail_the_run(self):
        run = self.place.test(self.with_scripts({"test": "jest b.test", "posttest": "node check.js"},
                                                **{"check.js": "console.error('no'); process.exit(3);\n"}))
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCONSISTENT"), run)
        self.assertEqual(statuses(run), {"b": "pass"}, run)

    def test_a_script_with_several_jests_has_the_results_of_each(self):
        run = self.place.test(self.with_scripts({"test": "jest --clearCache && jest b.test && jest a.test b.test"}))
        self.assertEqual(statuses(run), {"old": "pass", "alone": "pass", "b": "pass", "b [run 2]": "pass"}, run)

    def test_a_script_that_runs_other_tests_as_well_is_no_pass_of_them_all(self):
        root = self.with_scripts({"test": "npm run -s n && jest b.test", "n": "node --test n/b.js"},
                                 **{"n/b.js": "require('node:test').test('nody', () => {});\n"})
        run = self.place.test(root)
        self.assertEqual((run.error["code"], statuses(run)), ("TEST_INCOMPLETE", {"b": "pass"}), run)
        self.assertIn("`node --test n/b.js`", run.error["message"], run)
        (root / "package.json").write_text('{"scripts": {"test": "jest --cacheDirectory=.cache b.test && node --test n/b.js"}}')
        for framework, own, other in (("jest", "b", "node --test n/b.js"), ("node", "nody", "jest --cacheDirectory=.cache b.test")):
            run = self.place.test(root, "--framework", framework)
            self.assertEqual((run.envelope.get("error"), statuses(run)), (None, {own: "pass"}), run)
            self.assertIn(f"`{other}`", str(run.data["warnings"]), run)

    def test_a_test_that_ends_the_script_s_jest_is_to_blame(self):
        run = self.place.test(self.with_scripts({"test": "node -e 1 && jest c.test"}, **{"c.test.js":
            "test('one', () => {});\ntest('ends', () => { process.exit(0); });\ntest('three', () => {});\n"}))
        self.assertEqual(statuses(run), {"one": "pass", "ends": "fail", "three": "pass"}, run)

    def test_a_script_whose_tests_cannot_be_listened_to_is_one_test(self):
        said = "console.log('Tests:       ' + (process.argv[2] ?? '3') + ' passed, 3 total');\n"
        root = self.with_scripts({"test": "node own.js"}, **{"own.js": said})
        run = self.place.test(root)
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"npm run test": "pass"}, run)
        self.assertIn("the whole of it counts as one test", run.data["warnings"][0])
        (root / "own.js").write_text("console.log('well');\n")
        self.assertEqual(self.place.test(root).error["code"], "TEST_NONE_RAN")
        (root / "own.js").write_text(said + "process.exit(1);\n")
        self.assertEqual(statuses(self.place.test(root)), {"npm run test": "fail"})

    def test_a_program_that_has_jest_run_is_listened_to_as_well(self):
        root = self.with_scripts({"test": "react-scripts test"})
        modules = root / "node_modules"
        modules.unlink()
        (modules / "react-scripts/scripts").mkdir(parents=True)
        (modules / ".bin").mkdir()
        for name in ("jest", "jest-cli", "@jest"):
            (modules / name).symlink_to(PREPARED / "jest/node_modules" / name)
        (modules / "react-scripts/package.json").write_text('{"name": "react-scripts"}')
        (modules / "react-scripts/scripts/test.js").write_text(
            "require('jest').run([...process.argv.slice(2), '--watchAll', '--config', JSON.stringify({ rootDir: process.cwd(), cacheDirectory: process.cwd() + '/.cache' })]);\n")
        program = modules / ".bin/react-scripts"
        program.write_text('#!/bin/sh\nexec node "${0%/*}/../react-scripts/scripts/test.js"\n')
        program.chmod(0o755)
        self.assertEqual(statuses(self.place.test(root)), {"old": "pass", "alone": "pass", "b": "pass"})

    def test_a_test_that_is_still_to_be_written_counts_as_skipped(self):
        run = self.place.test(self.project({"package.json": {}, "a.test.js": "test('a', () => {});\ntest.todo('b');\n"}))
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"a": "pass", "b": "skip"}, run)
        self.assertEqual({(suite["file"], suite.get("name")) for suite in run.data["suites"]}, {("a.test.js", None)}, run)

    def test_a_directory_is_that_directory_whatever_its_name_may_mean_as_a_pattern(self):
        root = self.project({"package.json": {}, "app/[id]/a.test.js": "test('a', () => {});\n", "app/i/b.test.js": ""})
        self.assertEqual(statuses(self.place.test(root / "app/[id]")), {"a": "pass"})

    # What fails outside of the tests

    def test_a_bad_configuration_is_not_blamed_on_the_code(self):
        run = self.place.test(self.project({"package.json": {"jest": {"testEnvironment": "nosuch"}},
                                            "a.test.js": "test('a', () => {});\n"}))
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_CONFIG_INVALID"), run)
        self.assertIn("nosuch", run.error["message"], run)

    def test_a_global_teardown_that_throws_is_no_pass_and_no_test_s_failure(self):
        run = self.place.test(self.project({"package.json": {"jest": {"globalTeardown": "./down.js"}},
                                            "down.js": "module.exports = async () => { throw new Error('down broke'); };\n",
                                            "a.test.js": "test('a', () => {});\n"}))
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCONSISTENT"), run)
        self.assertRegex(run.error["message"], "globalTeardown .*down broke")
        self.assertEqual((statuses(run), failures(run)), ({"a": "pass"}, []), run)

    def test_of_several_files_that_cannot_be_run_each_is_named(self):
        run = self.place.test(self.project({"package.json": {"jest": {}}, "src/empty.test.js": "",
                                            "b.test.js": "require('nosuch');\ntest('b', () => {});\n",
                                            "a.test.js": "test('a', () => {});\n"}))
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertIn("src/empty.test.js: Error: Your test suite must contain at least one test", run.error["message"])
        self.assertIn("b.test.js: Error: Cannot find module 'nosuch'", run.error["message"])
        self.assertEqual((run.data["passed"], run.data["errors"]), (1, 2), run)
        self.assertEqual(failures(run)[0]["name"], "[not loaded]")

    def test_a_file_that_cannot_be_run_is_run_again_with_the_failed_tests(self):
        root = self.project({"package.json": {"jest": {}}, "b.test.js": "require('nosuch');\ntest('b', () => {});\n",
                             "a.test.js": "test('a', () => { expect(1).toBe(2); });\n"})
        self.assertEqual((self.place.test(root).data["failed"], self.place.test(root).data["errors"]), (1, 1))
        (root / "a.test.js").write_text("test('a', () => {});\n")
        self.assertEqual(self.place.test(root, "--rerun-failed").data["errors"], 1)
        self.assertFalse(self.place.test(root, "--only", "a.test.js::a").envelope["ok"])
        (root / "b.test.js").write_text("test('b', () => {});\n")
        again = self.place.test(root, "--rerun-failed")
        self.assertTrue(again.envelope["ok"], again)
        self.assertEqual(statuses(again), {"b": "pass"}, again)

    def test_a_file_that_ends_the_process_while_it_is_loaded_is_to_blame_itself(self):
        # jest begins with the largest file.
        run = self.place.test(self.project({"package.json": {}, "a.test.js": "//" + 900 * "x" + "\ntest('a', () => {});\n",
                                            "b.test.js": "//" + 500 * "x" + "\nprocess.exit(1);\n",
                                            "c.test.js": "test('c', () => { expect(1).toBe(2); });\n"}))
        self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)
        self.assertEqual(statuses(run), {"a": "pass", "b.test.js": "fail", "c": "fail"}, run)
        self.assertIn("The file ended the whole program with exit code 1", failures(run)[0]["reason"])

    def test_files_that_a_time_limit_left_undone_are_named(self):
        root = self.project({"package.json": {"jest": {"maxWorkers": 1}}, "a.test.js": "//" + 900 * "x" + "\ntest('a', () => { for (;;); });\n",
                             "src/b.test.js": "test('b', () => {});\n"})
        run = self.place.test(root, "--timeout", "8s")
        self.assertEqual(run.error["code"], "TEST_TIMEOUT", run)
        self.assertIn("src/b.test.js", [one["file"] for one in run.data["not_run"]], run)

    def test_what_throws_behind_the_last_test_is_no_pass(self):
        run = self.place.test(self.project({"package.json": {}, "a.test.js":
            "test('a', () => { setTimeout(() => { throw new Error('after the end'); }, 50); });\n"}))
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCONSISTENT"), run)
        self.assertIn("after the end", run.error["message"])

    def test_an_obsolete_snapshot_is_no_pass_as_jest_has_it(self):
        snapshot = "// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`gone 1`] = `1`;\n"
        run = self.place.test(self.project({"package.json": {}, "__snapshots__/a.test.js.snap": snapshot,
                                            "a.test.js": "test('a', () => {});\n"}))
        self.assertEqual((run.code, run.error["code"]), (3, "TEST_INCONSISTENT"), run)
        self.assertIn("obsolete", run.error["message"])

    # What is jest's own

    def test_the_project_s_reporters_and_processor_run_beside_ours(self):
        run = self.place.test(self.project({
            "package.json": {"jest": {"reporters": ["default", ["./mine.js", {"word": "hello"}]], "testResultsProcessor": "./all.js"}},
            "mine.js": "module.exports = class { constructor(_, o) { this.o = o; }"
                       " onRunComplete(_, r) { console.log(this.o.word, r.numPassedTests); } };\n",
            "all.js": "module.exports = (results) => { console.log('all', results.numPassedTests); return results; };\n",
            "a.test.js": "test('a', () => {});\n"}))
        self.assertTrue(run.envelope["ok"], run)
        with open(run.data["run"]["log"], encoding="utf-8") as log:
            said = log.read()
        for words in ("hello 1\n", "all 1\n", "PASS ./a.test.js", "Tests:       1 passed, 1 total"):
            self.assertIn(words, said)

    def test_workers_tell_as_one_process_does(self):
        environment = "const { TestEnvironment } = require('jest-environment-node');\n" \
                      "module.exports = class extends TestEnvironment {\n" \
                      "  async handleTestEvent(event) { if (event.name === 'test_start') this.global.seen = true; }\n};\n"
        run = self.place.test(self.project({
            "package.json": {"jest": {"maxWorkers": 2}}, "own.js": environment,
            "a.test.js": "test('a', () => {});\ntest('ends', () => process.kill(process.pid, 'SIGKILL'));\ntest('z', () => {});\n",
            "b.test.js": "/** @jest-environment ./own.js */\ntest('b', () => { console.log('from b'); expect(seen).toBe(true); });\n"
                         "test('says', () => { process.stdout.write('raw'); expect(1).toBe(2); });\n",
            "c.test.js": "test('exits', () => process.exit(7));\n"}))
        self.assertEqual(statuses(run), {"a": "pass", "ends": "fail", "z": "pass", "b": "pass", "says": "fail", "exits": "fail"}, run)
        reasons = {case["name"]: case["reason"] for case in failures(run)}
        self.assertIn("(SIGKILL)", reasons["ends"], run)
        self.assertIn("with exit code 7", reasons["exits"], run)
        cases = {case["name"]: case for suite in run.data["suites"] for case in suite["cases"]}
        self.assertEqual((cases["b"]["logs"], cases["says"]["logs"]), (["from b"], ["raw"]), run)

    def test_a_file_that_several_projects_run_has_the_results_of_each(self):
        run = self.place.test(self.project({
            "package.json": {"jest": {"projects": [
                {"displayName": name, "globals": {"N": number}, "cacheDirectory": str(self.place.top / "cache")}
                for name, number in (("one", 1), ("two", 2))]}},
            "a.test.js": "test('a', () => { expect(N).toBe(1); });\n"}))
        self.assertEqual(statuses(run), {"a [one]": "pass", "a [two]": "fail"}, run)

    def test_an_option_of_the_script_that_chooses_nothing_is_used(self):
        run = self.place.test(self.project({
            "package.json": {"scripts": {"test": "jest --forceExit --no-cache -w 1"}, "devDependencies": {"jest": "*"}},
            "a.test.js": "test('a', () => { setInterval(() => {}, 1000); });\n"}))
        self.assertTrue(run.envelope["ok"], run)

    def test_another_runner_than_jest_circus_tells_its_results(self):
        root = self.project({
            "package.json": {"jest": {"testRunner": "./runner.js"}}, "a.test.js": "",
            "runner.js": "module.exports = async (_, config, environment, runtime, path) => {\n"
                         "  const test = (title, status, failureMessages) => ({ ancestorTitles: ['g'], title, status, failureMessages });\n"
                         "  return { leaks: false, numFailingTests: 1, numPassingTests: 1, numPendingTests: 0, numTodoTests: 0, openHandles: [],\n"
                         "    perfStats: {}, skipped: false, snapshot: { uncheckedKeys: [] }, testFilePath: path,\n"
                         "    testResults: [test('good', 'passed', []), test('bad', 'failed', ['it is bad'])] };\n};\n"})
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"good": "pass", "bad": "fail"}, run)
        self.assertEqual(failures(run)[0]["reason"], "it is bad")

    # The versions

    def stub(self, root, name, text, version="30.0.0"):
        folder = root / "node_modules" / name
        folder.mkdir(parents=True)
        (folder / "package.json").write_text(json.dumps({"name": name, "version": version, "main": "index.js"}))
        (folder / "index.js").write_text(text)

    def test_of_a_jest_that_is_too_old_the_version_that_is_needed_is_said(self):
        root = self.project({"package.json": {}, "a.test.js": "test('a', () => {});\n"})
        (root / "node_modules").unlink()
        self.stub(root, "jest", "", version="26.6.3")
        run = self.place.test(root)
        self.assertEqual((run.code, run.error["code"]), (3, "TOOL_NOT_FOUND"), run)
        self.assertIn("jest 26.6.3 is too old: proctor needs jest 27 or newer", run.error["message"])

    def test_a_jest_that_does_not_let_its_configuration_be_read_runs_the_tests_all_the_same(self):
        root = self.project({"package.json": {}, "a.test.js": "test('a', () => {});\ntest('b', () => { expect(1).toBe(2); });\n"})
        (root / "node_modules").unlink()
        real = PREPARED / "jest/node_modules"
        for name in ("jest", "@jest/core"):
            self.stub(root, name, f"module.exports = require('{real / name}');\n")
        self.stub(root, "jest-config", f"module.exports = {{ ...require('{real}/jest-config'), readConfigs: undefined }};\n")
        (root / "node_modules/jest-circus").symlink_to(real / "jest-circus")
        self.assertEqual(statuses(self.place.test(root)), {"a": "pass", "b": "fail"})

    def test_a_jest_that_keeps_its_private_names_to_itself_runs_the_tests_all_the_same(self):
        root = self.project({"package.json": {"jest": {"testEnvironment": "./gone.js"}}, "gone.js": (
            "const { TestEnvironment } = require('jest-environment-node');\n"
            "const each = (node, take) => { take(node); node.hooks?.forEach(take); node.children?.forEach((child) => each(child, take)); };\n"
            "module.exports = class extends TestEnvironment {\n  handleTestEvent({ name }, state) {\n"
            "    delete this.global[Symbol.for('RETRY_TIMES')];\n    if (name !== 'run_start') return;\n"
            "    each(state.rootDescribeBlock, (node) => { delete node.asyncError; delete node.invocations; });\n  }\n};\n"),
            "a.test.js": ("jest.retryTimes(1);\nbeforeEach(() => {});\ntest('a', () => {});\n"
                          "test('b', () => {\n  expect(1).toBe(2);\n});\n")})
        run = self.place.test(root)
        self.assertEqual((run.code, statuses(run)), (1, {"a": "pass", "b": "fail"}), run)
        self.assertEqual(failures(run)[0]["location"]["line"], 5, run)


if __name__ == "__main__":
    unittest.main()
