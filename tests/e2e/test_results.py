"""Real projects through real forge, in place: every result is there, and what is missing is said."""
import json
import shutil

import harness
from harness import HEAD, VM, contract

ZOO = {
    "test/Pass.t.sol": contract("""
        function test_one() public pure { require(1 + 1 == 2); }
        function test_two() public pure {}
        function testFuzz_any(uint8 x) public pure { require(x < 256); }""", "PassTest"),
    "test/Fail.t.sol": contract("""
        error TooBig(uint256 value, uint256 limit);
        function test_fine() public pure {}
        function test_message() public pure { require(1 + 1 == 3, "the sum is wrong"); }
        function test_customError() public pure { revert TooBig(7, 3); }
        function testFuzz_pair(uint256 amount, bool flag) public pure { require(amount < 5 && flag, "found one"); }""",
                                "FailTest"),
    "test/Invariant.t.sol": HEAD + """
        contract Counter { uint256 public n; function bump(uint8 by) public { n += by; } }
        contract InvariantTest {
            Counter counter;
            function setUp() public { counter = new Counter(); }
            function targetContracts() public view returns (address[] memory list) {
                list = new address[](1); list[0] = address(counter);
            }
            function invariant_small() public view { require(counter.n() < 10, "grew"); }
            function invariant_fine() public view { require(address(counter) != address(0)); }
        }""",
    "test/Table.t.sol": HEAD + """
        contract TableTest {
            struct Row { uint256 a; bool good; }
            function fixtureRow() public pure returns (Row[] memory rows) {
                rows = new Row[](3); rows[0] = Row(1, true); rows[1] = Row(2, true); rows[2] = Row(3, true);
            }
            function tableRows(Row memory row) public pure { require(row.good); }
        }""",
    "test/TableFail.t.sol": HEAD + """
        contract TableFailTest {
            struct Row { uint256 a; bool good; }
            function fixtureRow() public pure returns (Row[] memory rows) {
                rows = new Row[](3); rows[0] = Row(1, true); rows[1] = Row(4711, false); rows[2] = Row(3, true);
            }
            function tableRows(Row memory row) public pure { require(row.good, "bad row"); }
        }""",
    "test/Skip.t.sol": HEAD + VM + """
        contract SkipTest {
            function test_later() public { vm.skip(true, "not today"); }
            function test_silently() public { vm.skip(true); }
        }
        contract SkipSetUpTest {
            function setUp() public { vm.skip(true, "no network here"); }
            function test_x() public pure {}
            function test_y() public pure {}
        }""",
    "test/SetUp.t.sol": contract("""
        function setUp() public pure { revert("no setup"); }
        function test_first() public pure {}
        function test_second() public pure {}""", "SetUpTest"),
    "test/Constructor.t.sol": contract("""
        constructor() { revert("not built"); }
        function test_third() public pure {}
        function test_fourth() public pure {}""", "ConstructorTest"),
    "test/Old.t.sol": contract("""
        function testFail_old() public pure { revert(); }
        function test_lost() public pure {}
        function test_lostToo() public pure {}""", "OldTest"),
    "test/Overload.t.sol": contract("""
        function test_same() public pure {}
        function test_same(uint8) public pure {}
        function test_same(bool) public pure {}""", "OverloadTest"),
    "test/Helper.sol": contract("function helper() public pure {}", "Helper"),
}


