"""Runs that are stopped, by the time limit or by a person: what had finished is kept, and nothing is left."""
import os
import pty
import select
import signal
import subprocess
import time

import harness
from harness import PINNED, contract

SOURCES = {
    "test/Done.t.sol": contract("""
        function test_one() public pure {}
        function test_two() public pure { require(false, "known before"); }""", "DoneTest"),
    "test/Also.t.sol": contract("""
        function test_three() public pure {}
        function testFuzz_four(uint256 x) public pure { require(x >= 0); }""", "AlsoTest"),
    "test/Endless.t.sol": contract("""
        function test_before() public pure {}
        function test_endless() public { vm.pauseGasMetering(); while (true) {} }""", "EndlessTest", vm=True),
}


class Stops(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)
        cls.project = cls.shared.project(SOURCES, toml=PINNED.replace("[lint]", 'evm_version = "cancun"\n[lint]'))
        cls.shared.test(cls.project, "--match-path", "test/Done.t.sol")
        built = harness.forge(cls.project, "build", "--offline")
        assert built.returncode == 0, built

    def setUp(self):
        super().setUp()
        self.root = self.copy(self.project)

    def running(self, what):
        """Waits until a process of this place has `what` in its command line."""
        return harness.wait_for(
            lambda: [pid for pid, command in harness.processes_about(str(self.place.top)).items() if what in command],
            what=what)

    def suite_runs(self):
        """Waits until forge has begun the endless suite: with -vvv the log has the lines of forge's own log."""
        def begun():
            logs = list(self.place.home.glob(".local/state/proctor/logs/*.log"))
            text = logs[-1].read_text(errors="replace") if logs else ""
            return "EndlessTest}: forge::multi_runner: start" in text and text.count("executed all tests") >= 2
        harness.wait_for(begun, what="the start of the endless suite")

    def check_partial(self, run):
        self.assertEqual(run.statuses(), {"DoneTest.test_one": "pass", "DoneTest.test_two": "fail",
                                          "AlsoTest.test_three": "pass", "AlsoTest.testFuzz_four": "pass"}, run)
        self.assertEqual(run.not_run(), ["EndlessTest.test_before", "EndlessTest.test_endless"])

    # --- the time limit

    def test_finished_suites_keep_their_results_when_time_is_up(self):
        run = self.place.test(self.root, "--timeout", "2s")
        self.assertCode(run, "TEST_TIMEOUT", "fail")
        self.check_partial(run)
        self.assertEqual(run.data["termination"], "timed_out")
        for test in run.data["not_run"]:
            self.assertIn("running when the time limit struck", test["cause"])
        self.assertTrue(any("same seed" in warning for warning in run.data["warnings"]), run)
        self.assertLess(run.seconds, 8)
        self.assertTrue(run.error["retry"])
        self.assertIn("3 passed, 1 failed", run.error["message"])

    def test_passed_suites_before_the_limit_are_no_pass(self):
        (self.root / "test/Done.t.sol").write_text(SOURCES["test/Done.t.sol"].replace("require(false", "require(true"))
        self.assertPass(self.place.test(self.root, "--match-path", "test/Done.t.sol"), tests=2)  # now it is compiled
        run = self.place.test(self.root, "--timeout", "2s")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertEqual((run.data["passed"], run.data["failed"]), (4, 0), run)

    def test_the_limit_of_a_request(self):
        run = self.place.test("--request", "-", stdin=harness.json.dumps(
            {"project_root": str(self.root), "timeout_ms": 1500, "match_contract": "Endless"}))
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertLess(run.seconds, 6)
        self.assertEqual(run.not_run(), ["EndlessTest.test_before", "EndlessTest.test_endless"])

    def test_the_limit_of_the_configuration(self):
        (self.root / "proctor.toml").write_text('[limits]\ntimeout = "1500ms"\ngrace = "300ms"\n')
        run = self.place.test(self.root, "--match-contract", "Endless")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertLess(run.seconds, 5)

    def test_the_limit_strikes_while_compiling(self):
        source = contract("function test_a() public pure {}\n" + "\n".join(
            f"function f{n}(uint256 x) public pure returns (uint256) {{ return x * {n} + x ** 3 - {n}; }}" for n in range(1500)))
        root = self.place.project({"test/Big.t.sol": source}, name="slow", toml=PINNED.replace("[lint]", "via_ir = true\n[lint]"))
        run = self.place.test(root, "--timeout", "800ms")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertEqual(run.data["suites"], [])
        self.assertLess(run.seconds, 5)

    def test_an_upload_that_runs_into_the_limit(self):
        sources = {"test/Endless.t.sol": SOURCES["test/Endless.t.sol"]}
        self.assertPass(self.place.upload(sources, "--filter", "test_before"), tests=1)  # now it is compiled
        run = self.place.upload(sources, "--timeout", "1500ms")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertEqual(self.place.leftovers(), [])
        self.assertEqual(run.not_run(), ["EndlessTest.test_before", "EndlessTest.test_endless"])

    def test_a_test_that_sleeps(self):
        root = self.place.project({"test/Sleep.t.sol": contract("function test_sleep() public { vm.sleep(300000); }",
                                                                "SleepTest", vm=True)}, name="sleeper")
        run = self.place.test(root, "--timeout", "4s")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertLess(run.seconds, 9)

    # --- signals

    def stop_with(self, number, *args, **more):
        process = self.place.start("test", self.root, "-vvv", "--json", *args, **more)
        self.suite_runs()
        began = time.monotonic()
        process.send_signal(number)
        run = self.place.finish(process, timeout=30, began=began)
        harness.check_answer(run)
        return run

    def check_cancelled(self, run):
        self.assertCode(run, "TEST_CANCELLED")
        self.assertEqual(run.data["termination"], "cancelled")
        self.assertLess(run.seconds, 5, "the answer comes soon")
        self.assertEqual(harness.processes_about(str(self.place.top)), {})
        self.assertEqual(self.place.leftovers(), [])

    def test_signals_cancel_a_run(self):
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                run = self.stop_with(number)
                self.check_cancelled(run)
                self.assertEqual(run.code, 130)
                for log in self.place.home.glob(".local/state/proctor/logs/*.log"):
                    log.unlink()

    def test_a_cancelled_run_names_what_was_running(self):
        run = self.stop_with(signal.SIGINT)
        self.assertIn("EndlessTest", {test["suite"] for test in run.data["not_run"]})

    def test_several_signals_give_one_answer(self):
        process = self.place.start("test", self.root, "-vvv", "--json")
        self.suite_runs()
        for _ in range(5):
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
        run = self.place.finish(process, timeout=30)
        harness.check_answer(run)
        self.check_cancelled(run)

    def test_a_signal_while_compiling_an_upload(self):
        process = self.place.start("test", "--request", "-", "--json", stdin=subprocess.PIPE)
        process.stdin.write(harness.json.dumps({"sources": SOURCES}).encode())
        process.stdin.close()
        self.running("solc")
        private = [path for path in self.place.tmp.rglob("run-*") if path.is_dir()]
        self.assertEqual([oct(path.stat().st_mode & 0o777) for path in private], ["0o700"])
        self.assertEqual(oct(private[0].parent.stat().st_mode & 0o777), "0o700")
        process.send_signal(signal.SIGTERM)
        run = self.place.finish(process, timeout=30)
        harness.check_answer(run)
        self.check_cancelled(run)

    def test_a_killed_proctor_leaves_no_process(self):
        process = self.place.start("test", self.root, "-vvv", "--json")
        self.suite_runs()
        process.kill()
        process.communicate(timeout=20)
        harness.wait_for(lambda: not harness.processes_about(str(self.place.top)), seconds=10, what="the end of forge")

    def test_what_a_killed_proctor_left_in_TMPDIR_is_removed_by_the_next(self):
        process = self.place.start("test", "--request", "-", "--json", stdin=subprocess.PIPE)
        process.stdin.write(harness.json.dumps({"sources": SOURCES}).encode())
        process.stdin.close()
        self.running("solc")
        # The guardian would remove it at once; it can be killed as well.
        guardian = harness.wait_for(lambda: harness.children_called(process.pid, "proctor-guardian"))[0]
        os.kill(guardian, signal.SIGKILL)
        process.kill()
        process.wait(20)
        process.stdout.close()
        process.stderr.close()
        self.assertTrue(self.place.leftovers(), "this test is about what lies there")
        harness.wait_for(lambda: not harness.processes_about(str(self.place.top)), seconds=10, what="the end of forge")
        self.place.test(self.root, "--match-path", "test/Also.t.sol")
        self.assertEqual(self.place.leftovers(), [])

    def test_the_directory_of_a_living_run_is_not_removed(self):
        process = self.place.start("test", "--request", "-", "--json", "--timeout", "60s", stdin=subprocess.PIPE)
        process.stdin.write(harness.json.dumps({"sources": {**SOURCES, "test/Endless.t.sol": contract("function test_e() public {}")}}).encode())
        process.stdin.close()
        self.running("solc")
        before = set(self.place.leftovers())
        self.place.test(self.root, "--match-path", "test/Also.t.sol")
        self.assertTrue(before <= set(self.place.leftovers()) or process.poll() is not None)
        run = self.place.finish(process)
        harness.check_answer(run)
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")

    def test_ctrl_c_on_a_terminal(self):
        main_end, other_end = pty.openpty()
        process = subprocess.Popen([harness.PROCTOR, "test", str(self.root)], env=self.place.env(TERM="xterm"),
                                   stdin=other_end, stdout=other_end, stderr=other_end, start_new_session=True,
                                   preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0))
        os.close(other_end)
        shown = b""
        interrupted = None
        deadline = time.monotonic() + 40
        while time.monotonic() < deadline:
            if select.select([main_end], [], [], 0.1)[0]:
                try:
                    piece = os.read(main_end, 65536)
                except OSError:
                    break
                if not piece:
                    break
                shown += piece
            if interrupted is None and b"EndlessTest" in shown:
                interrupted = time.monotonic()
                os.write(main_end, b"\x03")
        os.close(main_end)
        try:
            code = process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            self.fail(f"Ctrl-C did nothing: {shown[-3000:]!r}")
        self.assertEqual(code, 130, shown[-3000:])
        self.assertIsNotNone(interrupted)
        self.assertLess(time.monotonic() - interrupted, 6)
        text = shown.decode(errors="replace")
        self.assertIn("cancelled", text)
        # The line of progress is wiped, and the cursor is back if it was hidden.
        self.assertEqual(text.count("\x1b[?25l"), text.count("\x1b[?25h"), repr(text[-2000:]))
        self.assertEqual(harness.processes_about(str(self.place.top)), {})


if __name__ == "__main__":
    harness.main()
