"""The line that an answer prints for running again what failed: it runs exactly that."""
import shutil
import subprocess

import harness
from harness import contract

FILES = {
    "test/Pass.t.sol": contract("function test_p() public pure {}", "PassTest"),
    "test/One.t.sol": contract("""
        function test_good() public pure {}
        function test_bad() public pure { revert("one"); }
        function test_bad_too() public pure {}
        function testFuzz_bad(uint8 x) public pure { require(x != 7, "seven"); }""", "OneTest"),
    "test/Two.t.sol": contract("""
        function test_bad() public pure { revert("two"); }
        function test_good() public pure {}""", "TwoTest"),
    "test/SetUp.t.sol": contract("""
        function setUp() public pure { revert("no setup"); }
        function test_never() public pure {}""", "SetUpTest"),
    # The names of files and suites are patterns for forge.
    "test/Odd[1]{a}.t.sol": contract("""
        function test_$dollar() public pure { revert("odd"); }
        function test_$dollarAndMore() public pure {}""", "OddTest$"),
    "test/Odd1a.t.sol": contract("function test_$dollar() public pure {}", "OddTest"),
    "test/Endless.t.sol": contract("function test_endless() public { vm.pauseGasMetering(); while (true) {} }",
                                   "EndlessTest", vm=True),
}


