"""Projects of jest: what of their own settings and scripts holds in a run of proctor's."""
import json
import unittest

import test_exercism
from harness import Place
from test_frameworks import PREPARED, failures, statuses


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

    def test_a_configuration_behind_what_only_a_shell_understands_is_told(self):
        run = self.of_script("npm run build && jest --config config/unit.json")
        self.assertEqual(statuses(run), {"e2e": "pass"}, run)
        self.assertIn("--config, which isn't used", run.data["warnings"][0], run)

    def test_other_words_of_the_script_that_choose_tests_are_told(self):
        run = self.of_script("jest --verbose --testPathPattern=src --shard 1/2 e2e")
        self.assertEqual(statuses(run), {"e2e": "pass"}, run)
        self.assertIn("--testPathPattern, --shard, e2e, which isn't used", run.data["warnings"][0], run)

    def test_a_test_that_is_still_to_be_written_counts_as_skipped(self):
        run = self.place.test(self.project({"package.json": {}, "a.test.js": "test('a', () => {});\ntest.todo('b');\n"}))
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"a": "pass", "b": "skip"}, run)

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


if __name__ == "__main__":
    unittest.main()
