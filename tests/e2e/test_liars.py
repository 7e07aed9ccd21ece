"""A forge that lies, breaks off, floods, hangs or leaves processes behind never gets a pass.

The forge here is a shell script (Place.fake_forge) that knows two tests, A.test_a and A.test_b. `report` prints a
passing report of both, `failing` one in which test_b failed.
"""
import os
import signal
import time

import harness
from harness import fake_report


class Liars(harness.TestCase):
    def fake(self, script, *args, **more):
        return self.place.test(self.place.fake_forge(script), *args, **more)

    def test_the_honest_one_is_believed(self):
        run = self.fake("report; exit 0")
        self.assertPass(run, tests=2)
        run = self.fake("failing; exit 1")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.statuses(), {"A.test_a": "pass", "A.test_b": "fail"})

    def test_a_passing_report_and_exit_code_1(self):
        for code in (1, 2, 101, 255):
            run = self.fake(f"report; exit {code}")
            self.assertCode(run, "TEST_INCONSISTENT", "error")
            self.assertEqual(run.data["passed"], 2)
            self.assertEqual(run.data["run"]["exit_code"], code)

    def test_a_failing_report_and_exit_code_0(self):
        run = self.fake("failing; exit 0")
        self.assertCode(run, "TEST_INCONSISTENT", "fail")
        self.assertEqual(run.data["failed"], 1)

    def test_half_a_report(self):
        size = len(fake_report().encode())
        for part in (1, 2, 30, size // 3, size // 2, size - 40):
            for code in (0, 1):
                run = self.fake(f"report | head -c {part}; exit {code}")
                self.assertFalse(run.envelope["ok"], run)
                self.assertEqual(run.error["code"], "TEST_INCONSISTENT", run)

    def test_a_report_without_its_last_bracket(self):
        text = fake_report()
        run = self.fake(f"report | head -c {len(text.encode()) - 1}; exit 0")
        self.assertCode(run, "TEST_INCONSISTENT", "error")

    def test_a_passing_report_and_death_by_a_signal(self):
        for name in ("KILL", "SEGV", "TERM", "ABRT"):
            run = self.fake(f"report; kill -{name} $$; sleep 5")
            self.assertCode(run, "TEST_FORGE_FAILED", "error")
            self.assertEqual(run.data["termination"], "signalled")
            self.assertEqual(run.data["run"]["signal"], getattr(signal, "SIG" + name))
            self.assertEqual(run.data["passed"], 2, "the results that were there are kept")
            self.assertTrue(run.error["retry"])

    def test_fewer_tests_than_listed(self):
        one = fake_report(tests=("test_a",))
        run = self.fake(f"cat <<'END'\n{one}\nEND\nexit 0")
        self.assertCode(run, "TEST_INCONSISTENT", "error")
        self.assertEqual(run.not_run(), ["A.test_b"])
        self.assertEqual(run.data["passed"], 1)

    def test_another_test_in_place_of_the_listed_one(self):
        other = fake_report(tests=("test_a", "test_c"))
        run = self.fake(f"cat <<'END'\n{other}\nEND\nexit 0")
        self.assertCode(run, "TEST_INCONSISTENT", "error")
        self.assertEqual(run.not_run(), ["A.test_b"])

    def test_the_same_test_twice(self):
        text = fake_report().replace("test_b()", "test_a()")
        run = self.fake(f"cat <<'END'\n{text}\nEND\nexit 0")
        self.assertFalse(run.envelope["ok"], run)
        failed_then_passed = fake_report(a="Failure").replace("test_b()", "test_a()")
        run = self.fake(f"cat <<'END'\n{failed_then_passed}\nEND\nexit 0")
        self.assertFalse(run.envelope["ok"], run)

    def test_a_list_that_cannot_be_had_is_not_taken_for_a_complete_one(self):
        root = self.place.fake_forge("report; exit 0")
        forge = root / "forge"
        one = fake_report(tests=("test_a",))
        for listing in ("exit 1", "exit 0", "echo nonsense; exit 0", "sleep 0.1; kill -9 $$"):
            with self.subTest(listing):
                forge.write_text(f"""#!/bin/sh
case "$1" in --version) echo 'forge Version: 1.7.1'; exit 0 ;; config) echo '{{}}'; exit 0 ;; esac
for word in "$@"; do if [ "$word" = --list ]; then {listing}; fi; done
echo '2026-11-21T22:08:11.145204Z DEBUG forge::multi_runner: Found 1 test contracts out of 1 in 4.155µs' >&2
echo '2026-11-21T22:08:11.145204Z DEBUG forge::multi_runner: running all tests' >&2
echo '2026-11-21T22:08:11.145204Z DEBUG suite{{name=test/A.t.sol:A}}: forge::runner: Found 2 test functions out of 17 in 1.236µs' >&2
echo '2026-11-21T22:08:11.145204Z DEBUG suite{{name=test/A.t.sol:A}}: forge::multi_runner: executed all tests in contract duration=5.687499ms' >&2
cat <<'END'
{one}
END
exit 0
""")
                run = self.place.test(root)
                self.assertCode(run, "TEST_INCONSISTENT", "error")

    def test_an_empty_report(self):
        run = self.fake("echo '{}'; exit 0")
        self.assertFalse(run.envelope["ok"], run)
        self.assertIn(run.error["code"], ("TEST_NONE_RAN", "TEST_INCONSISTENT"), run)
        self.assertCode(self.fake("echo '{}'; exit 1"), "TEST_INCONSISTENT", "error")

    def test_an_empty_report_of_a_project_without_tests(self):
        root = self.place.fake_forge("echo '{}'; exit 0")
        forge = root / "forge"
        forge.write_text(forge.read_text().replace('{"test/A.t.sol":{"A":["test_a","test_b"]}}', "{}"))
        self.assertCode(self.place.test(root), "TEST_NONE_RAN", "error")

    def test_silence(self):
        self.assertCode(self.fake("exit 0"), "TEST_NONE_RAN", "error")
        run = self.fake("exit 1")
        self.assertCode(run, "TEST_FORGE_FAILED", "error")

    def test_documents_that_are_no_report(self):
        for document in ("[]", "null", "42", '"pass"', '{"ok":true}', '{"passed":2,"failed":0}', "[{}]", "{{}}",
                         '{"test/A.t.sol:A":null}', '{"test/A.t.sol:A":{}}', '{"test/A.t.sol:A":{"test_results":{}}}',
                         '{"test/A.t.sol:A":{"test_results":{"test_a()":{}}}}',
                         '{"test/A.t.sol:A":{"test_results":{"test_a()":{"status":"Great"},"test_b()":{"status":1}}}}',
                         '{"test/A.t.sol:A":{"test_results":[]}}', "All tests passed", "\\0\\0\\0", "Ran 2 tests: 2 passed"):
            with self.subTest(document):
                run = self.fake(f"printf '%b' '{document}'; exit 0")
                self.assertFalse(run.envelope["ok"], run)
                self.assertIn(run.error["code"], ("TEST_INCONSISTENT", "TEST_NONE_RAN"), run)
                self.assertEqual(run.data["verdict"], "error", run)

    def test_a_passing_report_after_a_failing_one(self):
        for order in ("failing; report", "report; failing"):
            for code in (0, 1):
                run = self.fake(f"{order}; exit {code}")
                self.assertFalse(run.envelope["ok"], run)
                self.assertEqual(run.data["verdict"], "fail", run)
                self.assertGreaterEqual(run.data["failed"], 1, run)

    def test_two_documents_with_the_same_suite_are_merged(self):
        a, b = fake_report(tests=("test_a",)), fake_report(a="Failure", tests=("test_b",))
        run = self.fake(f"cat <<'END'\n{a}\n{b}\nEND\nexit 1")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertEqual(run.statuses(), {"A.test_a": "pass", "A.test_b": "fail"})

    def test_a_report_on_stderr_is_none(self):
        run = self.fake("report >&2; exit 0")
        self.assertCode(run, "TEST_NONE_RAN", "error")

    def test_text_around_the_report_does_no_harm(self):
        run = self.fake("echo 'Compiling 2 files'; report; echo; echo 'bye'; exit 0")
        self.assertPass(run, tests=2)

    def test_garbage_after_the_report_is_said_or_harmless(self):
        run = self.fake("report; printf '{\"test/B.t.sol:B\":{\"test_results\":{\"test_x()\":{\"status\":\"Suc'; exit 0")
        self.assertCode(run, "TEST_INCONSISTENT", "error")

    def test_a_fuzz_test_without_runs_did_not_run(self):
        # --fail-fast makes forge report an interrupted fuzz test as Success with 0 runs.
        text = fake_report().replace('{"Unit": {"gas": 245}}',
                                     '{"Fuzz": {"first_case": {"gas": 0, "stipend": 0}, "runs": 0, "mean_gas": 0, "median_gas": 0}}')
        run = self.fake(f"cat <<'END'\n{text}\nEND\nexit 0")
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual(run.data["passed"], 0, run)

    def test_strange_names_are_kept_and_harmless(self):
        name = "test_\\u001b[31m\\u202e\\u0000<b>"
        text = fake_report(b="Failure").replace("test_b()", name + "()")
        root = self.place.fake_forge(f"cat <<'END'\n{text}\nEND\nexit 1")
        run = self.place.test(root)
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        terminal = self.place.run("test", root)
        self.assertEqual(terminal.code, 1)
        for character in "\x1b\u202e\0":
            self.assertNotIn(character, terminal.out)

    # --- floods

    def test_a_flood_of_text_is_no_pass(self):
        run = self.fake("yes 'no json here' | head -c 50M; exit 0")
        self.assertFalse(run.envelope["ok"], run)
        self.assertEqual(run.data["verdict"], "error", run)
        self.assertLess(len(run.out), 50_000)

    def test_a_flood_on_stderr_does_not_drown_the_report(self):
        run = self.fake("yes 'noise' | head -c 50M >&2; report; exit 0")
        self.assertPass(run, tests=2)
        self.assertLess(len(run.out), 50_000)

    def test_an_endless_flood_ends_with_the_time_limit(self):
        run = self.fake("yes 'endless'", "--timeout", "1s")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertLess(run.seconds, 10)

    def test_a_flood_of_brackets(self):
        run = self.fake("yes '[' | tr -d '\\n' | head -c 5M; exit 0")
        self.assertFalse(run.envelope["ok"], run)
        run = self.fake("yes '{\"a\":' | tr -d '\\n' | head -c 5M; exit 0")
        self.assertFalse(run.envelope["ok"], run)

    def test_the_log_is_bounded(self):
        root = self.place.fake_forge("yes 'noise' | head -c 20M >&2; report; exit 0")
        toml = root / "proctor.toml"
        toml.write_text(toml.read_text() + 'log_bytes = "1M"\n')
        run = self.place.test(root)
        self.assertPass(run, tests=2)
        self.assertLess(os.path.getsize(run.data["run"]["log"]), 1_100_000)

    # --- those that don't end

    def test_a_hang(self):
        run = self.fake("sleep 300", "--timeout", "1s")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertEqual(run.data["termination"], "timed_out")
        self.assertLess(run.seconds, 6)
        self.assertTrue(run.error["retry"])

    def test_a_hang_after_a_passing_report(self):
        run = self.fake("report; sleep 300", "--timeout", "1s")
        self.assertCode(run, "TEST_TIMEOUT", "error")

    def test_a_hang_that_ignores_being_asked(self):
        run = self.fake("trap '' TERM INT HUP; while :; do sleep 0.2; done", "--timeout", "1s")
        self.assertCode(run, "TEST_TIMEOUT", "error")
        self.assertLess(run.seconds, 8)

    def test_one_that_stops_itself(self):
        run = self.fake("report; kill -STOP $$; exit 0", "--timeout", "1s")
        self.assertCode(run, "TEST_TIMEOUT", "error")

    def test_a_passing_report_when_asked_to_stop(self):
        run = self.fake("trap 'report; exit 0' TERM; sleep 300 & wait", "--timeout", "1s")
        self.assertCode(run, "TEST_TIMEOUT")
        self.assertEqual(run.data["termination"], "timed_out")

    def test_hangs_in_the_questions_before_the_run(self):
        for question in ("--version", "config"):
            with self.subTest(question):
                root = self.place.fake_forge("report")
                forge = root / "forge"
                forge.write_text(f'#!/bin/sh\nif [ "$1" = {question} ]; then sleep 300; fi\n' + forge.read_text())
                process = self.place.start("test", root, "--json")
                began = time.monotonic()
                harness.wait_for(lambda: "sleep 300" in harness.processes_about(str(self.place.top)).values(), what="the hang")
                process.send_signal(signal.SIGINT)
                run = self.place.finish(process, began=began)
                harness.check_answer(run)
                self.assertCode(run, "TEST_CANCELLED")

    def test_it_waits_for_input_in_vain(self):
        run = self.fake("if read line; then echo got $line; fi; report; exit 0")
        self.assertPass(run, tests=2)

    # --- those that leave processes

    def check_left_behind(self, run, command):
        self.assertPass(run, tests=2)
        left = run.data["run"]["left_behind"]
        self.assertTrue(any(command in process["command"] for process in left), run)
        self.assertEqual({pid: text for pid, text in harness.processes_about(str(self.place.top)).items()}, {})
        self.assertLess(run.seconds, 10)

    def test_a_child_in_the_background(self):
        self.check_left_behind(self.fake("sleep 301 & report; exit 0"), "sleep 301")

    def test_a_daemon(self):
        self.check_left_behind(
            self.fake("setsid sh -c 'cd /; exec sleep 302' >/dev/null 2>&1 </dev/null & report; exit 0"), "sleep 302")

    def test_a_daemon_that_cannot_be_asked(self):
        self.check_left_behind(
            self.fake("(setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 303; done' >/dev/null 2>&1 &) ; "
                      "sleep 0.3; report; exit 0"), "303")

    def test_a_daemon_without_an_environment(self):
        self.check_left_behind(
            self.fake("(setsid env -i /bin/sh -c 'cd /; exec /bin/sleep 304' >/dev/null 2>&1 &) ; sleep 0.2; report; exit 0"),
            "sleep 304")
        pids = [pid for pid in os.listdir("/proc") if pid.isdigit()]
        for pid in pids:
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    self.assertNotEqual(file.read(), b"/bin/sleep\x00304\x00", f"process {pid} survived")
            except OSError:
                pass

    def test_what_is_left_after_a_failure_is_gone_as_well(self):
        run = self.fake("setsid sleep 305 & failing; exit 1")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        self.assertTrue(run.data["run"]["left_behind"], run)

    def test_many_children(self):
        run = self.fake("i=0; while [ $i -lt 40 ]; do setsid sleep 306 & i=$((i+1)); done; report; exit 0")
        self.check_left_behind(run, "sleep 306")
        self.assertGreaterEqual(len(run.data["run"]["left_behind"]), 40)

    def test_a_child_that_holds_the_output_open(self):
        run = self.fake("report; (sleep 307; report) & exit 0")
        self.check_left_behind(run, "sleep 307")

    def test_a_child_that_kills_its_group(self):
        run = self.fake("report; kill -KILL 0")
        self.assertCode(run, "TEST_FORGE_FAILED", "error")

    def test_a_child_that_would_kill_proctor(self):
        # Whom proctor has started can't ask it to stop: the verdict is that of the run.
        run = self.fake("kill -TERM $PPID; sleep 1; report; exit 0")
        self.assertPass(run, tests=2)
        run = self.fake("kill -INT $PPID; sleep 1; failing; exit 1")
        self.assertCode(run, "TEST_ASSERTION_FAILED", "fail")
        # SIGKILL it may send, as the same user; then there is no answer, and that isn't 0 either.
        run = self.place.run("test", self.place.fake_forge("kill -KILL $PPID; report; exit 0"), "--json")
        self.assertEqual((run.code, run.out), (-9, ""), run)


if __name__ == "__main__":
    harness.main()
