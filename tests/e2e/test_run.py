"""`proctor run`: what a command prints is what it prints without proctor, byte for byte, through pipes and at a terminal;
the exit code is the verdict's where tests ran, and the command's own elsewhere; the terminal is given back as it was.
"""
import concurrent.futures
import fcntl
import json
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import termios
import time
import unittest

import harness

PYTHON = "/usr/bin/python3"
PYTEST = f"{PYTHON} -m pytest -q -p no:cacheprovider"
FILES = {
    "good/test_a.py": "def test_a(): pass\n", "bad/test_b.py": "def test_b(): assert 1 == 2\ndef test_c(): pass\n",
    "a.t": "use Test::More tests => 1;\nok(1);\n", "b.t": "use Test::More tests => 1;\nok(0);\n", "a.bats": '@test "a" { true; }\n',
    "a.test.js": 'require("node:test")("a", () => {});\n', "u.py": "import unittest\nclass T(unittest.TestCase):\n"
                                                                     "  def test_a(self): self.assertTrue(True)\n",
    "Makefile": f"test:\n\t@{PYTEST} good\nbroken:\n\t@false\n", "package.json": '{"scripts": {"test": "node --test a.test.js"}}',
    "old.log": "FAILED bad/test_b.py::test_b - assert 1 == 2\n",
}
TTY = "import os, sys; print([os.isatty(fd) for fd in (0, 1, 2)])"
# The command (a list: executed as it is; a text: a line for the shell), and the exit code if that isn't the command's own.
FORMS = [
    (["true"], None), (["false"], None), (["ls", "/nowhere"], None), (["printf", "no end of line"], None),
    (["sh", "-c", "echo out; echo err >&2; exit 7"], None), (["sh", "-c", "kill -TERM $$"], 143), (["seq", "20000"], None),
    (["printf", r"\377\000\033[31mred\033[0m\r\nx"], None), (["echo", "--json", "-q", "--", "--help"], None),
    (["echo", "", "[a, b]", "'", '"', "$HOME", "a  b"], None), (["env", "-i", "sh", "-c", "echo $PATH"], None),
    ([PYTHON, "-c", TTY], None), ([PYTHON, "-c", "print(input())"], None), (["cat"], None), (["make", "broken"], None),
    (PYTEST.split() + ["good"], None), (PYTEST.split() + ["-v", "good", "bad"], None),
    ([PYTHON, "-m", "unittest", "u"], None), (["prove", "a.t"], None), (["prove", "b.t"], None), (["bats", "a.bats"], None),
    (["make", "-s", "test"], None), (["npm", "test", "--silent"], None),
    (["sh", "-c", f"{PYTEST} bad | tail -1"], 3), (["cat", "old.log"], 3),
    ("echo $((6 * 7)); [[ -d good ]] && echo 'it''s' \"there\"", None), ("cd good && pwd && ls", None),
    (f"cd good && {PYTEST}", None), ("prove a.t | tail -1", None), ("prove b.t 2>&1 | tail -1", 3),
    ("prove b.t || true", 3), ("prove b.t; echo \"exit=$?\"", 3), ("set -o pipefail; prove b.t | tail -2", 1),
    ("prove b.t > log 2>&1; cat log", 3), (f"PYTHONPATH=good {PYTEST} good", None), ("timeout 60 prove a.t", None),
    ("cat <<'X'\na $HOME `b`\nX\ncat <<X\n$((1 + 1))\nX", None), ("for i in 1 2 3; do echo $i; done | tac", None),
    ("echo ${PIPESTATUS[0]}; false | true; echo ${PIPESTATUS[0]}", None), ("(exit 5)", None), ("[ -d good ] && [ -d bad ]", None),
    ("echo a >&2; echo b; echo c >&2", None), ("nowhere_at_all", None), ("sleep 0.1 & wait; echo done", None),
]
DURATION = re.compile(rb"duration_ms:? \S+|\d+\.\d+ ?m?s\b|\d+ wallclock.*|in \d\.\d+")


