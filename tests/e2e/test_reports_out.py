"""--report: the answer in the formats of others, judged by their own readers and validators."""
import json
import os
import subprocess
import unittest

import harness

TESTS = r'''
import pathlib, time, pytest

HOSTILE = "]]> </script> ::error::no `x` @all %0A # TODO \x00\x1b[31m \udc80 "

def test_ok(): print("fine")
def test_bad():
    print(HOSTILE.encode("utf-8", "surrogateescape").decode("latin-1"))
    assert 3 == 4, HOSTILE.replace("\udc80", "") + "x" * 100000
@pytest.mark.parametrize("name", ["a # b", "c | d", "<e> & \"f\"", "ok 1 - g {", "::error::h"])
def test_named(name): pass
@pytest.mark.skip(reason="not today")
def test_skipped(): pass
def test_sometimes():
    seen = pathlib.Path("seen")
    if not seen.exists():
        seen.write_text("")
        assert False, "the first time"
'''
HANGS = "import time\ndef test_ok(): pass\ndef test_hangs(): time.sleep(600)\n"
FORMATS = {"junit": "junit.xml", "junit-places": "junit-places.xml", "ctrf": "ctrf-report.json", "tap": "report.tap", "tap14": "report.tap14",
           "markdown": "report.md", "json": "report.json"}
VALIDATORS = """
import { readFileSync } from 'node:fs';
import { validateStrict } from 'ctrf';
import { Parser } from 'tap-parser';
const [ctrf, tap, tap14] = process.argv.slice(2);
validateStrict(JSON.parse(readFileSync(ctrf, 'utf8')));
const points = Parser.parse(readFileSync(tap, 'utf8'), { flat: true }).filter(([kind]) => kind === 'assert').map(([, point]) => point);
if (Parser.parse(readFileSync(tap14, 'utf8'))[0][1] !== 14) throw new Error('not version 14');
const complete = Parser.parse(readFileSync(tap, 'utf8')).filter(([kind]) => kind === 'complete').at(-1);
console.log(JSON.stringify({ complete: complete[1], names: points.map((point) => [point.name, point.ok, point.diag?.message ?? '']) }));
"""


