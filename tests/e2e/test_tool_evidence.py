"""What a command printed and wrote, against its exit code: a verdict that can't be talked away."""
import json
import os
import time

import harness
from harness import contract
from tool_case import ToolCase


def forge_json(status):
    """What forge writes of one test."""
    return json.dumps({"test/A.t.sol:A": {"duration": "1ms", "warnings": [], "test_results": {"test_a()": {
        "status": status, "reason": None, "counterexample": None, "logs": [], "decoded_logs": [], "kind": {"Unit": {"gas": 1}},
        "traces": [], "labeled_addresses": {}, "duration": {"secs": 0, "nanos": 1}}}}})


class Evidence(ToolCase):
    def test_a_failing_forge_test_behind_a_pipe_is_still_a_failure(self):
        self.place.project({"test/A.t.sol": contract("""
            function test_good() public pure {}
            function test_bad() public pure { revert("nope"); }""")})
        forge = f"{harness.FORGE} test --offline --use {harness.SOLC}"
        for command in (f"{forge} | tail -n 5", f"{forge} || true", f"{forge} --json || true", f"{forge} --json > report.json || true"):
            run = self.call({"command": command})
            self.assertEqual(run.data["exit_code"], 0)
            self.assertCode(run, "TEST_INCONSISTENT")
            self.assertIn("report", run.data, run)
            self.assertEqual(run.data["report"]["verdict"], "fail", run)
            (self.root / "report.json").unlink(missing_ok=True)
        run = self.call({"command": f"{forge} --json"})
        self.assertCode(run, "COMMAND_FAILED")
        self.assertEqual((run.data["report"]["passed"], run.data["report"]["failed"]), (1, 1))
        run = self.call({"command": f"{forge} --match-test test_good"})
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(run.data["report"]["passed"], 1)

    def test_of_several_reports_a_failing_one_decides(self):
        bad = forge_json("Failure")
        for command in (f"echo '{forge_json('Success')}' > a.json; echo '{bad}' > b.json", f"echo '{forge_json('Success')}'; echo '{bad}' > b.json",
                        f"echo '{bad}'; echo '{forge_json('Success')}' > a.json"):
            run = self.call({"command": command})
            self.assertCode(run, "TEST_INCONSISTENT")
            self.assertEqual(run.data["report"]["failed"], 1, run)
            for file in self.root.glob("*.json"):
                file.unlink()

    def test_a_report_file_counts_if_the_command_made_or_changed_it(self):
        (self.root / "old.json").write_text(forge_json("Failure"))
        (self.root / "test_bad.py").write_text("def test_bad(): assert 1 == 2\n")
        self.assertTrue(self.call({"command": "true"}).envelope["ok"])
        self.assertTrue(self.call({"command": "mv old.json older.json"}).envelope["ok"])
        self.assertCode(self.call({"command": f"echo '{forge_json('Failure')}' > new.json; touch -d '2 days ago' new.json"}), "TEST_INCONSISTENT")
        (self.root / "new.json").unlink()
        self.assertCode(self.call({"command": "/usr/bin/python3 -m pytest -q --junitxml=junit.xml test_bad.py > /dev/null || true"}), "TEST_INCONSISTENT")
        self.assertTrue(self.call({"command": "true"}).envelope["ok"])
        self.assertCode(self.call({"command": f"mkdir out; echo '{forge_json('Failure')}' > out/r; ln -s out/r linked.json"}), "TEST_INCONSISTENT")

    def test_report_files_of_any_size_and_number_do_not_prolong_a_call(self):
        begin = time.monotonic()
        many = "for i in $(seq 400); do truncate -s 60M a$i.json; done; truncate -s 1G large.json; "
        run = self.call({"command": many + "ln a1.json a0.json"})
        self.assertTrue(run.envelope["ok"], run)
        self.assertIn("being too large or too many: 397 of the files", " ".join(run.data["warnings"]))
        self.assertLess(time.monotonic() - begin - run.data["duration_ms"] / 1000, 30, run)
        failure = f"echo '{forge_json('Failure')}' > z.json"  # between all of them it's found
        self.assertCode(self.call({"command": "rm *.json; " + many + failure}), "TEST_INCONSISTENT")

    def test_no_report_hides_behind_many_other_files(self):
        self.assertTrue(self.call({"command": "for i in $(seq 1200); do echo [] > $i.json; done"}).envelope["ok"])
        junit = '<testsuite name="a" tests="1" failures="1"><testcase name="b"><failure/></testcase></testsuite>'
        many = "for i in $(seq 1200); do echo '[2]' > $i.json; done; "
        self.assertCode(self.call({"command": f"{many} printf '%s\\n' '{junit}' > result.xml"}), "TEST_INCONSISTENT")

    def test_a_failure_in_ctests_junit_file_counts(self):
        (self.root / "CTestTestfile.cmake").write_text('add_test(good "/bin/true")\nadd_test(bad "/bin/false")\n')
        run = self.call({"command": "ctest -Q --output-junit junit.xml || true"})
        self.assertCode(run, "TEST_INCONSISTENT")
        self.assertEqual(run.error["details"]["failed"], ["bad"])
        self.assertTrue(self.call({"command": "ctest -Q -R good --output-junit junit.xml || true"}).envelope["ok"])

    def test_a_program_that_ends_within_a_test_is_no_pass_of_ctests(self):
        (self.root / "CTestTestfile.cmake").write_text('add_test(early "/bin/echo" "[ RUN      ] A.B")\nadd_test(good "/bin/true")\n')
        run = self.call({"command": "ctest"})
        self.assertCode(run, "TEST_INCONSISTENT")
        self.assertIn('the program of "early" ended within a test', run.error["message"])
        self.assertTrue(self.call({"command": "ctest -R good"}).envelope["ok"])

    def test_a_report_file_says_what_its_tests_came_to(self):
        (self.root / "test_a.py").write_text("import pytest\n@pytest.mark.skip\ndef test_a(): pass\ndef test_b(): pass\n")
        (self.root / "a.bats").write_text('@test "a" { echo "--- FAIL: TestX (0.00s)"; true; }\n@test "b" { false; }\n')
        (self.root / "a_test.go").write_text('package a\nimport ("testing"; "syscall")\nfunc TestA(t *testing.T) { syscall.Exit(0) }\n')
        (self.root / "go.mod").write_text("module a\n")
        pytest = "/usr/bin/python3 -m pytest -p no:terminal --junitxml=out/r.xml"
        for command, code in ((f"{pytest} || true", None), (f"{pytest} -k 'not b' || true", "TEST_NONE_RAN"),
                              ("bats --tap a.bats > r.tap || true", "TEST_INCONSISTENT"),
                              ("bats --tap -f a a.bats > r.tap || true", None),
                              ("go test -vet=off -json . > go.json; true", "TEST_INCONSISTENT")):
            run = self.call({"command": command})
            self.assertEqual(run.error["code"] if not run.envelope["ok"] else None, code, run)
            self.assertIn("A report was read from", " ".join(run.data["report"]["warnings"]), run)

    def test_a_failure_behind_a_progress_bar_counts(self):
        self.assertCode(self.call({"command": r"printf 'running 1/2\rrunning 2/2\r--- FAIL: TestX (0.00s)\n'"}), "TEST_INCONSISTENT")

    def test_summaries_of_other_tools_count_as_evidence(self):
        for line in ("==== 1 failed, 2 passed in 0.12s ====", "test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out",
                     "--- FAIL: TestX (0.00s)", "Tests:       1 failed, 2 passed, 3 total"):
            run = self.call({"command": f"echo '{line}' | tail"})
            self.assertCode(run, "TEST_INCONSISTENT")
            self.assertIn(line.strip("= ")[:12], json.dumps(run.error))
        self.assertTrue(self.call({"command": "echo 'the build FAILED to load a plugin, retrying: 0 failed'"}).envelope["ok"])

    def test_that_no_test_ran_is_told(self):
        (self.root / "test_a.py").write_text("def test_a(): pass\n")
        (self.root / "a_test.go").write_text('package a\nimport "testing"\nfunc TestA(t *testing.T) {}\n')
        (self.root / "go.mod").write_text("module a\n")
        run = self.call({"command": "/usr/bin/python3 -m pytest -k nothing | tail -1"})
        self.assertCode(run, "TEST_NONE_RAN")
        self.assertIn("1 deselected in", run.error["message"])
        self.assertTrue(self.call({"command": "/usr/bin/python3 -m pytest -k test_a | tail -1"}).envelope["ok"])
        run = self.call({"command": "go test -vet=off -run Nothing ."})
        self.assertTrue(run.envelope["ok"], run.out)
        self.assertIn("no tests to run", run.data["warnings"][0])
        self.assertNotIn("warnings", self.call({"command": "go test -vet=off ."}).data)
        self.assertNotIn("warnings", self.call({"command": "go test -vet=off"}).data)
        self.assertCode(self.call({"command": "/usr/bin/python3 -m pytest --collect-only -q -k nothing | tail"}), "TEST_NONE_RAN")

    def test_a_runner_that_is_not_there_has_tested_nothing(self):
        (self.root / "pytest.ini").write_text("[pytest\n")
        for command in ("jest -q 2>&1 | tail -5", "./scripts/run_tests.sh || true", "go test nothere | tail", "/usr/bin/python3 -m pytest 2>&1 | tail"):
            run = self.call({"command": command})
            self.assertCode(run, "TEST_INCONSISTENT")
            self.assertIn("instead", run.error["message"])
        (self.root / "check.py").write_text("assert 1 == 2\n")
        for command in ("python3 check.py || true", "jobs=$(nproc-that-is-not-there); echo all is well"):
            self.assertTrue(self.call({"command": command}).envelope["ok"], "no tests are in it")

    def test_a_run_that_breaks_off_behind_a_pipe_is_no_pass(self):
        (self.root / "test_a.py").write_text("import os\ndef test_a(): pass\ndef test_b(): os._exit(0)\n")
        pytest = "/usr/bin/python3 -m pytest test_a.py"
        for command in (f"{pytest} | tail", pytest):
            run = self.call({"command": command})
            self.assertCode(run, "TEST_INCONSISTENT")
            self.assertIn("test_a.py.test_b: The test began and has no result", run.error["details"]["evidence"][0])
        run = self.call({"command": f"{pytest} | head"})
        self.assertCode(run, "TEST_INCONSISTENT")
        self.assertIn("test_a.py.test_b (The test began and has no result.)", run.error["message"])
        # Here the exit code is theirs.
        (self.root / "test_a.py").write_text("def test_a(): pass\n")
        run = self.call({"command": f"bash -o pipefail -c '{pytest} | sed -n 1,3p'"})
        self.assertTrue(run.envelope["ok"], run)
        (self.root / "test_a.py").write_text("import os\ndef test_a(): pass\ndef test_b(): os._exit(0)\n")
        run = self.call({"command": f"{pytest} | tail; seq 1000000"})
        self.assertCode(run, "TEST_INCONSISTENT")
        self.assertTrue(run.data["truncated"])

    def test_where_nothing_tells_how_tests_ended_it_is_no_pass(self):
        (self.root / "test_a.py").write_text("def test_a(): assert False\n")
        pytest = "/usr/bin/python3 -m pytest"
        for command in (f"{pytest} >/dev/null 2>&1 || true", f"{pytest} -p no:terminal | cat", f"{pytest} | wc -l",
                        f"{pytest} >/dev/null 2>&1 && echo fine || echo broken", f"{pytest} >/dev/null; echo code $?",
                        f"trap 'rm -f log' EXIT; {pytest} >log; echo done", f"run() {{ {pytest} >log; }}; run; ls",
                        f"for d in . ; do {pytest} $d >log || n=$((n+1)); done; echo \"$n failed\""):
            self.assertCode(self.call({"command": command}), "TEST_INCONSISTENT")
        (self.root / "test_a.py").write_text("def test_a(): pass\n")
        run = self.call({"command": f"{pytest} -k nothing --junit-xml=r.xml -p no:terminal || true"})
        self.assertCode(run, "TEST_NONE_RAN")  # a report without a test proves nothing
        for command in (f"{pytest} -q | tail -1", f"{pytest} > log; tail -1 log", f"{pytest} | grep passed", f"{pytest} 2>&1 | cat",
                        f"{pytest} --junit-xml=r.xml -p no:terminal || true", f"{pytest} >/dev/null || exit 1; ls",
                        f"set -o pipefail; {pytest} -p no:terminal | cat", f"trap 'rm -f log' EXIT; {pytest} >log; tail -1 log"):
            run = self.call({"command": command})
            self.assertTrue(run.envelope["ok"], run)
            self.assertIsNone(run.envelope.get("error"))

    def test_a_failure_behind_the_prefixes_of_several_programs_counts(self):
        (self.root / "test_a.py").write_text("def test_a(): pass\n")
        (self.root / "test_b.py").write_text("def test_b(): assert 1 == 2\n")
        command = "for t in a b; do /usr/bin/python3 -m pytest test_$t.py | sed \"s/^/$t-1  | /\"; done"
        run = self.call({"command": command})
        self.assertCode(run, "TEST_INCONSISTENT")
        self.assertIn("b-1  | test_b.py F", run.error["details"]["evidence"][0])
        self.assertTrue(self.call({"command": command.replace("a b", "a")}).envelope["ok"])


if __name__ == "__main__":
    harness.main()
