"""The tool Test from the command line: commands under control, approval, a clean environment, bounded output."""
import fcntl
import glob
import json
import os
import pty
import re
import select
import signal
import subprocess
import threading
import time
import unittest

import harness
from harness import contract

CODES = {"COMMAND_FAILED": 1, "APPROVAL_REQUIRED": 2, "APPROVAL_DENIED": 2, "TOOL_DISABLED": 2, "TOOL_UNKNOWN": 2,
         "TEST_INCONSISTENT": 3, "TEST_TIMEOUT": 4, "TEST_CANCELLED": 130, "TEST_LIMIT_EXCEEDED": 4,
         "INVALID_REQUEST": 2, "TEST_NONE_RAN": 3}
SCHEMA = json.loads((harness.REPOSITORY / "schemas/test-tool-response.schema.json").read_text())
DEFINED = SCHEMA["$defs"]


def forge_json(status):
    """What forge writes of one test."""
    return json.dumps({"test/A.t.sol:A": {"duration": "1ms", "warnings": [], "test_results": {"test_a()": {
        "status": status, "reason": None, "counterexample": None, "logs": [], "decoded_logs": [], "kind": {"Unit": {"gas": 1}},
        "traces": [], "labeled_addresses": {}, "duration": {"secs": 0, "nanos": 1}}}}})


def running(command):
    """Whether a process has exactly that command line."""
    for place in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(place, "rb") as file:
                if file.read() == command.replace(" ", "\0").encode() + b"\0":
                    return True
        except OSError:
            pass  # it has ended
    return False


