"""The command line: what stands on which stream, exit codes, requests, settings, and the small commands."""
import json
import os
import pathlib
import pty
import subprocess

import harness
from harness import contract

GOOD = {"test/A.t.sol": contract("function test_ok() public pure {}")}
OUTPUTS = harness.REPOSITORY / "tests/data/forge-outputs"


class Cli(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = harness.Place()
        cls.addClassCleanup(cls.shared.close)
        cls.fail_root = cls.shared.fake_forge("echo noise >&2; failing; exit 1", name="failing")
        cls.pass_root = cls.shared.fake_forge("report; exit 0", name="passing")

    def request(self, **fields):
        return self.place.test("--request", "-", stdin=json.dumps(fields))

    # --- streams

    def test_stdout_has_the_answer_and_nothing_else(self):
        for root, code in ((self.pass_root, 0), (self.fail_root, 1)):
            run = self.place.run("test", root, "--json")
            self.assertEqual(run.code, code)
            self.assertEqual(run.out.count("\n"), 1)
            json.loads(run.out)
            self.assertIn("compiling", run.err)
            quiet = self.place.run("test", root, "--json", "-q")
            self.assertEqual(quiet.err, "")
            self.assertEqual(quiet.code, code)
            text = self.place.run("test", root, "-q")
            self.assertEqual((text.code, text.err), (code, ""))
            self.assertTrue(text.out.endswith("\n"))
            self.assertNotIn("compiling", text.out)

    def test_words_for_a_person(self):
        run = self.place.run("test", self.fail_root)
        self.assertIn("FAIL", run.out)
        self.assertIn("A › test_b()", run.out)
        self.assertIn("boom", run.out)
        self.assertIn("proctor test", run.out)
        run = self.place.run("test", self.pass_root)
        self.assertIn("PASS", run.out)

    def test_colour_is_for_terminals_or_on_demand(self):
        self.assertNotIn("\x1b", self.place.run("test", self.fail_root).out)
        self.assertIn("\x1b[", self.place.run("test", self.fail_root, "--color", "always").out)
        self.assertIn("\x1b[", self.on_a_terminal("test", self.fail_root))
        self.assertNotRegex(self.on_a_terminal("test", self.fail_root, env={"NO_COLOR": "1"}), r"\x1b\[[0-9;]*m")
        self.assertNotRegex(self.on_a_terminal("test", self.fail_root, "--color", "never"), r"\x1b\[[0-9;]*m")
        self.assertNotIn("\x1b", self.place.run("test", self.fail_root, "--json", "--color", "always").out)
        self.assertField(self.place.test(self.fail_root, "--color", "pink"), "color")

    def on_a_terminal(self, *args, env=None):
        main_end, other_end = pty.openpty()
        process = self.place.start(*args, env={"TERM": "xterm", **(env or {})}, stdout=other_end, stderr=other_end)
        os.close(other_end)
        shown = b""
        while True:
            try:
                piece = os.read(main_end, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        os.close(main_end)
        process.wait(30)
        return shown.decode()

    def test_an_answer_that_cannot_be_written_is_no_success(self):
        for args in (("test", self.pass_root, "--json"), ("test", self.pass_root), ("doctor",), ("doctor", "--json"),
                     ("completions", "bash")):
            with self.subTest(args), open("/dev/full", "wb") as full:
                run = self.place.run(*args, stdout=full)
                self.assertNotEqual(run.code, 0)
                self.assertIn("No space left", run.err)
        closed = subprocess.run(["sh", "-c", '"$0" test "$1" --json >&-', harness.PROCTOR, self.pass_root],
                                env=self.place.env(), capture_output=True, timeout=60, check=False)
        self.assertNotIn(closed.returncode, (0, -11, -6))
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as broken:
            run = self.place.run("test", self.pass_root, "--json", stdout=broken)
        self.assertNotEqual(run.code, 0)
        self.assertGreater(run.code, 0, "not killed by SIGPIPE")

    def test_version_and_help_that_cannot_be_written(self):
        for args in (("--version",), ("--help",)):
            with self.subTest(args), open("/dev/full", "wb") as full:
                self.assertNotEqual(self.place.run(*args, stdout=full).code, 0)

    def test_closed_streams_do_no_harm(self):
        self.place.trust(self.pass_root)
        for closing in ("<&-", "2>&-", "<&- 2>&-"):
            done = subprocess.run(["sh", "-c", f'"$0" test "$1" --json {closing}', harness.PROCTOR, self.pass_root],
                                  env=self.place.env(), capture_output=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0, done)
            self.assertTrue(json.loads(done.stdout)["ok"])

    # --- usage and requests

    def test_wrong_usage_exits_with_2(self):
        for args in ((), ("nonsense",), ("test", "--nonsense"), ("test", "a", "b"), ("test", "--timeout", "soon"),
                     ("test", "--timeout", "0"), ("test", "--timeout", "-1s"), ("test", "--fuzz-runs", "0"), ("test", "--fuzz-runs", "x"),
                     ("test", "--fuzz-seed", "zz"), ("test", "-vvvvvv"), ("read",), ("read", "x"), ("completions", "tcsh"), ("completions",)):
            with self.subTest(args):
                run = self.place.run(*args, cwd=self.pass_root)
                self.assertEqual(run.code, 2, run)
                with_json = self.place.run(*args, "--json", cwd=self.pass_root)
                self.assertEqual(with_json.code, 2, with_json)
                self.assertEqual(with_json.error["code"], "INVALID_REQUEST")

    def test_a_request_from_a_file_or_stdin(self):
        file = self.place.top / "request.json"
        file.write_text(json.dumps({"project_root": str(self.pass_root)}))
        self.assertPass(self.place.test("--request", file), tests=2)
        self.assertPass(self.request(project_root=str(self.pass_root)), tests=2)
        self.assertPass(self.request(project_root=str(self.pass_root), filter=None, timeout_ms=60000, verbosity=0), tests=2)

    def test_a_bad_request_names_the_field(self):
        root = str(self.pass_root)
        for fields, field in (({}, "project_root"), ({"project_root": root, "sources": {"a": "b"}}, "sources"),
                              ({"project_root": root, "timeout": 3}, "timeout"), ({"project_root": 7}, "project_root"),
                              ({"project_root": root, "filter": ["a"]}, "filter"), ({"project_root": root, "coverage": "yes"}, "coverage"),
                              ({"project_root": root, "timeout_ms": -5}, "timeout_ms"), ({"project_root": root, "timeout_ms": 1.5}, "timeout_ms"),
                              ({"project_root": root, "fuzz_seed": "0xzz"}, "fuzz_seed"), ({"project_root": root, "verbosity": 9}, "verbosity"),
                              ({"project_root": ""}, "project_root"), ({"project_root": root + "\0x"}, "project_root"),
                              ({"sources": []}, "sources"), ({"sources": {"a": 1}}, "sources"), ({"sources": {"a": None}}, "sources"),
                              ({"sources": {"a": "b"}, "rerun_failed": True}, "rerun_failed"), ({"Project_Root": root}, "Project_Root")):
            with self.subTest(fields):
                self.assertField(self.request(**fields), field)

    def test_what_is_no_request(self):
        for text in ("", "{", "[]", "null", "{} {}", "{'a': 1}", "\xff\xfe", "[" * 100_000, '{"project_root": "a"} x'):
            with self.subTest(text[:20]):
                run = self.place.test("--request", "-", stdin=text.encode("latin-1"))
                self.assertCode(run, "INVALID_REQUEST")
        self.assertCode(self.place.test("--request", self.place.top / "nowhere.json"), "INVALID_REQUEST")
        self.assertCode(self.place.test(self.pass_root, "--request", "-", stdin="{}"), "INVALID_REQUEST")

    def test_options_beside_a_request_win(self):
        run = self.place.test("--request", "-", "--evm-version", "paris", "--fuzz-seed", "5", "--filter", "test_(a|b)",
                              stdin=json.dumps({"project_root": str(self.pass_root), "evm_version": "cancun", "fuzz_seed": "4"}))
        self.assertPass(run)
        command = run.data["run"]["command"]
        self.assertIn("--fuzz-seed=5", command)
        self.assertIn("--evm-version=paris", command)
        self.assertIn("test_(a|b)", command)

    def test_exit_codes(self):
        for script, code in (("report; exit 0", 0), ("failing; exit 1", 1), ("exit 0", 3), ("report; exit 1", 3), ("exit 9", 3)):
            self.assertEqual(self.place.run("test", self.place.fake_forge(script)).code, code)
        self.assertEqual(self.place.run("test", self.place.fake_forge("sleep 60"), "--timeout", "500ms").code, 4)
        self.assertEqual(self.place.run("test", self.place.top / "nowhere").code, 2)

    # --- settings

    def test_a_bad_setting_is_named_with_file_line_and_key(self):
        root = self.place.fake_forge("report; exit 0")
        toml = root / "proctor.toml"
        for text, line, key in (('[forge]\npath = "forge"\ncolour = 1\n', 3, "forge.colour"), ("[limits]\n\ntimeout = true\n", 3, "limits.timeout"),
                                ("[limits]\ntimeout = -3\n", 2, "limits.timeout"), ("[uploads]\nfile_bytes = []\n", 2, "uploads.file_bytes"),
                                ("[nonsense]\na = 1\n", 1, "nonsense"), ("forge = 1\n", 1, "forge"), ("[logs]\nkeep = -1\n", 2, "logs.keep"),
                                ('[forge]\nlibs = ["a", 3]\n', 2, "forge.libs")):
            with self.subTest(key):
                toml.write_text(text)
                run = self.place.test(root)
                self.assertCode(run, "INVALID_REQUEST")
                self.assertIn(f"{toml}:{line}", run.error["message"])
                self.assertIn(key, run.error["message"])
        toml.write_text("[forge\n")
        run = self.place.test(root)
        self.assertCode(run, "INVALID_REQUEST")
        self.assertIn(str(toml), run.error["message"])

    def test_programs_that_a_project_names_are_started_only_if_it_is_trusted(self):
        root = self.place.fake_forge("touch was_started; report; exit 0", name="stranger")
        run = self.place.test(root, trust=False)
        self.assertIn("forge.path is ignored", run.data["warnings"][0])
        self.assertFalse((root / "was_started").exists())
        self.assertPass(self.place.test(root), tests=2)
        self.assertTrue((root / "was_started").exists())

    def test_the_nearest_settings_win_over_the_users(self):
        root = self.place.fake_forge("report; exit 0")
        user = self.place.home / ".config/proctor/proctor.toml"
        user.parent.mkdir(parents=True)
        user.write_text('[forge]\npath = "/nowhere/forge"\n[limits]\ntimeout = "5s"\n')
        self.assertPass(self.place.test(root), tests=2)
        (root / "proctor.toml").unlink()
        self.assertCode(self.place.test(root), "TOOL_NOT_FOUND")
        run = self.place.test(root, "--config", self.pass_root / "proctor.toml")
        self.assertPass(run, tests=2)
        self.assertCode(self.place.test(root, "--config", self.place.top / "no.toml"), "INVALID_REQUEST")

    def test_logs_are_kept_up_to_a_number(self):
        root = self.place.fake_forge("echo for the log >&2; report; exit 0")
        toml = root / "proctor.toml"
        text = toml.read_text()
        toml.write_text(text + "[logs]\nkeep = 3\n")
        runs = [self.place.test(root) for _ in range(5)]
        logs = sorted(self.place.home.glob(".local/state/proctor/logs/*.log"))
        self.assertEqual(len(logs), 3)
        self.assertIn(runs[-1].data["run"]["log"], [str(log) for log in logs])
        newest = pathlib.Path(runs[-1].data["run"]["log"])
        self.assertIn("for the log", newest.read_text())
        self.assertIn("test_a()", newest.read_text())
        self.assertEqual(newest.stat().st_mode & 0o077, 0)
        toml.write_text(text + "[logs]\nkeep = 0\n")
        self.assertNotIn("log", self.place.test(root).data["run"])

    def test_state_that_cannot_be_written_does_not_fail_a_run(self):
        root = self.place.fake_forge("report; exit 0")
        user = self.place.home / ".config/proctor/proctor.toml"  # for nothing can be trusted without a state
        user.parent.mkdir(parents=True)
        (root / "proctor.toml").rename(user)
        user.write_text(f'[forge]\npath = "{root}/forge"\n')
        run = self.place.test(root, env={"XDG_STATE_HOME": "/proc/nowhere", "XDG_CACHE_HOME": "/proc/nowhere"})
        user.unlink()
        self.assertPass(run, tests=2)
        self.assertPass(self.place.upload(GOOD, env={"XDG_STATE_HOME": "/proc/nowhere", "XDG_CACHE_HOME": "/proc/nowhere"}), tests=1)

    # --- small commands

    def test_version_and_help(self):
        run = self.place.run("--version")
        self.assertEqual(run.code, 0)
        self.assertRegex(run.out, r"^proctor \d+\.\d+\.\d+( \([0-9a-f]+, [\d-]+\))?\n$")
        for args, words in ((["--help"], ["test", "read", "doctor", "completions", "Exit codes"]), (["test", "--help"], ["--request", "--timeout"]),
                            (["read", "--help"], ["--format"])):
            run = self.place.run(*args)
            self.assertEqual((run.code, run.err), (0, ""))
            for word in words:
                self.assertIn(word, run.out)

    def test_completions(self):
        for shell in ("bash", "zsh", "fish"):
            run = self.place.run("completions", shell)
            self.assertEqual((run.code, run.err), (0, ""))
            for word in ("test", "read", "doctor", "rerun-failed", "match-path"):
                self.assertIn(word, run.out)
        script = self.place.top / "completion.bash"
        script.write_text(self.place.run("completions", "bash").out)
        self.assertEqual(subprocess.run(["bash", "-n", script], check=False, timeout=20).returncode, 0)
        done = subprocess.run(["bash", "-c", f'. "{script}"; COMP_WORDS=(proctor test --rerun); COMP_CWORD=2; _proctor; echo "${{COMPREPLY[@]}}"'],
                              capture_output=True, text=True, check=False, timeout=20)
        self.assertEqual(done.stdout.split(), ["--rerun-failed"], done)

    def test_doctor(self):
        run = self.place.run("doctor")
        self.assertEqual((run.code, run.err), (0, ""), run)
        for word in ("forge", "solc", "0.8.30", "cgroups", "limits", "sandbox", "isolation", "logs", "cache"):
            self.assertIn(word, run.out)
        run = self.place.run("doctor", "--json")
        self.assertTrue(run.envelope["ok"])
        found = {finding["name"]: finding for finding in run.data["findings"]}
        self.assertEqual(found["forge"]["state"], "found")
        self.assertIn("1.7.1", found["forge"]["what"])
        self.assertIn("forge-std", found["libraries for uploads"]["what"])

    def test_doctor_without_forge(self):
        empty = self.place.top / "no-box"
        empty.mkdir()
        run = self.place.run("doctor", "--json", env={"PROCTOR_BOX": empty})
        self.assertEqual(run.code, 0)  # no project here needs it
        self.assertTrue(run.envelope["ok"])
        found = {finding["name"]: finding for finding in run.data["findings"]}
        self.assertEqual(found["forge"]["state"], "limited")
        self.assertIn("npm", found["forge"]["hint"])

    # --- read

    def test_read_recorded_outputs(self):
        rows = [line.split("\t") for line in (OUTPUTS / "INDEX.tsv").read_text().splitlines()[1:]]
        checked = 0
        for case, code, _, counts, shape in rows:
            stdout, stderr = OUTPUTS / f"{case}.stdout", OUTPUTS / f"{case}.stderr"
            if not stdout.exists():
                continue
            with self.subTest(case):
                more = ["--stderr", stderr] if stderr.exists() else []
                # As a shell says it: 137 is signal 9.
                run = self.place.run("read", stdout, "--format", "forge-json", "--json", *more, f"--exit-code={code}")
                harness.check_answer(run)
                # What forge calls a pass and proctor doesn't believe, an interrupted fuzz test, is an error.
                got = f"{run.data['passed'] + run.data['errors']}/{run.data['failed']}/{run.data['skipped']}"
                if "TRUNCATED" in shape or counts == "-":
                    self.assertFalse(run.envelope["ok"], run)
                else:
                    self.assertEqual(got, counts, run)
                    passed, failed, _ = map(int, counts.split("/"))
                    self.assertEqual(run.envelope["ok"], passed > 0 and failed == 0 and code == "0", run)
                checked += 1
        self.assertGreater(checked, 40)

    def test_read_with_an_exit_code_that_disagrees(self):
        report = self.place.top / "report.json"
        report.write_text(harness.fake_report())
        for code, error in ((["--exit-code", "1"], "TEST_INCONSISTENT"), (["--exit-code", "-9"], "TEST_FORGE_FAILED")):
            run = self.place.run("read", report, "--format", "forge-json", "--json", *code)
            self.assertCode(run, error, "error")
        report.write_text(harness.fake_report(b="Failure"))
        run = self.place.run("read", report, "--format", "forge-json", "--json", "--exit-code", "0")
        self.assertCode(run, "TEST_INCONSISTENT", "fail")

    def test_read_from_stdin_and_bad_arguments(self):
        run = self.place.run("read", "-", "--format", "forge-json", "--json", "--exit-code", "0", stdin=harness.fake_report())
        self.assertEqual((run.code, run.data["passed"]), (0, 2))
        for args in (["read", "/nowhere", "--format", "forge-json"], ["read", "/", "--format", "forge-json"],
                     ["read", "-", "--format", "junit"], ["read", "-", "--format", "forge-json", "--exit-code", "x"],
                     ["read", "-", "--format", "forge-json", "--stderr", "/nowhere"]):
            with self.subTest(args):
                self.assertCode(self.place.run(*args, "--json", stdin=""), "INVALID_REQUEST")
        self.assertFalse(self.place.run("read", "-", "--format", "forge-json", "--json", stdin="").envelope["ok"])


if __name__ == "__main__":
    harness.main()