def line_of(form):
    return ["/bin/bash", "--norc", "-c", form] if isinstance(form, str) else form


def run_of(form, *options):
    command = ["--shell", "-c", form] if isinstance(form, str) else ["--", *form]
    return [harness.PROCTOR, "run", *options, *command]


class Terminal:
    """A terminal of 77 columns with a program in its foreground."""

    def __init__(self, argv, cwd, env):
        self.master, slave = os.openpty()
        self.resize(77)
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.process = subprocess.Popen(["setsid", "-c", *argv], stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=env)
        self.shown = b""

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 20, columns, 0, 0))

    def type(self, text):
        os.write(self.master, text.encode())

    def read(self, seconds=0.05):
        while select.select([self.master], [], [], seconds)[0]:
            try:
                self.shown += os.read(self.master, 65536)
            except OSError:
                return

    def wait_for(self, text, seconds=20):
        end = time.monotonic() + seconds
        while text.encode() not in self.shown:
            if time.monotonic() > end:
                raise AssertionError(f"{text!r} was never shown: {self.shown!r}")
            self.read(0.1)

    def end(self, seconds=30):
        """What was shown in all, and the exit code."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        code = self.process.wait(1)
        self.read()
        return self.shown, code

    def settings(self):
        return termios.tcgetattr(self.slave)

    def close(self):
        self.process.poll() is not None or self.process.kill()
        self.process.wait()
        for fd in (self.master, self.slave):
            try:
                os.close(fd)
            except OSError:
                pass


class Case(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.root = self.place.project(FILES, toml=None)
        self.env = {**self.place.env(), "CI": "true", "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm", "SHELL": "/bin/bash",
                    "COLUMNS": "", "NO_UPDATE_NOTIFIER": "1"}

    def piped(self, argv):
        done = subprocess.run(argv, cwd=self.root, env=self.env, stdin=subprocess.DEVNULL, capture_output=True, timeout=90)
        return done.stdout, done.stderr, done.returncode


class Run(Case):
    def terminal(self, argv):
        terminal = Terminal(argv, self.root, self.env)
        self.addCleanup(terminal.close)
        return terminal

    def shown(self, argv, typed="typed\n\x04"):
        terminal = Terminal(argv, self.root, self.env)
        try:
            if "input" in str(argv) or argv[-1] == "cat":
                terminal.type(typed)
            return terminal.end()
        finally:
            terminal.close()

    def compare(self, way):
        def one(case):
            form, code = case
            *bare, own = way(line_of(form))
            *ours, got = way(run_of(form, "-q"))
            with self.subTest(form=form):
                self.assertEqual([DURATION.sub(b"T", part) for part in ours], [DURATION.sub(b"T", part) for part in bare])
                self.assertEqual(got, own if code is None else code)
        # Lines that write a file take turns.
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            failures = [future.exception() for future in [pool.submit(one, case) for case in FORMS]]
        self.assertEqual([failure for failure in failures if failure], [])

    def test_forms_through_pipes(self):
        self.compare(self.piped)

    def test_forms_at_a_terminal(self):
        self.compare(self.shown)

    def test_both_streams_into_one_file_keep_their_order(self):
        form = ["sh", "-c", "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done"]
        texts = []
        for argv in (form, run_of(form, "-q")):
            with open(self.root / "both", "wb") as both:
                subprocess.run(argv, cwd=self.root, env=self.env, stdin=subprocess.DEVNULL, stdout=both, stderr=both, check=True)
            texts.append((self.root / "both").read_bytes())
        self.assertEqual(*texts)

    def test_a_reader_that_has_enough_ends_the_command(self):
        done = subprocess.run(f"'{harness.PROCTOR}' run -q -- seq 1 1000000000 | head -1; echo ${{PIPESTATUS[0]}}", shell=True,
                              executable="/bin/bash", cwd=self.root, env=self.env, capture_output=True, timeout=60)
        self.assertEqual(done.stdout, b"1\n141\n")

    def test_an_answer_that_cannot_be_written_is_no_pass(self):
        _, err, code = self.piped(run_of(PYTEST.split() + ["good"], "--json", "nowhere/answer.json"))
        self.assertEqual(code, 2, err)
        self.assertIn("proctor: --json: nowhere/answer.json: No such file or directory", err.decode())

    def test_the_verdict_is_the_last_line_and_the_envelope_a_file(self):
        _, err, code = self.piped(run_of(PYTEST.split() + ["good", "bad"], "--json", "answer.json"))
        self.assertEqual(code, 1)
        last = err.decode().splitlines()[-1]
        self.assertRegex(last, r"^proctor: FAIL 1 of 3 failed: test_b, run \S+, rerun: proctor test --framework pytest --only bad/test_b.py::test_b$")
        answer = json.loads((self.root / "answer.json").read_text())
        self.assertEqual((answer["ok"], answer["data"]["exit_code"]), (False, 1))
        rerun = self.piped([harness.PROCTOR, *last.split("rerun: proctor ")[1].split()])
        self.assertRegex(rerun[0], rb"1 failed\b")

    def test_a_pass_without_a_summary_is_told_by_the_tool(self):
        _, err, code = self.piped(run_of(f"{PYTEST} good > /dev/null 2>&1 || true"))
        self.assertEqual((code, err.decode().split(", run")[0].strip()), (0, "proctor: PASS 1 passed"))

    def test_what_is_new_since_the_last_run_is_told(self):
        os.remove(self.root / "bad/test_b.py")
        test = self.root / "good/test_a.py"
        self.piped(run_of(PYTEST.split()))
        test.write_text("def test_a(): assert 0\n")
        _, err, _ = self.piped(run_of(PYTEST.split()))
        self.assertIn(b"proctor: FAIL 1 of 1 failed (1 new): test_a, run ", err)
        run = re.search(rb"run (\w+)", err)[1].decode()
        self.assertIn("1 failed", self.piped([harness.PROCTOR, "log", run])[0].decode())
        kept = json.loads(self.piped([harness.PROCTOR, "runs", "--json"])[0])["data"]["runs"]
        self.assertEqual([(one["door"], one["complete"]) for one in kept], [("run", True), ("run", True)])

    def test_another_runner_whose_exit_code_is_lost_is_no_pass(self):
        _, err, code = self.piped(run_of(f"prove nowhere.t > /dev/null 2>&1; {PYTEST} good > /dev/null"))
        self.assertEqual(code, 3, err)
        self.assertIn(b"not of `prove nowhere.t`", err)

    def test_nothing_that_tests_start_has_the_clients_variables(self):
        (self.root / "test_env.py").write_text(
            "import os, subprocess\ndef test_env():\n"
            "  print(sorted(n for n in os.environ if n in ('PYTHONPATH', 'NODE_OPTIONS', 'PYTEST_ADDOPTS', 'PROCTOR_LISTEN')),"
            " os.environ['NODE_OPTIONS'], os.environ['PYTEST_ADDOPTS'])\n")
        env = {"NODE_OPTIONS": "--no-warnings", "PYTEST_ADDOPTS": "-rs"}
        self.env.update(env)
        out, _, code = self.piped(run_of(PYTEST.split() + ["-s", "test_env.py"]))
        self.assertIn(b"['NODE_OPTIONS', 'PYTEST_ADDOPTS'] --no-warnings -rs", out)
        self.assertEqual(code, 0)

    def test_ci_is_set_and_nothing_is_taken_away(self):
        del self.env["CI"]
        self.env["MY_TOKEN"] = "ghp_0123456789012345678901234567890123ab"
        form = ["sh", "-c", "echo $CI; echo $MY_TOKEN"]
        out, _, _ = self.piped(run_of(form, "--json", "answer.json"))
        self.assertEqual(out.decode(), f"true\n{self.env['MY_TOKEN']}\n")
        answer = (self.root / "answer.json").read_text()
        self.assertNotIn(self.env["MY_TOKEN"], answer)
        with open(json.loads(answer)["data"]["log"]) as log:
            self.assertEqual(log.read(), "true\n[secret]\n")
        self.assertEqual(self.piped(run_of(form, "--keep-env"))[0].decode(), f"\n{self.env['MY_TOKEN']}\n")

    def test_limits_hold(self):
        _, err, code = self.piped(run_of(["sleep", "100"], "--timeout", "200ms"))
        self.assertEqual(code, 4)
        self.assertIn(b"ERROR TEST_TIMEOUT", err)
        _, err, code = self.piped(run_of("(setsid sleep 1000 > /dev/null 2>&1 &) ; echo started"))
        self.assertEqual(code, 0)
        self.assertIn(b"a process left behind was ended", err)

    def test_what_cannot_be_understood_is_told_on_stderr(self):
        for words in (["run"], ["run", "--"], ["run", "true"], ["run", "--shell", "--", "true"], ["run", "-c", "true"],
                      ["run", "--shell", "-c", " "], ["run", "--json"], ["run", "--nonsense", "--", "true"]):
            with self.subTest(words=words):
                out, err, code = self.piped([harness.PROCTOR, *words])
                self.assertEqual((out, code), (b"", 2))
                self.assertIn(b"proctor: ", err)
        self.assertEqual(self.piped(run_of(["nowhere-at-all"]))[2], 127)
        self.assertEqual(self.piped(run_of(["/etc/passwd"]))[2], 126)


    def test_captures(self):
        """What a person sees in tmux: captures/NAME.txt. PROCTOR_WRITE_CAPTURES=1 writes them anew; look at them."""
        line = f"{harness.PROCTOR} run -- {PYTEST} --tb=line"
        for name, line in (("run-pass", f"{line} good"), ("run-fail", f"{line} good bad"), ("runs", f"{harness.PROCTOR} runs")):
            socket = ["tmux", "-L", f"proctor-{os.getpid()}-{name}", "-f", "/dev/null"]
            line = f"{line}; echo code $?".replace(harness.PROCTOR, "proctor")
            try:
                subprocess.run([*socket, "new-session", "-d", "-x", "80", "-y", "24", "env", "-u", "TMUX", "sh", "-c",
                                f"cd {self.root}; {line}; sleep 60"], env=self.env, check=True, timeout=30)
                shown = ""

                def is_over():
                    nonlocal shown
                    shown = subprocess.run([*socket, "capture-pane", "-p", "-e"], env=self.env, capture_output=True, timeout=30).stdout.decode()
                    return "code " in shown
                harness.wait_for(is_over, what="the end of the command")
            finally:
                subprocess.run([*socket, "kill-server"], env=self.env, check=False, capture_output=True, timeout=30)
                harness.wait_for(lambda path=socket[2]: not harness.processes_about(path), what="the end of tmux")
            text = shown.replace(str(self.root), "ROOT").rstrip() + "\n"
            for pattern, word in ((r"\d+\.\d+s", "TIME"), (r"run [0-9a-f]{8}", "run ID"), (r"(?m)^[0-9a-f]{4,8} +\d+ (s|min)\b", "ID  AGE"), (r" +\d+(\.\d)? m?s\b", "  TIME")):
                text = re.sub(pattern, word, text)
            file = pathlib.Path(__file__).parent / f"captures/{name}.txt"
            if os.environ.get("PROCTOR_WRITE_CAPTURES"):
                file.write_text(text)
            with self.subTest(name=name):
                self.assertEqual(text, file.read_text())

    def test_the_log_marks_what_came_from_a_terminal(self):
        for way, line, marks in ((self.shown, "echo both", " both  (terminal)"), (self.piped, "echo none", " none"),
                                 (self.shown, "echo some >&2", " some '>&2'  (terminal: stderr)")):
            argv = run_of(line.split(), "-q")
            if way == self.shown and "stderr" in marks:
                argv = ["sh", "-c", f"'{harness.PROCTOR}' run -q -- echo some '>&2' | cat"]
            way(argv)
            with self.subTest(line=line):
                self.assertTrue(self.piped([harness.PROCTOR, "log"])[0].decode().splitlines()[0].endswith(marks))
        logs = json.loads(self.piped([harness.PROCTOR, "log", "--json"])[0])["data"]["runs"]
        self.assertEqual([log.get("terminal") for log in logs], ["stderr", None, "both"])

    # --- what a person does at a terminal

    def sh(self, script):
        return self.terminal(run_of(["sh", "-c", script]))

    def test_resize(self):
        terminal = self.sh("trap 'stty size' WINCH; echo ready; while sleep 0.05; do :; done")
        terminal.wait_for("ready")
        terminal.resize(100)
        terminal.wait_for("20 100")
        terminal.type("\x03")
        self.assertEqual(terminal.end()[1], 130)

    def test_ctrl_c_is_the_commands(self):
        terminal = self.sh("trap 'echo caught; exit 5' INT; echo ready; sleep 100")
        terminal.wait_for("ready")
        terminal.type("\x03")
        shown, code = terminal.end()
        self.assertIn(b"caught", shown)
        self.assertEqual(code, 5)
        self.assertEqual(terminal.settings(), terminal.before)

    def test_the_terminal_is_given_back_after_a_signal(self):
        terminal = self.sh("echo ready; sleep 100")
        terminal.wait_for("ready")
        self.assertNotEqual(terminal.settings(), terminal.before)
        terminal.process.send_signal(signal.SIGTERM)
        self.assertEqual(terminal.end()[1], 130)
        self.assertEqual(terminal.settings(), terminal.before)

    def test_a_closed_terminal_ends_everything(self):
        terminal = self.sh("echo ready; trap '' HUP; sleep 1234.5")
        terminal.wait_for("ready")
        os.close(terminal.slave)
        os.close(terminal.master)
        terminal.process.wait(20)
        harness.wait_for(lambda: not harness.processes_about("1234.5"), what="the end of the command")

    def test_ctrl_z_and_fg(self):
        shell = self.terminal(["bash", "--norc", "--noprofile", "-i"])
        shell.type("PS1='> '; PROMPT_COMMAND=\n")
        shell.type(f"{harness.PROCTOR} run --timeout 3s -- sh -c 'echo ready; i=0; while [ $i -lt 20 ]; do i=$((i+1)); sleep 0.1; done; echo over'\n")
        shell.wait_for("ready\r\n")
        shell.type("\x1a")
        shell.wait_for("Stopped")
        time.sleep(2)  # longer than it has left
        shell.read()
        self.assertNotIn(b"over\r\n", shell.shown)  # it stands still, and so does its clock
        shell.type("fg\n")
        shell.wait_for("over\r\n")
        shell.wait_for("exit code 0")
        shell.type("exit\n")
        shell.end()

    def test_programs_that_set_up_the_terminal(self):
        for argv, ready, typed in ((["less", "Makefile"], "END", "q"),
                                   (["bash", "--norc", "--noprofile", "-i"], "bash-", "echo $((40 + 2))\nexit 3\n")):
            shown = []
            for words in (argv, run_of(argv, "-q")):
                terminal = self.terminal(words)
                terminal.wait_for(ready)
                terminal.type(typed)
                shown.append(terminal.end())
            with self.subTest(argv=argv):
                self.assertEqual(*shown)

    def test_in_a_pipeline_each_stream_is_what_it_was(self):
        terminal = self.terminal(["bash", "--norc", "-c", f"'{harness.PROCTOR}' run -q -- {PYTHON} -c '{TTY}' | cat"])
        self.assertEqual(terminal.end(), (b"[True, False, True]\r\n", 0))


if __name__ == "__main__":
    harness.main()