class ReportsOut(harness.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = harness.Place()
        cls.addClassCleanup(cls.place.close)
        cls.project = cls.place.project({"test_shop.py": TESTS, "pytest.ini": "[pytest]\n"}, "shop", toml=None)
        wanted = [word for name in FORMATS for word in ("--report", name)]
        cls.run_of_all = cls.place.run("test", ".", "--retries", "2", "--json", *wanted, cwd=cls.project)
        cls.reports = {name: cls.project / "proctor-report" / file for name, file in FORMATS.items()}

    def read(self, file, *more):
        run = self.place.run("read", file, "--json", *more)
        harness.check_answer(run)
        return run

    def names(self, run):
        return sorted((case["name"], case["status"]) for suite in run.data["suites"] for case in suite["cases"])

    def test_the_answer_is_the_same_and_every_report_is_there(self):
        self.assertEqual(self.run_of_all.code, 1, self.run_of_all)
        harness.check_answer(self.run_of_all)
        for name, file in self.reports.items():
            self.assertGreater(file.stat().st_size, 100, name)
        self.assertEqual(json.loads(self.reports["json"].read_text())["data"]["suites"], self.run_of_all.data["suites"])
        self.assertEqual((self.project / "proctor-report/.gitignore").read_text(), "*\n")

    def test_junit_is_valid(self):
        schema = harness.REPOSITORY / "tests/data/reports-out/junit.xsd"
        run = subprocess.run(["xmllint", "--noout", "--schema", schema, self.reports["junit"]], capture_output=True, text=True,
                             check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        subprocess.run(["xmllint", "--noout", self.reports["junit-places"]], check=True)

    def test_others_read_ctrf_and_tap(self):
        script = self.place.top / "validate.mjs"
        script.write_text(VALIDATORS)
        modules = self.place.top / "node_modules"
        if not modules.exists():
            modules.symlink_to(harness.REPOSITORY / "node_modules")
        run = subprocess.run([f"{harness.BOX}/bin/node22", script, self.reports["ctrf"], self.reports["tap"],
                              self.reports["tap14"]], text=True,
                             capture_output=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        said = json.loads(run.stdout)
        self.assertEqual((said["complete"]["fail"], said["complete"]["bailout"]), (1, False), said["complete"])
        bad = [point for point in said["names"] if not point[1]]
        self.assertEqual(len(bad), 1, bad)
        self.assertIn("]]> </script> ::error::no", bad[0][2])
        prove = subprocess.run(["prove", "-e", "cat", self.reports["tap"]], text=True, capture_output=True, check=False)
        self.assertEqual(prove.returncode, 1, prove.stdout)
        self.assertNotIn("Parse errors", prove.stdout)
        summary = json.loads(self.reports["ctrf"].read_text())["results"]["summary"]
        self.assertEqual([summary[key] for key in ("tests", "passed", "failed", "skipped", "flaky")], [9, 7, 1, 1, 1])

    def test_what_is_read_again_are_the_same_tests(self):
        expected = self.names(self.run_of_all)
        for name in ("junit", "junit-places", "tap"):
            with self.subTest(name):
                again = self.read(self.reports[name])
                self.assertEqual(self.names(again), expected)
                self.assertCode(again, "TEST_ASSERTION_FAILED", "fail")

    def test_a_run_that_hangs_is_a_pass_in_no_format(self):
        project = self.place.project({"test_h.py": HANGS, "pytest.ini": "[pytest]\n"}, name="hangs", toml=None)
        wanted = [word for name in ("junit", "ctrf", "tap", "markdown") for word in ("--report", name)]
        run = self.place.run("test", ".", "--timeout", "3s", *wanted, cwd=project)
        self.assertEqual(run.code, 4, run)
        for name in ("junit", "tap"):
            self.assertNotEqual(self.read(project / "proctor-report" / FORMATS[name]).code, 0, name)
        ctrf = json.loads((project / "proctor-report/ctrf-report.json").read_text())
        self.assertIn("TEST_TIMEOUT", [test["rawStatus"] for test in ctrf["results"]["tests"]])
        self.assertIn("TEST_TIMEOUT", (project / "proctor-report/report.md").read_text())

    def test_github_gets_annotations_and_a_summary(self):
        summary = self.place.top / "summary.md"
        summary.write_text("before\n")
        env = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary, "GITHUB_WORKSPACE": self.project.parent}
        run = self.place.run("test", ".", "--report", "github", "--json", "-q", cwd=self.project, env=env)
        commands = [line for line in run.err.splitlines() if line.startswith("::")]
        self.assertEqual(len(commands), 1, run.err)
        self.assertTrue(commands[0].startswith("::error file=shop/test_shop.py,line="), commands)
        self.assertTrue(summary.read_text().startswith("before\n### ❌ 1 of 9 tests failed"), summary.read_text()[:200])
        outside = self.place.run("test", ".", "--report", "github", "-q", cwd=self.project)
        self.assertIn("no step of GitHub Actions", outside.err)

    def test_a_command_and_a_report_of_others(self):
        out = self.place.top / "deep/er/junit.xml"
        run = self.place.run("run", "-q", "--report", f"junit={out}", "--", "python3", "-m", "pytest", "-q", cwd=self.project)
        self.assertEqual(run.code, 1, run)
        again = self.read(out)
        self.assertEqual(len(self.names(again)), 9)
        self.assertCode(again, "TEST_ASSERTION_FAILED", "fail")
        run = self.place.run("run", "-q", "--report", f"junit={out}", "--", "true", cwd=self.project)
        self.assertEqual(run.code, 0, run)
        self.assertNotEqual(self.read(out).code, 0)
        shown = self.place.run("read", "--report", "tap=-", self.reports["junit"])
        self.assertTrue(shown.out.startswith("TAP version 13\n"), shown)
        self.assertEqual(shown.code, 1)

    def test_what_can_not_be_written_is_said_before_anything_runs(self):
        mark = self.place.project({"test_m.py": "def test_m(): open('ran', 'w')\n", "pytest.ini": ""}, name="mark", toml=None)
        for options, words in ((["--report", "junti"], "did you mean junit?"),
                               (["--report", "junit=x", "--report", "tap=./x"], "two reports go to"),
                               (["--report", "junit", "--report", "junit"], "two reports go to"),
                               (["--report", "tap=."], "is a directory"),
                               (["--report", "tap=/proc/x/y.tap"], "--report: /proc/x"),
                               (["--report", "tap=-", "--json"], "stdout is for --json"),
                               (["--report", "tap", "--watch"], "--watch")):
            run = self.place.run("test", mark, *options, cwd=mark)
            self.assertEqual(run.code, 2, run)
            self.assertIn(words, run.out, options)
        self.assertFalse((mark / "ran").exists())

    def test_a_report_that_is_not_written_is_no_pass(self):
        project = self.place.project({"test_f.py": "def test_f(): pass\n", "pytest.ini": ""}, name="full", toml=None)
        run = self.place.run("test", ".", "--report", "junit=/dev/full", "--json", cwd=project)
        self.assertEqual(run.code, 3, run)
        self.assertIn("The report junit wasn't written", run.error["message"])

    def test_a_pipe_and_an_open_file_are_written_to_as_they_are(self):
        fifo = self.place.top / "fifo"
        os.mkfifo(fifo)
        run = self.place.run("read", self.reports["junit"], "--report", f"tap={fifo}")
        self.assertIn("nobody reads from it", run.err)
        with open(self.place.top / "shown", "w+") as shown:
            shown.write("before\n")
            shown.flush()
            process = self.place.start("read", self.reports["junit"], "--report", "tap=/dev/stdout", stdout=shown)
            self.assertEqual(process.communicate(timeout=60)[0:1], (None,))
            shown.seek(0)
            self.assertTrue(shown.read().startswith("before\nTAP version 13\n"))
        self.assertTrue(os.path.islink("/dev/stdout"))

    def test_the_configuration_says_which(self):
        project = self.place.project({"test_c.py": "def test_c(): pass\n", "pytest.ini": "",
                                      "proctor.toml": '[report]\nformats = ["tap"]\ndirectory = "out/here"\n'}, name="set",
                                     toml=None)
        self.assertEqual(self.place.run("test", ".", cwd=project, trust=False).code, 0)
        self.assertIn("ok 1 - test_c", (project / "out/here/report.tap").read_text())
        os.remove(project / "out/here/report.tap")
        self.assertEqual(self.place.run("run", "-q", "--", "true", cwd=project).code, 0)
        self.assertFalse((project / "out/here/report.tap").exists())
        for bad in ('formats = ["tap=/tmp/x"]', 'formats = ["tapp"]', 'directory = "../x"'):
            (project / "proctor.toml").write_text(f"[report]\n{bad}\n")
            run = self.place.run("test", ".", cwd=project, trust=False)
            self.assertEqual(run.code, 2, run)
            self.assertIn("report.", run.out)


if __name__ == "__main__":
    harness.main()