class Tool(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.root = self.place.top / "project"
        self.root.mkdir()

    def configure(self, text):
        file = self.place.home / ".config/proctor/proctor.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def call(self, arguments, *options, tool="Test", yes=True, env=None, **more):
        """`proctor call` in the project, its answer checked."""
        options = [*options, *(["--yes"] if yes else []), "--json"]
        run = self.place.run("call", tool, "--args", arguments if isinstance(arguments, str) else json.dumps(arguments),
                             *options, cwd=more.pop("cwd", self.root), env=env, **more)
        self.check(run)
        return run

    def check(self, run):
        envelope = run.envelope
        self.assertEqual(envelope["ok"], "error" not in envelope, run)
        if "error" in envelope:
            self.assertEqual(harness.schema_problems(envelope["error"], DEFINED["Error"]), [], run)
            self.assertEqual(run.code, CODES[envelope["error"]["code"]], run)
        else:
            self.assertEqual(run.code, 0, run)
        if "output" in envelope.get("data", {}):
            self.assertEqual(harness.schema_problems(envelope["data"], DEFINED["CommandResult"]), [], run)
            self.assertFalse(list(self.place.tmp.glob("proctor-*/run-*")), "a private directory is left")

    def assertCode(self, run, code):
        self.assertEqual(run.envelope.get("error", {}).get("code"), code, run)

    def assertField(self, run, field):
        self.assertCode(run, "INVALID_REQUEST")
        self.assertEqual(run.error["details"]["field"], field, run)
        self.assertIn(field, run.error["message"])

    # --- the command

    def test_a_command_that_ends_with_0_is_ok(self):
        run = self.call({"command": "echo out; echo err >&2"})
        self.assertTrue(run.envelope["ok"])
        self.assertEqual((run.data["exit_code"], run.data["termination"], run.data["timed_out"]), (0, "exited", False))
        self.assertEqual(run.data["output"], "out\nerr\n")
        self.assertEqual(run.data["output_bytes"], 8)
        self.assertFalse(run.data["truncated"])
        self.assertEqual(run.data["command"], "echo out; echo err >&2")
        self.assertEqual(run.data["workdir"], str(self.root))
        with open(run.data["log"]) as log:
            self.assertEqual(log.read(), "out\nerr\n")

    # --- what proctor itself lacks

    def call_under(self, ulimit, command, **env):
        """A call of the tool by a shell that has set a limit for itself."""
        done = subprocess.run(["sh", "-c", f'ulimit {ulimit}; exec "$0" "$@"', harness.PROCTOR, "call", "Test", "--yes",
                               "--json", "-q", "--root", str(self.root), "--args", json.dumps({"command": command})],
                              env=self.place.env(**env), capture_output=True, timeout=60, check=False)
        return done.returncode, json.loads(done.stdout)

    def test_files_that_may_not_grow_cost_the_log_and_not_the_answer(self):
        code, envelope = self.call_under("-f 64", "head -c 300000 /dev/zero | tr '\\0' x")
        self.assertEqual((code, envelope["ok"]), (0, True), envelope)
        self.assertEqual(envelope["data"]["output_bytes"], 300000)

    def test_too_few_descriptors_are_not_a_missing_tool(self):
        code, envelope = self.call_under("-n 12", "true")
        self.assertEqual((code, envelope["error"]["code"]), (3, "RESOURCES_EXHAUSTED"), envelope)
        self.assertIn("Too many open files", envelope["error"]["message"])

    @unittest.skipUnless(os.getuid() == 0, "only root can mount")
    def test_a_full_disk_below_TMPDIR_is_no_fault_of_proctors(self):
        temporary = self.place.top / "full"
        temporary.mkdir()
        done = subprocess.run(["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o nr_inodes=2 none "$TMPDIR" && exec "$0" "$@"',
                               harness.PROCTOR, "call", "Test", "--yes", "--json", "-q", "--root", str(self.root), "--args",
                               '{"command": "true"}'],
                              env=self.place.env(TMPDIR=str(temporary)), capture_output=True, timeout=60, check=False)
        error = json.loads(done.stdout)["error"]
        self.assertEqual((done.returncode, error["code"], error["retry"]), (3, "RESOURCES_EXHAUSTED", True), error)
        self.assertIn(f"{temporary}/proctor-0", error["message"])
        self.assertIn("No space left on device; make room", error["message"])

    def test_a_TMPDIR_that_is_not_there_is_named(self):
        code, envelope = self.call_under("-n 100", "true", TMPDIR=str(self.place.top / "nowhere"))
        self.assertEqual((code, envelope["error"]["code"]), (2, "INVALID_REQUEST"), envelope)
        self.assertIn("TMPDIR", envelope["error"]["message"])

    def test_it_is_called_by_its_alias_as_well(self):
        self.assertTrue(self.call({"command": "true"}, tool="test").envelope["ok"])
        self.assertCode(self.call({"command": "true"}, tool="TEST"), "TOOL_UNKNOWN")

    def test_another_code_is_a_failure(self):
        run = self.call({"command": "echo no; exit 7"})
        self.assertCode(run, "COMMAND_FAILED")
        self.assertFalse(run.error["retry"])
        self.assertEqual(run.data["exit_code"], 7)

    def test_a_signal_is_told_by_its_name(self):
        run = self.call({"command": "kill -SEGV $$"})
        self.assertCode(run, "COMMAND_FAILED")
        self.assertEqual((run.data["signal"], run.data["termination"]), ("SIGSEGV", "signalled"))
        self.assertNotIn("exit_code", run.data)

    def test_a_timeout_says_who_hung_and_where(self):
        (self.root / "hang.py").write_text("import time\ndef deep():\n  time.sleep(100)\ndeep()\n")
        mark = f"5{os.getpid()}"
        run = self.call({"command": f"sleep {mark} & echo ${{PYTHONFAULTHANDLER}}; /usr/bin/python3 hang.py",
                         "timeout_ms": 2000})
        self.assertCode(run, "TEST_TIMEOUT")
        [hang] = run.data["diagnostics"]
        self.assertEqual((hang["severity"], hang["code"]), ("info", "hang"))
        self.assertIn(f"sleep {mark} (pid ", hang["message"])
        self.assertIn("nanosleep", {p["command"]: p for p in hang["processes"]}[f"sleep {mark}"]["waits_for"])
        self.assertIn("line 3 in deep", hang["stacks"])
        self.assertIn("1\n", run.data["output"])

    def test_stacks_of_several_pythons_are_not_mixed(self):
        (self.root / "hang.py").write_text("import sys, time\ndef deep_in(name):\n  time.sleep(100)\ndeep_in(sys.argv[1])\n")
        command = "for i in 1 2 3 4; do /usr/bin/python3 hang.py $i & done; wait"
        run = self.call({"command": command, "timeout_ms": 2000})
        [hang] = run.data["diagnostics"]
        own, whole = hang["stacks"].split("\n\n", 1)
        self.assertTrue(own.startswith("In the project's code:\n"), own)
        for stacks in (own + "\n", whole):
            self.assertEqual(stacks.count('hang.py", line 3 in deep_in\n'), 4, hang["stacks"])
        self.assertEqual(whole.count("Current thread 0x"), 4, hang["stacks"])

    def test_go_test_hands_on_the_stacks_of_its_test_programs(self):
        (self.root / "go.mod").write_text("module example.com/hang\n\ngo 1.19\n")
        (self.root / "hang_test.go").write_text(
            'package hang\n\nimport "testing"\n\nfunc TestDeep(t *testing.T) { <-make(chan int) }\n')
        built = self.call({"command": "go test -vet=off -run '^$' ."})  # what is built then isn't a part of the hang
        self.assertTrue(built.envelope["ok"], built.out)
        run = self.call({"command": "go test -vet=off .", "timeout_ms": 5000})
        self.assertCode(run, "TEST_TIMEOUT")
        [hang] = run.data["diagnostics"]
        self.assertIn("hang_test.go:5", hang["stacks"])

    def test_what_is_printed_because_time_was_up_is_no_failed_test(self):
        (self.root / "Makefile").write_text("test:\n\t@echo begun; sleep 100\n")
        (self.root / "test_hang.py").write_text(
            "import time, unittest\nclass T(unittest.TestCase):\n  def test_b(self):\n    time.sleep(100)\n")
        for command, answer in (("make test", "make: ***"), ("/usr/bin/python3 -m unittest -v test_hang", "Aborted")):
            run = self.call({"command": command, "timeout_ms": 1500})
            self.assertCode(run, "TEST_TIMEOUT")
            self.assertIn(answer, run.data["output"])
            self.assertNotIn("failed", run.envelope["error"]["message"])
        run = self.call({"command": "echo 'FAIL: test_a (t.T)'; exec make test", "timeout_ms": 1500})
        self.assertIn("its output says that tests failed: `FAIL: test_a (t.T)`", run.envelope["error"]["message"])

    def test_a_hang_tells_no_secret(self):
        secret = "hunter2hunter2"
        run = self.call({"command": f"sh -c 'sleep 1000; true' {secret}", "timeout_ms": 400}, env={"MY_PASSWORD": secret})
        self.assertIn("[secret]", run.data["diagnostics"][0]["message"])
        self.assertNotIn(secret, run.out)

    def test_a_timeout_ends_the_whole_tree(self):
        mark = f"sleep 4{os.getpid()}"
        run = self.call({"command": f"echo before; setsid {mark} & ({mark} &) ; {mark}", "timeout_ms": 500})
        self.assertCode(run, "TEST_TIMEOUT")
        self.assertTrue(run.data["timed_out"])
        self.assertEqual(run.data["termination"], "timed_out")
        self.assertIn("before", run.data["output"])
        self.assertEqual(harness.processes_about(mark.split()[1]), {})
        self.assertLess(run.seconds, 10)

    def test_the_default_timeout_comes_from_the_configuration(self):
        self.configure("[tools.test]\ndefault_timeout_ms = 300\nmax_timeout_ms = 5000\n")
        self.assertCode(self.call({"command": "sleep 60"}), "TEST_TIMEOUT")
        self.assertField(self.call({"command": "true", "timeout_ms": 5001}), "timeout_ms")
        self.assertField(self.call({"command": "true"}, "--timeout", "6s"), "--timeout")

    def test_who_is_left_behind_is_named(self):
        run = self.call({"command": "sleep 300 & echo done"})
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual([process["command"] for process in run.data["left_behind"]], ["sleep 300"])

    def test_it_has_no_stdin_and_no_terminal(self):
        run = self.call({"command": "cat; tty; test -e /dev/tty && (: </dev/tty) 2>/dev/null && echo terminal; true"})
        self.assertEqual(run.data["output"].strip(), "not a tty")

    def test_a_blank_command_is_no_test_and_no_pass(self):
        for blank in (" ", "\t\n  "):
            self.assertField(self.call({"command": blank}), "command")

    def test_bad_arguments_are_refused_by_name(self):
        for arguments, field in (({"cmd": "x"}, "cmd"), ({"command": 1}, "command"), ({"command": ""}, "command"),
                                 ({"workdir": []}, "workdir"), ({"timeout_ms": 0}, "timeout_ms"),
                                 ({"timeout_ms": "1"}, "timeout_ms"), ({"timeout_ms": 1.5}, "timeout_ms")):
            self.assertField(self.call(arguments), field)
        for arguments in ("[]", "null", "{", "{\"command\": \"" + "x" * 262144 + "\"}"):
            self.assertCode(self.call("-", stdin=arguments), "INVALID_REQUEST")

    def test_interrupting_proctor_ends_the_tree_and_still_answers(self):
        process = self.place.start("call", "Test", "--args", json.dumps({"command": "echo begun; touch begun; sleep 31415"}), "--yes",
                                   "--json", cwd=self.root)
        harness.wait_for(lambda: (self.root / "begun").exists())
        process.send_signal(signal.SIGINT)
        run = self.place.finish(process)
        self.check(run)
        self.assertCode(run, "TEST_CANCELLED")
        self.assertIn("begun", run.data["output"])

    def start_with_reader(self, command, timeout_ms, *options):
        """`proctor call` whose stderr is a pipe of 4 KiB, with the end to read it from."""
        read, write = os.pipe()
        fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
        process = subprocess.Popen([harness.PROCTOR, "call", "Test", "--args", json.dumps({"command": command, "timeout_ms": timeout_ms}),
                                    "--yes", "--json", *options],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=write, env=self.place.env(), cwd=self.root)
        os.close(write)
        return process, read

    def test_a_reader_of_stderr_that_takes_nothing_is_given_up_and_told_so(self):
        for command in ("yes 31415", "yes 31415 | head -c 200000"):
            process, read = self.start_with_reader(command, 500)
            try:
                # The command itself is ended in time, whatever the reader does.
                harness.wait_for(lambda: not running("yes 31415"), 8)
                out, _ = process.communicate(timeout=40)
            finally:
                process.kill()
                os.close(read)
            answer = json.loads(out)
            self.assertEqual(answer["ok"], command != "yes 31415")
            self.assertIn("weren't told", answer["data"]["warnings"][0])
            if answer["ok"]:
                self.assertEqual(answer["data"]["output_bytes"], 200000)

    def test_a_slow_reader_of_stderr_gets_every_chunk_also_after_the_deadline(self):
        process, read = self.start_with_reader("yes 31415 | head -c 36000; exec sleep 31416", 1000, "--events")
        try:
            harness.wait_for(lambda: running("sleep 31416"))
            harness.wait_for(lambda: not running("sleep 31416"), 8)  # its time was over
            told = b""
            while piece := os.read(read, 4096):
                told += piece
                time.sleep(0.005)
            out, _ = process.communicate(timeout=10)
        finally:
            process.kill()
            os.close(read)
        answer = json.loads(out)
        self.assertTrue(answer["data"]["timed_out"])
        self.assertNotIn("warnings", answer["data"])
        events = [json.loads(line) for line in told.splitlines()]
        self.assertEqual((events[0]["event"], events[-1]), ("Started", {"event": "Completed", "run": answer["data"]["run"], "ok": False}))
        self.assertEqual("".join(event["text"] for event in events[1:-1]), "31415\n" * 6000)

    def test_commands_run_in_bash_without_its_startup_files_or_in_sh(self):
        (self.place.home / ".bashrc").write_text("echo startup\n")
        run = self.call({"command": "echo made &> log; [[ -f log ]] && cat log"}, env={"SSH_CLIENT": "here"})
        self.assertEqual((run.data["shell"], run.data["output"]), ("/bin/bash", "made\n"))
        self.configure('[tools.test]\nshell = "sh"\n')
        run = self.call({"command": "echo $0"})
        self.assertEqual((run.data["shell"], run.data["output"]), ("/bin/sh", "/bin/sh\n"))

    def test_a_command_longer_than_an_argument_may_be_runs(self):
        run = self.call("-", stdin=json.dumps({"command": "echo $0-$#; exit 7 # " + "x" * 200000}))
        self.assertEqual((run.data["exit_code"], run.data["output"]), (7, "/bin/bash-0\n"))

    def test_a_project_that_is_not_there_runs_nothing_elsewhere(self):
        run = self.call({"command": "touch here"}, "--root", str(self.place.top / "nowhere"))
        self.assertCode(run, "INVALID_REQUEST")
        self.assertIn("nowhere", run.error["message"])
        self.assertFalse((self.root / "here").exists())

    def test_closed_standard_descriptors_are_not_written_into_other_files(self):
        run = subprocess.run(["sh", "-c", f"exec {harness.PROCTOR} call Test --args '{{\"command\": \"echo hi\"}}' --yes --json <&- >&- 2>&-"],
                             env=self.place.env(), cwd=self.root, check=False)
        self.assertEqual(run.returncode, 3)
        for file in (self.place.home / ".local/state/proctor").rglob("*.jsonl"):
            self.assertNotIn('"ok"', file.read_text())

    # --- the default command

    def test_without_a_command_the_default_runs(self):
        (self.root / "scripts").mkdir()
        (self.root / "scripts/test.sh").write_text("#!/bin/sh\necho the default\n")
        (self.root / "scripts/test.sh").chmod(0o755)
        run = self.call({})
        self.assertEqual((run.data["output"], run.data["command"]), ("the default\n", "./scripts/test.sh"))

    def test_empty_arguments_run_no_default(self):
        (self.root / "scripts").mkdir()
        (self.root / "scripts/test.sh").write_text("#!/bin/sh\ntouch ran\n")
        (self.root / "scripts/test.sh").chmod(0o755)
        for arguments, stdin in (("", ""), ("-", ""), ("-", " \n")):
            self.assertCode(self.call(arguments, stdin=stdin), "INVALID_REQUEST")
        self.assertFalse((self.root / "ran").exists())

    def test_a_missing_default_is_explained(self):
        run = self.call({})
        self.assertCode(run, "INVALID_REQUEST")
        self.assertIn("default_command_unix", run.error["message"])
        (self.root / "foundry.toml").write_text("")
        run = self.call({})
        self.assertIn("forge test", run.error["message"])
        self.assertEqual(run.error["details"]["framework"], "forge")

    # --- where

    def test_a_workdir_lies_inside_the_roots_after_symlinks_are_resolved(self):
        (self.root / "inside").mkdir()
        (self.root / "out").symlink_to("/usr")
        (self.place.top / "project2").mkdir()
        self.assertEqual(self.call({"command": "pwd", "workdir": "inside"}).data["output"], f"{self.root}/inside\n")
        self.assertEqual(self.call({"command": "pwd", "workdir": str(self.root / "inside")}).data["workdir"], str(self.root / "inside"))
        for outside in ("out", "..", "/usr", "inside/../../project2", str(self.place.top / "project2"), "nowhere", "/nowhere"):
            self.assertField(self.call({"command": "pwd", "workdir": outside}), "workdir")
        self.configure(f'[tools]\nroots = ["{self.place.top}/project2"]\n')
        self.assertTrue(self.call({"command": "pwd", "workdir": str(self.place.top / "project2")}).envelope["ok"])

    # --- output

    def test_the_output_never_exceeds_its_limit_and_keeps_failures(self):
        script = "for i in $(seq 20000); do echo line $i; done; echo '--- FAIL: TestMiddle'; for i in $(seq 20000); do echo more $i; done"
        for most in (0, 1, 50, 1000, 102400):
            self.configure(f"[tools.output]\nmax_bytes = {most}\n")
            run = self.call({"command": script + "; true"})
            self.assertLessEqual(len(run.data["output"].encode()), most)
            self.assertTrue(run.data["truncated"])
            if most >= 1000:
                self.assertIn("TestMiddle", run.data["output"])
                self.assertIn("line 1\n", run.data["output"])
                self.assertIn("more 20000", run.data["output"])
                self.assertIn("proctor log " + run.data["run"], run.data["output"])

    def test_control_sequences_are_taken_out_and_the_log_keeps_them(self):
        run = self.call({"command": r"printf '\033[31mred\033[0m\033]0;x\007 10%%\r 20%%\r100%%\n\302\233x\342\200\256y\377\n'"})
        self.assertIn("100%", run.data["output"])
        self.assertNotIn("20%", run.data["output"])
        self.assertIsNone(re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", run.data["output"]), run)
        with open(run.data["log"], "rb") as log:
            self.assertIn(b"\x1b[31mred\x1b[0m", log.read())

    def test_output_has_both_streams_in_the_order_in_which_they_are_read(self):
        lines = "".join(f"out {i}\nerr {i}\n" for i in range(1, 6))
        command = "for i in $(seq 5); do echo out $i; sleep 0.05; echo err $i >&2; sleep 0.05; done"
        for level in ("process", "sandbox"):
            with self.subTest(level=level):
                for _ in range(3):  # a busy machine may keep proctor from reading for so long
                    run = self.call({"command": command}, "--isolation", level)
                    if run.data["output"] == lines:
                        break
                self.assertEqual(run.data["output"], lines)
                with open(run.data["log"]) as log:
                    self.assertEqual(log.read(), lines)

    def test_output_is_streamed_to_stderr(self):
        process = self.place.start("call", "Test", "--yes", "--args", json.dumps({"command": "echo first; sleep 1; echo second"}),
                                   cwd=self.root)
        seen = b""
        deadline = time.monotonic() + 10
        while b"\nfirst\n" not in seen and time.monotonic() < deadline:
            if select.select([process.stderr], [], [], 0.1)[0]:
                seen += os.read(process.stderr.fileno(), 4096)
        self.assertNotIn(b"\nsecond\n", seen)
        self.assertIn("second\n", self.place.finish(process).err)

    def test_events_come_in_order_and_cut_no_character(self):
        run = self.call({"command": "printf 'a\\303'; sleep 0.4; printf '\\251\\n'; echo err >&2; seq 50000"}, "--events")
        events = [json.loads(line) for line in run.err.splitlines()]
        names = [event["event"] for event in events]
        self.assertEqual((names[0], names[-1]), ("Started", "Completed"))
        self.assertEqual(set(names[1:-1]), {"StdoutChunk", "StderrChunk"})
        text = {name: "".join(event["text"] for event in events if event["event"] == name) for name in set(names[1:-1])}
        self.assertEqual(text["StderrChunk"], "err\n")
        self.assertEqual(text["StdoutChunk"].replace("\n", ""), "aé" + "".join(str(i) for i in range(1, 50001)))
        self.assertEqual({event["run"] for event in events}, {run.data["run"]})
        refused = self.call({"command": 1}, "--events")
        self.assertEqual([json.loads(line)["event"] for line in refused.err.splitlines()], ["Completed"])

    def test_a_log_that_is_not_the_whole_output_is_not_called_that(self):
        self.configure('[limits]\nlog_bytes = "1K"\n[tools.output]\nmax_bytes = 1000\n')
        run = self.call({"command": "seq 1 3000"})
        self.assertIn("whole output: too long to be kept; its first 1.0 KiB: proctor log " + run.data["run"], run.data["output"])
        self.assertIn("first 1.0 KiB of the output", " ".join(run.data["warnings"]))
        run = self.call({"command": "seq 1 200; seq 1 60"})
        self.assertNotIn("warnings", run.data)

    def test_what_reads_a_log_needs_the_run(self):
        for option in (("--grep", "x"), ("--tail", "2"), ("--offset", "5"), ("--limit", "5")):
            run = self.place.run("log", *option, "--json", cwd=self.root)
            self.assertField(run, "run")
        for option in ("--tail", "--limit"):
            for bad in ("0", "-1", "x", ""):
                run = self.place.run("log", "20260131-235959-0a1b2c3d", f"{option}={bad}", "--json", cwd=self.root)
                self.assertCode(run, "INVALID_REQUEST")
                self.assertLess(len(run.error["message"]), 100, run)

    def test_an_empty_id_is_no_run_and_no_list(self):
        run = self.place.run("log", "", "--json", cwd=self.root)
        self.assertField(run, "run")
        self.assertIn("empty", run.error["message"])

    def test_the_log_is_read_in_pages(self):
        run = self.call({"command": "for i in $(seq 1000); do echo line $i; done"})
        name = run.data["run"]
        whole = self.place.run("log", name)
        self.assertEqual(whole.out, "".join(f"line {i}\n" for i in range(1, 1001)))
        self.assertEqual(self.place.run("log", name, "--tail", "2").out, "line 999\nline 1000\n")
        self.assertEqual(self.place.run("log", name, "--grep", "^line 77.$").out, "".join(f"line 77{i}\n" for i in range(10)))
        self.assertTrue(self.place.run("log", name, "--offset", "-10").out.endswith("line 1000\n"))
        page = self.place.run("log", name, "--limit", "10", "--json").data
        self.assertEqual((page["text"], page["next_offset"]), ("line 1\n", 7))
        self.assertIn(name, self.place.run("log").out)
        self.assertEqual(self.place.run("log", "../../etc/passwd").code, 2)
        page = self.call({"run": name, "grep": "line 5$"}, tool="read_log")
        self.assertEqual(page.data["text"], "line 5\n")

    def test_a_page_fits_into_the_tokens_of_an_answer_and_goes_on_where_it_ends(self):
        self.configure("[tools.answer]\nmax_tokens = 200\n")
        run = self.call({"command": "for i in $(seq 500); do echo \"zeile $i äöü\"; done"})
        offset, read = 0, ""
        for _ in range(200):
            page = self.place.run("call", "read_log", "-q", "--args", json.dumps({"run": run.data["run"], "offset": offset}), cwd=self.root)
            self.assertLessEqual(len(page.out), 4 * 200)
            text, more, note = page.out.partition("\n[bytes ")
            read += text + ("\n" if more and not text.endswith("\n") else "")
            if not more:
                break
            offset = int(re.search("offset ([0-9]+)", note)[1])
        self.assertEqual(read.replace("\n\n", "\n").strip(), "\n".join(f"zeile {i} äöü" for i in range(1, 501)))

    # --- environment

    def test_secrets_and_injections_are_kept_from_the_command(self):
        secret = "hush-hush-secret-value"
        token = "ghp_" + "a1B2" * 9
        names = ("MY_API_KEY", "X_TOKEN", "A_SECRET", "DB_PASSWORD", "SOME_CREDENTIALS_FILE", "AWS_REGION", "ANTHROPIC_X", "OPENAI_X",
                 "GEMINI_X", "GOOGLE_X", "AZURE_X", "GH_X", "GITHUB_X", "NPM_X", "SSH_AUTH_SOCK", "LD_AUDIT", "BASH_ENV", "ENV",
                 "PROMPT_COMMAND", "DYLD_INSERT_LIBRARIES", "GIT_ASKPASS", "SSH_ASKPASS")
        # The loader itself would tell of a bad LD_AUDIT on stderr, before proctor begins.
        env = {name: "/none" if name.startswith("LD_") else secret for name in names} | {"PLAIN": token, "PYTHONPATH": "/p", "NODE_OPTIONS": "--x", "KEEP": "1"}
        run = self.call({"command": f"env; echo {secret}; echo {token[:20]}''{token[20:]}; ls -d $TMPDIR"}, env=env)
        self.assertEqual(set(names) | {"PLAIN"}, set(run.data["stripped_env"]) & (set(names) | {"PLAIN"}), run)
        got = dict(line.split("=", 1) for line in run.data["output"].splitlines() if "=" in line)
        self.assertFalse(set(names) & set(got))
        expected = {"CI": "true", "NO_COLOR": "1", "TERM": "dumb", "PAGER": "cat", "GIT_TERMINAL_PROMPT": "0", "PYTHONPATH": "/p",
                    "NODE_OPTIONS": "--x", "KEEP": "1"}
        self.assertEqual({name: got.get(name) for name in expected}, expected)
        for shown in (run.out, run.err, self.place.run("log", run.data["run"], env=env).out, self.place.run("log", env=env).out):
            self.assertNotIn(secret, shown)
            self.assertNotIn(token, shown)
        self.assertFalse(os.path.exists(got["TMPDIR"]))
        self.assertTrue(got["TMPDIR"].startswith(str(self.place.tmp)))
        self.assertEqual(run.data["output"].count("TMPDIR="), 1)  # of two, some programs take the first

    def test_a_state_directory_that_cannot_be_written_is_no_failure(self):
        self.configure("[tools.approval]\nenabled = false\n")
        (self.place.home / ".local").write_text("a file where a directory should be")
        run = self.call({"command": "echo ran"}, yes=False)
        self.assertEqual(run.data["output"], "ran\n", run)
        # The second place takes it, which is told where a run is kept.
        self.assertTrue(run.data["log"].startswith(f"{self.place.tmp}/proctor-{os.getuid()}/state/"), run)
        run = self.call({"sources": {"test_a.py": "def test_a(): pass\n"}}, tool="run_tests")
        self.assertTrue(run.envelope["ok"], run)

    def test_where_no_place_takes_the_state_a_call_warns(self):
        self.configure("[tools.approval]\nenabled = false\n")
        (self.place.home / ".local").write_text("a file where a directory should be")
        (self.place.tmp / f"proctor-{os.getuid()}").mkdir(mode=0o700)
        (self.place.tmp / f"proctor-{os.getuid()}/state").write_text("another")
        run = self.call({"command": "echo ran"}, yes=False)
        self.assertEqual(run.data["output"], "ran\n", run)
        self.assertIn("written down", " ".join(run.data["warnings"]))
        self.assertNotIn("log", run.data)
        text = self.place.run("call", "Test", "--args", json.dumps({"command": "echo ran"}), cwd=self.root).out
        self.assertIn("warning: The call can't be written down", text)

    def test_who_says_yes_needs_no_state_directory(self):
        run = self.call({"command": "echo ran"}, env={"XDG_STATE_HOME": "/proc/nowhere"})
        self.assertEqual(run.data["output"], "ran\n", run)
        run = self.call({"command": "echo ran"}, yes=False, env={"XDG_STATE_HOME": "/proc/nowhere"})
        self.assertCode(run, "APPROVAL_DENIED")
        self.assertIn("XDG_STATE_HOME", run.error["message"])

    def test_damaged_approvals_allow_nothing_and_stay(self):
        self.call({"command": "echo a"}, yes=False)
        file = self.place.home / ".local/state/proctor/approvals/approvals.json"
        file.write_text("{")
        for yes in (False, True):
            run = self.call({"command": "echo a"}, yes=yes)
            self.assertCode(run, "APPROVAL_DENIED")
            self.assertIn(f"{file} is damaged", run.error["message"])
        self.assertNotEqual(self.place.run("approvals").code, 0)
        self.assertEqual(file.read_text(), "{")

    def test_what_runs_cannot_allow_itself(self):
        run = self.call({"command": "echo a"}, yes=False)
        allow = f"{harness.PROCTOR} approvals allow {run.error['details']['id']} --always; {harness.PROCTOR} trust"
        (self.root / "proctor.toml").write_text("[tools.approval]\nenabled = false\n")
        inside = self.call({"command": allow})
        self.assertIn("APPROVAL_DENIED", inside.out + inside.data["output"].replace("proctor approvals", ""))
        self.assertCode(self.call({"command": "echo a"}, yes=False), "APPROVAL_REQUIRED")

    def test_secrets_stand_nowhere_in_what_is_told_or_kept(self):
        secret, unknown = "hush-hush-secret-value", "ghp_" + "c3D4" * 9
        env = {"MY_API_KEY": secret}
        (self.root / secret).mkdir()
        calls = [("Test", {"command": "pwd", "workdir": secret}, True), ("Test", {"command": "pwd", "workdir": secret + "/x"}, True),
                 ("Test", {"command": "echo " + secret, "workdir": secret}, False), ("Test", {secret: 1}, True), (secret, {}, True),
                 ("Test", {"command": f"sh -c 'sleep 30; : {secret} {unknown}' & true"}, True), ("read_log", {"run": secret}, True),
                 ("Test", {"command": f"echo '--- FAIL: {'x' * 180} {secret} (0.00s)'"}, True),
                 ("Test", {unknown: 1}, True), (unknown, {}, True), ("-" * 90 + unknown, {}, True), ("-" * 90 + secret, {}, True),
                 ("Test", {"command": "pwd", "workdir": unknown}, True), ("run_tests", {"framework": unknown, "project_root": "."}, True),
                 ("run_tests", {"project_root": secret, "filter": secret}, False), ("run_tests", {"project_root": secret, "filter": secret}, True)]
        for tool, arguments, yes in calls:
            run = self.place.run("call", tool, "--args", json.dumps(arguments), "--json", *(["--yes"] if yes else []), env=env, cwd=self.root)
            self.assertTrue(run.out, run)
            for shown in (run.out, run.err):
                self.assertNotIn("hush", shown)
                self.assertNotIn(unknown[:8], shown)
        for file in (self.place.home / ".local/state/proctor").rglob("*"):
            if file.is_file() and file.suffix != ".log":
                self.assertNotIn(secret, file.read_text(errors="replace"), file)

    def test_no_answer_is_cut_within_a_secret(self):
        secret = "k7xW2mPv8LtR4nYc6BdF1hJs3QgA5eUo" * 2
        (self.root / "test_a.py").write_text("import os\nraise Exception('y' * int(os.environ['N']) + os.environ['A_SECRET'])\n")
        self.configure('[tools.environment]\nallow = ["A_SECRET"]\n[tools.answer]\nmax_tokens = 100\n')
        for before in range(0, 240, 40):
            run = self.place.run("call", "run_tests", "--yes", "--args", '{"project_root": "."}', cwd=self.root,
                                 env={"A_SECRET": secret, "N": str(before)})
            self.assertIn("TEST_COMPILE_FAILED", run.out, run)
            self.assertNotIn(secret[:8], run.out, run)

    def test_no_page_of_a_log_shows_a_part_of_a_secret(self):
        secret = "hush-hush-secret-value"
        name = self.call({"command": f"echo {secret} end; head -c 65530 /dev/zero | tr '\\0' y; echo {secret}"}).data["run"]
        env = {"MY_API_KEY": secret}
        for options in (("--offset", "5"), ("--limit", "10"), ("--offset", "3", "--limit", "7"), ("--offset", "5", "--grep", "."), ("--grep", "y")):
            shown = self.place.run("log", name, *options, "--json", env=env).data["text"]
            self.assertIn("[secret]" if "y" not in options else "yyy", shown)
            for part in ("hush", "secret-", "valu"):
                self.assertNotIn(part, shown, options)

    def test_the_configuration_changes_the_environment(self):
        self.configure('[tools.environment]\ndenylist = ["KEEP*"]\nallow = ["A_TOKEN"]\nset = {MY = "own", CI = "no"}\n')
        run = self.call({"command": "echo $KEEP_X-$A_TOKEN-$B_TOKEN-$MY-$CI"}, env={"KEEP_X": "x", "A_TOKEN": "a", "B_TOKEN": "b"})
        self.assertEqual(run.data["output"], "-a--own-no\n")

    # --- approval

    def test_without_a_terminal_it_fails_closed_until_somebody_allows_it(self):
        touched = self.root / "touched"
        arguments = {"command": f"touch {touched}"}
        run = self.call(arguments, yes=False)
        self.assertCode(run, "APPROVAL_REQUIRED")
        self.assertFalse(touched.exists())
        identity = run.error["details"]["id"]
        self.assertIn(f"proctor approvals allow {identity}", run.error["message"])
        self.assertIn(identity, self.place.run("approvals", "list").out)
        self.assertEqual(self.place.run("approvals", "allow", identity).code, 0)
        self.assertTrue(self.call(arguments, yes=False).envelope["ok"])
        self.assertTrue(touched.exists())
        self.assertCode(self.call(arguments, yes=False), "APPROVAL_REQUIRED")  # it was for once

    def test_always_means_exactly_this(self):
        run = self.call({"command": "echo a"}, yes=False)
        self.place.run("approvals", "allow", run.error["details"]["id"], "--always")
        for _ in range(2):
            self.assertTrue(self.call({"command": "echo a"}, yes=False).envelope["ok"])
        self.assertCode(self.call({"command": "echo a; id"}, yes=False), "APPROVAL_REQUIRED")
        (self.root / "sub").mkdir()
        self.assertCode(self.call({"command": "echo a", "workdir": "sub"}, yes=False), "APPROVAL_REQUIRED")
        state = self.place.home / ".local/state/proctor"
        for file in state.rglob("*approval*"):
            self.assertEqual(file.stat().st_mode & 0o077, 0, file)

    def test_what_is_allowed_in_a_sandbox_is_not_allowed_outside_of_it(self):
        run = self.call({"command": "echo a"}, "--isolation", "sandbox", yes=False)
        self.assertIn("(isolation sandbox, no network; time limit", run.error["message"])
        self.place.run("approvals", "allow", run.error["details"]["id"], "--always")
        self.assertTrue(self.call({"command": "echo a"}, "--isolation", "sandbox", yes=False).envelope["ok"])
        outside = self.call({"command": "echo a"}, yes=False)
        self.assertCode(outside, "APPROVAL_REQUIRED")
        self.assertIn("(isolation process, host network; time limit", outside.error["message"])

    def test_a_denial_holds(self):
        run = self.call({"command": "echo a"}, yes=False)
        self.place.run("approvals", "deny", run.error["details"]["id"])
        self.assertCode(self.call({"command": "echo a"}, yes=False), "APPROVAL_DENIED")

    def test_modes(self):
        self.configure('[tools]\nmode = "disabled"\n')
        self.assertCode(self.call({"command": "true"}), "TOOL_DISABLED")
        self.configure('[tools]\nmode = "parse_only"\n')
        run = self.call({"command": "touch x"})
        self.assertCode(run, "TOOL_DISABLED")
        self.assertEqual(run.error["details"]["command"], "touch x")
        self.assertFalse((self.root / "x").exists())
        self.configure('[tools.approval]\nmode = "deny"\n')
        self.assertCode(self.call({"command": "true"}), "APPROVAL_DENIED")
        self.configure('[tools.approval]\nenabled = false\n')
        self.assertTrue(self.call({"command": "true"}, yes=False).envelope["ok"])
        self.configure('[tools.approval]\ndenylist = ["Test(rm *)"]\nenabled = false\n')
        self.assertCode(self.call({"command": "rm -rf /nothing"}), "APPROVAL_DENIED")

    def test_a_log_that_the_tool_may_not_read_is_no_resource_either(self):
        run = self.call({"command": "echo printed"}).data["run"]

        def read():
            messages = [{"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}}},
                        {"id": 2, "method": "resources/read", "params": {"uri": f"proctor://runs/{run}/log"}}]
            lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
            return json.loads(self.place.run("mcp", "--root", self.root, stdin=lines).out.splitlines()[1])
        self.assertEqual(read()["result"]["contents"][0]["text"], "printed\n")
        for text in ('[tools]\nmode = "disabled"\n', '[tools.approval]\ndenylist = ["read_log"]\n'):
            self.configure(text)
            self.assertIn(self.call({"run": run}, tool="read_log").error["message"], read()["error"]["message"])

    def test_a_project_cannot_widen_what_the_user_allows_until_it_is_trusted(self):
        (self.root / "proctor.toml").write_text('[tools.approval]\nenabled = false\n[tools.environment]\nset = {LD_PRELOAD = "x.so"}\n')
        self.assertCode(self.call({"command": "true"}, yes=False), "APPROVAL_REQUIRED")
        run = self.call({"command": "echo $LD_PRELOAD"})
        self.assertNotIn("x.so", run.data["output"])
        self.assertIn("proctor.toml:2: tools.approval.enabled is ignored", run.err)
        refused = self.place.run("trust", "--json", cwd=self.root)  # without a terminal, nobody can be asked
        self.assertCode(refused, "APPROVAL_REQUIRED")
        self.assertEqual(refused.code, 2)
        self.assertCode(self.call({"command": "true"}, yes=False), "APPROVAL_REQUIRED")
        trusted = self.place.run("trust", "--yes", cwd=self.root)
        self.assertEqual(trusted.code, 0, trusted)
        self.assertTrue(self.call({"command": "true"}, yes=False).envelope["ok"])
        (self.root / "proctor.toml").write_text('[tools.approval]\nenabled = false # changed\n')
        self.assertCode(self.call({"command": "true"}, yes=False), "APPROVAL_REQUIRED")

    def typed(self, args, question, answer, meanwhile=lambda: None, before=b"", stdout=None):
        """proctor with a person at a terminal who types an answer, and something before there is a question."""
        master, slave = pty.openpty()
        os.write(master, before)
        process = subprocess.Popen([harness.PROCTOR, *args], stdin=slave, stderr=slave, stdout=stdout or slave, env=self.place.env(), cwd=self.root, start_new_session=True)
        os.close(slave)
        seen = b""
        deadline = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < deadline:
            if select.select([master], [], [], 0.1)[0]:
                try:
                    seen += os.read(master, 4096)
                except OSError:
                    break
            if answer and question in seen:
                meanwhile()
                os.write(master, answer)
                answer = None
        out = process.stdout.read().decode() if stdout else ""
        if stdout:
            process.stdout.close()
        process.wait()
        os.close(master)
        return out, seen.decode(errors="replace")

    def at_a_terminal(self, answer, meanwhile=lambda: None, before=b"", **arguments):
        out, seen = self.typed(["call", "Test", "--args", json.dumps({"command": "echo ran", **arguments}), "--json"], b"[n] no: ", answer,
                               meanwhile, before, stdout=subprocess.PIPE)
        return json.loads(out), seen

    def test_a_person_at_a_terminal_is_asked_for_trust(self):
        (self.root / "proctor.toml").write_text('[tools.approval]\nallowlist = ["true"]\n')

        def trusted():
            return self.call({"command": "true"}, yes=False).envelope["ok"]
        self.assertIn("tools.approval.allowlist = ", self.typed(["trust"], b"[y/N] ", b"n\n", before=b"y\n")[1])
        self.assertFalse(trusted(), "what was typed before the question is no answer")
        self.typed(["trust"], b"[y/N] ", b"\n")
        self.assertFalse(trusted())
        self.typed(["trust"], b"[y/N] ", b"y\n")
        self.assertTrue(trusted())

    def test_an_untrusted_project_does_not_prolong_the_end_of_a_command(self):
        (self.root / "proctor.toml").write_text('[limits]\ngrace = "60s"\n')
        begin = time.monotonic()
        run = self.call({"command": "trap '' TERM INT HUP; while :; do sleep 0.1; done", "timeout_ms": 300})
        self.assertCode(run, "TEST_TIMEOUT")
        self.assertLess(time.monotonic() - begin, 20, run)
        self.assertIn("limits.grace is ignored", run.err)

    def test_a_server_tells_which_settings_of_the_project_are_ignored(self):
        (self.root / "proctor.toml").write_text('[tools.approval]\nmode = "auto"\n')
        run = self.place.run("mcp", "--root", self.root)
        self.assertEqual((run.code, run.out), (0, ""))
        self.assertIn("proctor.toml:2: tools.approval.mode is ignored", run.err)
        (self.root / "proctor.toml").write_text("[tools")
        self.assertIn(str(self.root / "proctor.toml"), self.place.run("mcp", "--root", self.root).err)

    def test_a_person_at_a_terminal_is_asked(self):
        envelope, seen = self.at_a_terminal(b"n\n")
        self.assertEqual(envelope["error"]["code"], "APPROVAL_DENIED")
        self.assertIn("echo ran", seen)
        self.assertIn(str(self.root), seen)
        self.assertTrue(self.at_a_terminal(b"y\n")[0]["ok"])
        self.assertTrue(self.at_a_terminal(b"always\n")[0]["ok"])
        envelope, seen = self.at_a_terminal(None)
        self.assertTrue(envelope["ok"])
        self.assertNotIn("[n] no", seen)

    def test_what_was_typed_before_the_question_is_no_answer(self):
        envelope, seen = self.at_a_terminal(b"n\n", before=b"y\n")
        self.assertEqual(envelope["error"]["code"], "APPROVAL_DENIED", seen)

    def test_a_part_of_a_long_line_is_no_answer(self):
        for blanks in (95, 98, 99, 100, 150):
            envelope, seen = self.at_a_terminal(b"y" + b" " * blanks + b"don't\nn\n")
            self.assertEqual(envelope["error"]["code"], "APPROVAL_DENIED", seen)

    def test_a_workdir_that_is_moved_while_a_person_is_asked_is_not_the_one_that_was_allowed(self):
        (self.root / "sub").mkdir()

        def move():
            (self.root / "sub").rename(self.root / "moved")
            (self.root / "sub").symlink_to(self.place.home)
        envelope, seen = self.at_a_terminal(b"y\n", meanwhile=move, workdir="sub")
        self.assertIn(str(self.root / "sub"), seen)
        self.assertEqual(envelope["error"]["code"], "INVALID_REQUEST", envelope)
        self.assertIn(f"leads to {self.place.home} now", envelope["error"]["message"])

    def test_what_is_forbidden_while_a_person_is_asked_does_not_run(self):
        def forbid():
            self.configure('[tools.approval]\ndenylist = ["echo *"]\n')
        self.assertEqual(self.at_a_terminal(b"y\n", meanwhile=forbid)[0]["error"]["code"], "APPROVAL_DENIED")

    def answers_after_waiting(self, before, after, commands):
        """Of calls over MCP that waited behind another one, while the configuration changed: the envelopes, in order."""
        self.configure("[tools]\nmax_parallel = 1\n" + before)
        server = subprocess.Popen([harness.PROCTOR, "mcp", "--root", self.root], env=self.place.env(MINE="seen", MY_TOKEN="hush-hush-hush"),
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        late = threading.Timer(60, server.kill)  # then nothing more is to be read
        late.start()
        blocker = "echo begun; while [ ! -e go ]; do sleep 0.05; done"

        def send(number, method, params):
            server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
            server.stdin.flush()

        def read(wanted):
            for line in server.stdout:
                message = json.loads(line)
                if wanted(message):
                    return message
            raise AssertionError("the server has ended")
        try:
            send("begin", "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
            for number, command in enumerate([blocker, *commands]):
                send(number, "tools/call", {"name": "Test", "arguments": {"command": command}, "_meta": {"progressToken": number}})
                waits = "begun" if number == 0 else "waiting for"
                read(lambda message, n=number, w=waits: message.get("params", {}).get("progressToken") == n and w in message["params"]["message"])
            self.configure("[tools]\nmax_parallel = 1\n" + after)
            (self.root / "go").touch()
            answers = {}
            while len(answers) < len(commands):
                message = read(lambda message: "result" in message and message["id"] not in ("begin", 0))
                answers[message["id"]] = message["result"]["structuredContent"]
            return [answers[number] for number in range(1, len(commands) + 1)]
        finally:
            late.cancel()
            server.stdin.close()
            server.stdout.close()
            server.wait(20)
            (self.root / "go").unlink(missing_ok=True)

    def test_a_call_that_waited_begins_as_the_configuration_has_it_by_then(self):
        off = "[tools.approval]\nenabled = false\n"
        def codes(answers):
            return [answer.get("error", {}).get("code") for answer in answers]
        touch = "touch ran"
        for after, code in ((off + 'denylist = ["touch *"]\n', "APPROVAL_DENIED"), ("", "APPROVAL_REQUIRED"),
                            ('mode = "disabled"\n', "TOOL_DISABLED"), ("[tools.approval", "INVALID_REQUEST")):
            self.assertEqual(codes(self.answers_after_waiting(off, after, [touch])), [code])
            self.assertFalse((self.root / "ran").exists(), after)
        stricter = off + '[tools.environment]\ndenylist = ["MINE"]\n[tools.output]\nmax_bytes = 3\n[isolation]\nlevel = "sandbox"\n'
        asked, cut = self.answers_after_waiting(off, stricter, ['echo "[$MINE]"', "echo 12345678"])
        self.assertEqual((asked["data"]["output"], asked["data"]["isolation"]["level"]), ("[]\n", "sandbox"), asked)
        self.assertTrue(cut["data"]["truncated"], cut)
        self.assertEqual(codes(self.answers_after_waiting(off, off, [touch, "false"])), [None, "COMMAND_FAILED"])
        self.assertTrue((self.root / "ran").exists())

    def test_what_was_allowed_once_is_not_asked_again_because_the_call_waited(self):
        blocker = "echo begun; while [ ! -e go ]; do sleep 0.05; done"
        allow = f"[tools.approval]\nallowlist = [{json.dumps('Test(' + blocker + ')')}]\n"
        for command in ("touch ran", "touch rule"):
            self.configure(allow)
            asked = self.call({"command": command}, yes=False).error["details"]["id"]
            self.place.run("approvals", "allow", asked, *(["--always"] if command == "touch rule" else []))
            answer = self.answers_after_waiting(allow, allow, [command])[0]
            self.assertTrue(answer["ok"], answer)
        self.configure(allow)
        self.assertCode(self.call({"command": "touch ran"}, yes=False), "APPROVAL_REQUIRED")

    # --- a verdict that can't be talked away

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

    # --- the other tools, and crashes

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

    def test_the_tools_are_listed(self):
        listed = json.loads(self.place.run("tools", "--json").out)["data"]["tools"]
        self.assertEqual([tool["name"] for tool in listed], ["Test", "run_tests", "list_tests", "wait_run", "read_log", "cancel_run"])
        self.assertEqual(listed[0]["alias"], "test")
        self.assertIn("Test", self.place.run("tools").out)
        unknown = self.call({}, tool="tests")
        self.assertCode(unknown, "TOOL_UNKNOWN")
        self.assertIn("Test, run_tests, list_tests, wait_run, read_log, cancel_run", unknown.error["message"])

    def test_a_person_gets_the_answer_without_blank_lines_at_its_end(self):
        for command in ("true", "echo a"):
            out = self.place.run("call", "Test", "--yes", "--args", json.dumps({"command": command}), cwd=self.root).out
            self.assertRegex(out, r"[^\n]\n\Z")

    def test_an_approval_to_run_tests_is_for_one_framework(self):
        for request, said in (({}, "run the tests"), ({"framework": "pytest"}, "run the tests --framework pytest")):
            run = self.place.run("call", "run_tests", "--args", json.dumps({"project_root": ".", **request}), "--json", cwd=self.root)
            self.assertCode(run, "APPROVAL_REQUIRED")
            self.assertEqual(run.error["details"]["command"], said)

    def test_run_tests_answers_with_the_envelope_of_a_test_run(self):
        self.place.project({"test/A.t.sol": contract("function test_bad() public pure { revert(); }")})
        run = self.place.run("call", "run_tests", "--args", json.dumps({"project_root": "."}), "--yes", "--json", cwd=self.root)
        harness.check_answer(run)
        self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)
        again = subprocess.run(["sh", "-c", run.data["rerun"] + " --json"], env=self.place.env(), cwd=self.place.top, text=True,
                               stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.assertEqual(json.loads(again.stdout)["error"]["code"], "TEST_ASSERTION_FAILED", again)
        uploaded = {"sources": {"test/A.t.sol": contract("function test_good() public pure {}")}}
        run = self.place.run("call", "run_tests", "--args", "-", "--json", stdin=json.dumps(uploaded), cwd=self.root)
        harness.check_answer(run)
        self.assertEqual(run.data["verdict"], "pass")

    def test_after_a_crash_calls_without_a_result_are_told_and_cleaned_up_after(self):
        process = self.place.start("call", "Test", "--args", json.dumps({"command": "setsid sleep 27182 & sleep 27182"}), "--yes",
                                   cwd=self.root)
        harness.wait_for(lambda: len(harness.processes_about("sleep\0" + "27182")) >= 2)
        process.kill()
        self.place.finish(process)
        run = self.call({"command": "true"})
        self.assertTrue(run.envelope["ok"], run)
        self.assertIn("has no result", run.err)
        self.assertEqual(harness.processes_about("27182"), {})
        self.assertFalse(list(self.place.tmp.glob("proctor-*/run-*")))
        self.assertNotIn("has no result", self.call({"command": "true"}).err)


if __name__ == "__main__":
    harness.main()