class Rerun(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)
        cls.project = cls.shared.project(FILES)
        built = harness.forge(cls.project, "build", "--offline")
        assert built.returncode == 0, built

    def setUp(self):
        super().setUp()
        self.root = self.copy(self.project)

    def again(self, run, cwd=None, stdin=""):
        """Runs the printed line with a shell, as it is, and gives back the answer (with --json added)."""
        line = run.data["rerun"]
        self.assertTrue(line.startswith("proctor test"), line)
        done = subprocess.run(["sh", "-c", line + " --json --timeout 10s"], env=self.place.env(), cwd=cwd or self.place.top,
                              input=stdin, capture_output=True, text=True, timeout=60, check=False)
        again = harness.Run(done.returncode, done.stdout, done.stderr, 0)
        harness.check_answer(again)
        return again

    def only(self, *names):
        return self.place.test(self.root, "--match-path", "test/{" + ",".join(names) + "}.t.sol")

    def test_of_one_suite(self):
        run = self.only("Pass", "One")
        again = self.again(run)
        self.assertEqual(again.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail"})
        self.assertEqual(again.data["framework"]["fuzz_seed"], run.data["framework"]["fuzz_seed"])
        self.assertEqual(again.cases()["OneTest", "testFuzz_bad"]["counterexample"], "7")

    def test_of_several_suites(self):
        run = self.only("Pass", "One", "Two")
        again = self.again(run)
        self.assertEqual(again.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail",
                                            "TwoTest.test_bad": "fail"})
        self.assertEqual(again.not_run(), [])

    def test_of_a_suite_whose_setup_fails(self):
        run = self.only("Pass", "SetUp")
        again = self.again(run)
        self.assertEqual(again.statuses(), {"SetUpTest.setUp": "fail"})
        self.assertEqual(again.not_run(), ["SetUpTest.test_never"])

    def test_of_names_that_are_patterns(self):
        run = self.place.test(self.root, "--match-contract", "^OddTest")
        self.assertEqual(sorted(run.statuses().values()), ["fail", "pass", "pass"])
        again = self.again(run)
        self.assertEqual(again.statuses(), {"OddTest$.test_$dollar": "fail"})

    def test_in_the_current_directory(self):
        run = self.place.test("--match-contract", "TwoTest", cwd=self.root)
        self.assertEqual(self.again(run, cwd=self.root).statuses(), {"TwoTest.test_bad": "fail"})

    def test_of_a_directory_with_an_odd_name(self):
        odd = self.place.top / "it's $HOME; echo"
        self.root.rename(odd)
        run = self.place.test(odd, "--match-contract", "TwoTest")
        self.assertEqual(self.again(run).statuses(), {"TwoTest.test_bad": "fail"})
        odd.rename(self.root)

    def test_of_an_upload_in_a_file(self):
        request = self.place.top / "my request.json"
        sources = {name: text for name, text in FILES.items() if name in ("test/Pass.t.sol", "test/One.t.sol", "test/Two.t.sol")}
        request.write_text(harness.json.dumps({"sources": sources}))
        run = self.place.test("--request", request)
        again = self.again(run)
        self.assertEqual(again.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail",
                                            "TwoTest.test_bad": "fail"})

    def test_of_an_upload_on_standard_input(self):
        request = harness.json.dumps({"sources": {name: FILES[name] for name in ("test/One.t.sol", "test/Two.t.sol")}})
        run = self.place.test("--request", "-", stdin=request)
        again = self.again(run, stdin=request)
        self.assertEqual(again.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail",
                                            "TwoTest.test_bad": "fail"})

    def test_of_one_of_two_overloads(self):
        (self.root / "test/Over.t.sol").write_text(contract("""
            function test_it(uint8 x) public pure { require(x == 300); }
            function test_it(bool x) public pure { require(x || !x); }""", "OverTest"))
        run = self.place.test(self.root, "--match-contract", "OverTest")
        again = self.again(run)
        self.assertEqual([case["name"] for suite in again.data["suites"] for case in suite["cases"]], ["test_it(uint8)"])

    def test_leaves_out_what_failed_in_an_earlier_run(self):
        self.only("Odd[[]1[]]{a}", "Two")
        run = self.only("One")
        self.assertEqual(self.again(run).statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail"})

    def test_of_a_request_for_a_project(self):
        request = self.place.top / "request.json"
        request.write_text(harness.json.dumps({"project_root": str(self.root), "match_contract": "TwoTest", "fuzz_runs": 9}))
        run = self.place.test("--request", request)
        self.assertIn("--fuzz-runs 9", run.data["rerun"])
        self.assertEqual(self.again(run).statuses(), {"TwoTest.test_bad": "fail"})

    def test_keeps_the_evm_version(self):
        run = self.place.test(self.root, "--match-contract", "TwoTest", "--evm-version", "paris")
        self.assertEqual(self.again(run).data["framework"]["evm_version"], "paris")

    def test_after_a_timeout(self):
        run = self.place.test(self.root, "--match-contract", "^(OneTest|TwoTest|EndlessTest)$", "--timeout", "3s")
        self.assertCode(run, "TEST_TIMEOUT", "fail")
        self.assertEqual(sorted(name for name, status in run.statuses().items() if status == "fail"),
                         ["OneTest.testFuzz_bad", "OneTest.test_bad", "TwoTest.test_bad"])
        again = self.again(run)
        self.assertEqual(again.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail",
                                            "TwoTest.test_bad": "fail"})

    # --- --rerun-failed

    def keep(self, *names):
        """Runs all tests of a project that has these alone: then none is new."""
        for file in (self.root / "test").iterdir():
            if file.name.removesuffix(".t.sol") not in names:
                file.unlink()
        return self.place.test(self.root)

    def test_what_nobody_has_seen_runs_as_well(self):
        self.keep("Pass", "One", "Two")
        (self.root / "test/Pass.t.sol").write_text(contract("function test_p() public pure {} function test_new(uint8) public pure {}", "PassTest"))
        (self.root / "test/Two.t.sol").unlink()
        run = self.place.test(self.root, "--rerun-failed")
        self.assertEqual(run.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail", "PassTest.test_new": "pass"})

    def test_what_is_repaired_is_forgotten(self):
        self.keep("Pass", "One", "Two")
        two = self.root / "test/Two.t.sol"
        two.write_text(FILES["test/Two.t.sol"].replace('revert("two");', ""))
        run = self.place.test(self.root, "--rerun-failed")
        self.assertEqual(run.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail", "TwoTest.test_bad": "pass"})
        run = self.place.test(self.root, "--rerun-failed")
        self.assertEqual(run.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail"})

    def test_when_all_is_repaired_everything_runs_again(self):
        self.keep("Pass", "Two")
        two = self.root / "test/Two.t.sol"
        two.write_text(FILES["test/Two.t.sol"].replace('revert("two");', ""))
        self.assertPass(self.place.test(self.root, "--rerun-failed"), tests=1)
        run = self.place.test(self.root, "--rerun-failed")
        self.assertPass(run, tests=3)
        self.assertTrue(any("No failure is remembered" in warning for warning in run.data["warnings"]), run)

    def test_a_failure_outside_of_a_filter_is_not_forgotten(self):
        self.keep("Pass", "One", "Two")
        self.assertPass(self.only("Pass"))
        self.assertEqual(len(self.place.test(self.root, "--rerun-failed").statuses()), 3)

    def test_a_repaired_setup_lets_its_tests_run(self):
        self.keep("SetUp", "Two")
        setup = self.root / "test/SetUp.t.sol"
        setup.write_text(FILES["test/SetUp.t.sol"].replace('revert("no setup");', ""))
        run = self.place.test(self.root, "--rerun-failed")
        self.assertEqual(run.statuses(), {"SetUpTest.test_never": "pass", "TwoTest.test_bad": "fail"})
        run = self.place.test(self.root, "--rerun-failed")
        self.assertEqual(run.statuses(), {"TwoTest.test_bad": "fail"})

    def test_a_remembered_test_that_is_gone_does_not_hide_the_others(self):
        self.keep("One", "Two")
        (self.root / "test/Two.t.sol").unlink()
        run = self.place.test(self.root, "--rerun-failed")
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual(run.statuses(), {"OneTest.test_bad": "fail", "OneTest.testFuzz_bad": "fail"})

    def test_only_gone_tests_are_remembered(self):
        self.keep("Pass", "Two")
        (self.root / "test/Two.t.sol").unlink()
        run = self.place.test(self.root, "--rerun-failed")
        # Whatever is done about it: no pass without a test, and not the same dead end for ever.
        if run.envelope["ok"]:
            self.assertGreater(run.data["passed"], 0)
        self.assertPass(self.place.test(self.root), tests=1)
        self.assertPass(self.place.test(self.root, "--rerun-failed"), tests=1)

    def test_projects_are_remembered_apart(self):
        other = self.place.top / "other"
        shutil.copytree(self.root, other)
        self.keep("Pass", "Two")
        run = self.place.test(other, "--match-contract", "PassTest")
        self.assertPass(run)
        self.assertEqual(self.place.test(self.root, "--rerun-failed").statuses(), {"TwoTest.test_bad": "fail"})

    def test_it_chooses_the_tests_itself(self):
        for option in ("--filter", "--match-path", "--match-contract"):
            self.assertField(self.place.test(self.root, "--rerun-failed", option, "x"), "rerun_failed")

    def test_a_damaged_memory_is_none(self):
        self.only("Two")
        for file in self.place.home.glob(".local/state/proctor/failed/*.json"):
            file.write_text('[["test/Two.t.sol", 7')
        run = self.place.test(self.root, "--rerun-failed", "--timeout", "4s")
        self.assertFalse(run.envelope["ok"])
        self.assertTrue(any("No failure is remembered" in warning for warning in run.data["warnings"]), run)


if __name__ == "__main__":
    harness.main()
