"""--gas-report and --coverage come beside the results, never in their place."""
import json

import harness
from harness import HEAD

FILES = {
    "src/Box.sol": HEAD + """contract Box {
    uint256 public value;
    function set(uint256 v) public {
        if (v == 99) { value = 1; } else { value = v; }
    }
    function never() public { value = 7; }
}
""",
    "test/Box.t.sol": HEAD + """import {Box} from "../src/Box.sol";
contract BoxTest {
    Box box;
    function setUp() public { box = new Box(); }
    function test_set() public { box.set(3); require(box.value() == 3); }
    function test_twice() public { box.set(3); box.set(5); require(box.value() == 5); }
}
""",
    "test/Bad.t.sol": HEAD + """import {Box} from "../src/Box.sol";
contract BadTest { function test_bad() public { new Box().set(1); revert("bad"); } }
""",
}


class Extras(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)
        cls.project = cls.shared.project(FILES)
        built = harness.forge(cls.project, "build", "--offline")
        assert built.returncode == 0, built

    def check_gas(self, run, calls):
        contracts = {entry["contract"]: entry for entry in run.data["gas_report"]}
        box = contracts["src/Box.sol:Box"]
        self.assertGreater(box["deployment"]["gas"], 50_000)
        self.assertGreater(box["deployment"]["size"], 100)
        used = {name.split("(")[0]: function for name, function in box["functions"].items()}["set"]
        self.assertEqual(used["calls"], calls)
        self.assertTrue(0 < used["min"] <= used["median"] <= used["max"])

    def check_coverage(self, run):
        files = {entry["file"]: entry for entry in run.data["coverage"]}
        box = files["src/Box.sol"]
        self.assertEqual(box["functions"], {"hit": 1, "found": 2})
        self.assertTrue(0 < box["lines"]["hit"] < box["lines"]["found"])
        self.assertTrue(0 < box["statements"]["hit"] < box["statements"]["found"])
        self.assertTrue(0 < box["branches"]["hit"] < box["branches"]["found"])

    def test_the_gas_report_of_a_pass(self):
        run = self.place.test(self.copy(self.project), "--gas-report", "--match-contract", "BoxTest")
        self.assertPass(run, tests=2)
        self.check_gas(run, calls=3)

    def test_the_gas_report_when_a_test_fails(self):
        run = self.place.test(self.copy(self.project), "--gas-report")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.statuses(), {"BadTest.test_bad": "fail", "BoxTest.test_set": "pass", "BoxTest.test_twice": "pass"})
        self.check_gas(run, calls=4)
        plain = self.place.run("test", self.copy(self.project, "other"), "--gas-report")
        self.assertEqual(plain.code, 1)
        for word in ("Box", "set", "deploy", "BadTest › test_bad()"):
            self.assertIn(word.lower(), plain.out.lower())

    def test_coverage_of_a_pass(self):
        root = self.copy(self.project)
        run = self.place.test(root, "--coverage", "--match-contract", "BoxTest")
        self.assertPass(run, tests=2)
        self.check_coverage(run)
        self.assertFalse((root / "lcov.info").exists())

    def test_coverage_and_gas_when_a_test_fails(self):
        root = self.copy(self.project)
        run = self.place.test("--request", "-", stdin=json.dumps({"project_root": str(root), "coverage": True, "gas_report": True}))
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.data["passed"], 2)
        self.check_coverage(run)
        self.check_gas(run, calls=4)

    def test_coverage_of_an_upload_on_the_terminal(self):
        request = self.place.top / "request.json"
        request.write_text(json.dumps({"sources": {**FILES, "test/Bad.t.sol": ""}}))
        run = self.place.run("test", "--request", request, "--coverage", "--gas-report")
        self.assertEqual(run.code, 0, run)
        for word in ("src/Box.sol", "%", "PASS", "set"):
            self.assertIn(word, run.out)
        self.assertEqual(self.place.leftovers(), [])

    def test_coverage_that_cannot_be_had_is_said_and_results_are_kept(self):
        root = self.place.fake_forge('case "$1" in coverage) exit 3;; esac; '
                                     'for w in "$@"; do if [ "$w" = --gas-report ]; then exit 3; fi; done; report; exit 0')
        run = self.place.test(root, "--coverage", "--gas-report")
        self.assertEqual(run.data["passed"], 2)
        text = "\n".join(run.data["warnings"])
        self.assertIn("no coverage", text)
        self.assertIn("no gas report", text)

    def test_a_coverage_run_that_hangs_has_a_limit(self):
        root = self.place.fake_forge('case "$1" in coverage) sleep 300;; esac; report; exit 0')
        run = self.place.test(root, "--coverage", "--timeout", "1s")
        self.assertEqual(run.data["passed"], 2)
        self.assertIn("no coverage", "\n".join(run.data["warnings"]))
        self.assertLess(run.seconds, 8)

    def test_neither_is_asked_for_when_nothing_ran(self):
        run = self.place.test(self.copy(self.project), "--coverage", "--gas-report", "--filter", "test_nothing")
        self.assertCode(run, "TEST_NONE_RAN", "error")
        self.assertNotIn("coverage", run.data)


if __name__ == "__main__":
    harness.main()
