"""The tool Test from the command line: commands under control, a clean environment, bounded output."""
import fcntl
import glob
import json
import os
import re
import select
import signal
import subprocess
import time
import unittest

import harness
from harness import contract
from tool_case import ToolCase


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


class Tool(ToolCase):
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

    # --- the other tools, and crashes

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