class InPlace(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)
        cls.zoo = cls.shared.project(ZOO, toml=harness.PINNED + "[invariant]\nruns = 8\ndepth = 20\n")
        cls.first = cls.shared.test(cls.zoo, "--fuzz-seed", "1")

    def setUp(self):
        super().setUp()
        self.root = self.copy(self.zoo)

    def only(self, *files, args=()):
        glob = "{" + ",".join(f"test/{name}.t.sol" for name in files) + "}" if len(files) > 1 else f"test/{files[0]}.t.sol"
        return self.place.test(self.root, "--match-path", glob, *args)

    def test_a_pass_is_a_pass(self):
        run = self.only("Pass")
        self.assertPass(run, tests=3)
        self.assertEqual(run.data["not_run"], [])
        self.assertNotIn("rerun", run.data)
        self.assertEqual(run.data["framework"]["name"], "forge")
        self.assertRegex(run.data["framework"]["version"], r"^\d+\.\d+\.\d+")
        fuzz = run.cases()["PassTest", "testFuzz_any"]
        self.assertEqual((fuzz["kind"], fuzz["runs"]), ("fuzz", 256))
        self.assertEqual(fuzz["location"], {"file": "test/Pass.t.sol", "line": 7})

    def test_the_counts_are_forges_own(self):
        theirs = harness.forge(self.root, "test", "--json", "--offline", "--fuzz-seed", "1")
        document = json.loads(theirs.stdout)
        statuses = [case["status"] for suite in document.values() for case in suite["test_results"].values()]
        run = self.first
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.code, theirs.returncode)
        self.assertEqual((run.data["passed"], run.data["failed"], run.data["skipped"]),
                         tuple(statuses.count(status) for status in ("Success", "Failure", "Skipped")))
        self.assertEqual({f"{suite['file']}:{suite['name']}" for suite in run.data["suites"]}, set(document))
        ours = {(f"{suite['file']}:{suite['name']}", case["name"]): case["status"]
                for suite in run.data["suites"] for case in suite["cases"]}
        words = {"Success": "pass", "Failure": "fail", "Skipped": "skip"}
        self.assertEqual(ours, {(suite, name): words[case["status"]] for suite, content in document.items()
                                for name, case in content["test_results"].items()})

    def test_every_listed_test_has_a_result_or_a_cause(self):
        listed = json.loads(harness.forge(self.root, "test", "--list", "--json", "--offline").stdout.splitlines()[-1])
        every = sorted(f"{contract}.{name.split('(')[0]}" for file in listed.values() for contract, names in file.items()
                       for name in names)
        run = self.first
        have = [f"{suite['name']}.{case['name'].split('(')[0]}" for suite in run.data["suites"]
                for case in suite["cases"] if case["name"] not in ("setUp()", "constructor()")]
        self.assertEqual(sorted(have + run.not_run()), every)

    def test_a_failing_unit_test_says_why_and_where(self):
        run = self.only("Fail", args=("--filter", "test_"))
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.error["details"], {"failed": 2, "passed": 1})
        message = run.cases()["FailTest", "test_message"]
        self.assertEqual((message["status"], message["kind"]), ("fail", "unit"))
        self.assertIn("the sum is wrong", message["reason"])
        self.assertEqual(message["location"], {"file": "test/Fail.t.sol", "line": 7})
        self.assertEqual(run.cases()["FailTest", "test_customError"]["reason"], "TooBig(7, 3)")
        self.assertEqual(run.cases()["FailTest", "test_fine"]["status"], "pass")

    def test_a_failing_fuzz_test_shows_its_arguments(self):
        run = self.only("Fail", args=("--filter", "testFuzz_pair"))
        case = run.cases()["FailTest", "testFuzz_pair"]
        self.assertEqual((case["status"], case["kind"]), ("fail", "fuzz"))
        self.assertIn("found one", case["reason"])
        self.assertRegex(case["counterexample"], r"^\d+( \[[^\]]*\])?, (true|false)$")

    def test_a_failing_invariant_shows_its_calls(self):
        run = self.only("Invariant")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        case = run.cases()["InvariantTest", "invariant_small"]
        self.assertEqual((case["status"], case["kind"]), ("fail", "invariant"))
        calls = case["counterexample"].splitlines()
        self.assertGreaterEqual(len(calls), 1)
        for call in calls:
            self.assertRegex(call, r"bump\(uint8\)|bump\(\d+\)")
        fine = run.cases()["InvariantTest", "invariant_fine"]
        self.assertEqual((fine["status"], fine["runs"]), ("pass", 8))

    def test_tables_have_their_rows_counted(self):
        run = self.only("Table", "TableFail")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        good = run.cases()["TableTest", "tableRows"]
        self.assertEqual((good["status"], good["kind"], good["runs"]), ("pass", "table", 3))
        bad = run.cases()["TableFailTest", "tableRows"]
        self.assertEqual((bad["status"], bad["kind"]), ("fail", "table"))
        self.assertIn("4711", bad["counterexample"])

    def test_a_skipped_test_is_skipped_with_its_reason(self):
        run = self.only("Pass", "Skip")
        self.assertPass(run, tests=3)
        self.assertIn("not today", run.cases()["SkipTest", "test_later"]["reason"])
        self.assertEqual(run.cases()["SkipTest", "test_silently"]["status"], "skip")
        self.assertEqual(run.cases()["SkipSetUpTest", "setUp"]["status"], "skip")
        self.assertEqual(run.not_run(), ["SkipSetUpTest.test_x", "SkipSetUpTest.test_y"])
        for test in run.data["not_run"]:
            self.assertTrue(test["on_purpose"])
            self.assertIn("no network here", test["cause"])

    def test_only_skipped_tests_are_no_pass(self):
        run = self.only("Skip", args=("--match-contract", "^SkipTest$"))
        self.assertCode(run, "TEST_NONE_RAN", "error")
        self.assertEqual(run.data["skipped"], 2)

    def test_only_a_skipped_setup_is_no_pass(self):
        self.assertCode(self.only("Skip", args=("--match-contract", "SkipSetUp")), "TEST_NONE_RAN", "error")

    def test_a_failing_setup_names_the_tests_that_never_ran(self):
        run = self.only("Pass", "SetUp")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.cases()["SetUpTest", "setUp"]["status"], "fail")
        self.assertIn("no setup", run.cases()["SetUpTest", "setUp"]["reason"])
        self.assertEqual(run.not_run(), ["SetUpTest.test_first", "SetUpTest.test_second"])
        self.assertIn("setUp failed", run.data["not_run"][0]["cause"])
        self.assertEqual(run.data["passed"], 3)

    def test_a_failing_constructor_names_the_tests_that_never_ran(self):
        run = self.only("Constructor")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.cases()["ConstructorTest", "constructor"]["status"], "fail")
        self.assertEqual(run.not_run(), ["ConstructorTest.test_fourth", "ConstructorTest.test_third"])

    def test_what_testFail_takes_away_is_said(self):
        run = self.only("Old")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.not_run(), ["OldTest.test_lost", "OldTest.test_lostToo"])
        self.assertIn("testFail_old", run.data["not_run"][0]["cause"])

    def test_overloaded_tests_are_all_there(self):
        run = self.only("Overload")
        self.assertPass(run, tests=3)
        self.assertEqual([case["name"] for case in run.data["suites"][0]["cases"]],
                         ["test_same()", "test_same(bool)", "test_same(uint8)"])

    def test_fail_fast_lists_exactly_what_it_left_out(self):
        for where in ("request", "foundry.toml"):
            with self.subTest(where):
                if where == "foundry.toml":
                    toml = self.root / "foundry.toml"
                    toml.write_text(toml.read_text().replace("[lint]", "fail_fast = true\n[lint]"))
                run = self.only("Fail", "Pass", "Table", "TableFail",
                                args=["--fail-fast"] if where == "request" else [])
                self.assertFalse(run.envelope["ok"], run)
                self.assertIn(run.error["code"], ("TEST_ASSERTION_FAILED", "TEST_INCONSISTENT"), run)
                have = [f"{suite['name']}.{case['name'].split('(')[0]}" for suite in run.data["suites"]
                        for case in suite["cases"]]
                everything = ["FailTest.testFuzz_pair", "FailTest.test_customError", "FailTest.test_fine",
                              "FailTest.test_message", "PassTest.testFuzz_any", "PassTest.test_one", "PassTest.test_two",
                              "TableFailTest.tableRows", "TableTest.tableRows"]
                self.assertEqual(sorted(have + run.not_run()), everything, run)
                for test in run.data["not_run"]:
                    self.assertIn("fail-fast", test["cause"])

    def test_a_filter_that_matches_nothing_is_no_pass(self):
        for args in (["--filter", "test_nothingOfThisName"], ["--match-contract", "NoSuch"],
                     ["--match-path", "test/NoSuch*.t.sol"]):
            with self.subTest(args):
                run = self.place.test(self.root, *args)
                self.assertCode(run, "TEST_NONE_RAN", "error")
                self.assertEqual(run.data["passed"], 0)

    def test_a_project_without_tests_is_no_pass(self):
        root = self.place.project({"src/A.sol": contract("", "A")}, name="empty")
        self.assertCode(self.place.test(root), "TEST_NONE_RAN")

    def test_an_empty_directory_is_no_pass(self):
        empty = self.place.top / "nothing"
        empty.mkdir()
        run = self.place.test(empty)
        self.assertCode(run, "TEST_NONE_RAN")
        self.assertIn(str(empty), run.error["message"])
        self.assertCode(self.place.test(empty, "--framework", "forge"), "TEST_NONE_RAN")

    def test_logs_come_with_verbosity(self):
        body = """
            function test_talks() public { emit log("hello from the test"); require(false, "no"); }
            event log(string);"""
        root = self.place.project({"test/Log.t.sol": contract(body, "LogTest")}, name="logs")
        run = self.place.test(root, "-vv")
        self.assertEqual(run.cases()["LogTest", "test_talks"]["logs"], ["hello from the test"])

    def test_the_counter_example(self):
        root = self.place.top / "counter"
        shutil.copytree(harness.REPOSITORY / "examples/counter", root, symlinks=True,
                        ignore=shutil.ignore_patterns("out", "cache", "lib"))
        (root / "lib").mkdir()
        (root / "lib/forge-std").symlink_to(harness.BOX + "/lib/forge-std")
        run = self.place.test(root)
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual((run.data["passed"], run.data["failed"], run.data["skipped"]), (14, 1, 1), run)
        self.assertEqual(run.data["not_run"], [])
        self.assertEqual([name for name, status in run.statuses().items() if status == "fail"],
                         ["CounterTest.test_FailsOnPurpose_ToShowAFailure"])

    def test_the_project_may_have_any_name(self):
        odd = self.place.top / "it's a “project” {1} $HOME [x]"
        self.root.rename(odd)
        run = self.place.test(odd, "--match-path", "test/Pass.t.sol")
        self.assertPass(run, tests=3)
        run = self.place.test("../" + odd.name + "/.", "--match-path", "test/Pass.t.sol", cwd=self.place.home)
        self.assertPass(run, tests=3)

    def test_without_an_argument_the_current_directory_is_tested(self):
        self.assertPass(self.place.test("--match-path", "test/Pass.t.sol", cwd=self.root), tests=3)

    def test_variables_that_let_failures_pass_have_no_effect(self):
        for variable in ("FORGE_ALLOW_FAILURE", "FOUNDRY_ALLOW_FAILURE", "DAPP_ALLOW_FAILURE"):
            with self.subTest(variable):
                run = self.place.test(self.root, "--match-path", "test/Fail.t.sol", env={variable: "true"})
                self.assertFalse(run.envelope["ok"])
                self.assertEqual(run.data["verdict"], "fail", run)

    def test_other_variables_of_forge_dont_hide_results(self):
        for variable, value in (("FORGE_GAS_REPORT", "true"), ("FOUNDRY_VERBOSITY", "4"), ("CLICOLOR_FORCE", "1"),
                                ("FORCE_COLOR", "1"), ("RUST_LOG", "trace"), ("FOUNDRY_NO_MATCH_TEST", "test_none"),
                                ("FORGE_SNAPSHOT_CHECK", "true")):
            with self.subTest(variable):
                run = self.place.test(self.root, "--match-path", "test/Pass.t.sol", env={variable: value})
                self.assertPass(run, tests=3)


if __name__ == "__main__":
    harness.main()
