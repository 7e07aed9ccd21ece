"""What a person asks for beside the tests: several at once, coverage, a debugger, the settings, what was run."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import harness

TESTS = "from lib import f\n\n\ndef test_f():\n    assert f(1) == 2\n"
LIBRARY = "def f(x):\n    if x > 5:\n        return 0\n    return x + 1\n"
DEBUGGED = """\
import pdb


def test_stops():
    x = 41
    pdb.set_trace()
    assert x == 41


def test_asks():
    assert input("say: ") == "hello"
"""
GO = "package x\n\nfunc F(x int) int {\n\tif x > 5 {\n\t\treturn 0\n\t}\n\treturn x + 1\n}\n"
GO_TESTS = 'package x\n\nimport "testing"\n\nfunc TestF(t *testing.T) {\n\tif F(1) != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n'


class Wishes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="proctor-e2e-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(os.path.realpath(folder.name))
        self.env = {**os.environ, "XDG_STATE_HOME": str(self.place / "state")}

    def project(self, **files):
        root = self.place / "project"
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return root

    def proctor(self, *words, where=None, stdin="", env=None, before=()):
        return subprocess.run([*before, harness.PROCTOR, *words], cwd=where or self.place, env=env or self.env, text=True,
                              timeout=120, input=stdin, capture_output=True, check=False)

    def test_coverage_with_pytest(self):
        root = self.project(**{"pytest.ini": "[pytest]\n", "lib.py": LIBRARY, "test_lib.py": TESTS})
        ended = self.proctor("test", "--coverage", "--json", where=root)
        data = json.loads(ended.stdout)["data"]
        self.assertEqual(data["verdict"], "pass", ended.stdout)
        files = {entry["file"]: entry["lines"] for entry in data["coverage"]}
        self.assertEqual(files, {"lib.py": {"hit": 3, "found": 4}, "test_lib.py": {"hit": 3, "found": 3}})
        self.assertEqual(data["coverage_percent"], 85.7)
        self.assertEqual(sorted(path.name for path in root.iterdir() if path.name not in ("__pycache__", ".benchmarks")),
                         ["lib.py", "pytest.ini", "test_lib.py"], "what coverage writes goes elsewhere")

    def test_coverage_with_go_and_several_at_once(self):
        root = self.project(**{"go.mod": "module example.com/x\n\ngo 1.19\n", "x.go": GO, "x_test.go": GO_TESTS})
        ended = self.proctor("test", "--coverage", "-j", "2", "--color", "never", where=root)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        self.assertIn("Coverage  66.7 % of statements", ended.stdout)
        self.assertIn("x.go", ended.stdout)
        data = json.loads(self.proctor("test", "-j", "2", "--json", where=root).stdout)["data"]
        self.assertIn("-p=2 -parallel=2", data["run"]["command"])
        self.assertEqual(data["warnings"], [])

    def test_what_a_tool_has_no_words_for_is_said(self):
        root = self.project(**{"t/a.t": "print qq(1..1\\nok 1 - a\\n);\n", "Makefile.PL": ""})
        ended = self.proctor("test", "-j", "2", where=root)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        self.assertIn("-j 2 changes nothing: prove has no word", ended.stdout)
        ended = self.proctor("test", "--coverage", where=root)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("proctor can't measure it with prove, but with pytest", ended.stdout)

    def test_a_debugger_has_the_input_and_all_the_time(self):
        root = self.project(**{"pytest.ini": "[pytest]\n", "test_d.py": DEBUGGED,
                               "proctor.toml": "[limits]\ntimeout = \"1ms\"\n"})
        ended = self.proctor("test", "--debug", where=root, stdin="p x + 1\nc\nhello\n")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        self.assertIn("(Pdb) 42", ended.stderr)
        self.assertIn("2 passed", ended.stdout)

    def test_the_nearest_settings_hold_and_it_is_said_where_they_stand(self):
        root = self.project(**{"proctor.toml": "[limits]\ntimeout = \"9m\"\n", "pytest.ini": "[pytest]\n",
                               "app/proctor.toml": "\n[limits]\ntimeout = \"7m\"\n", "app/test_a.py": "def test_a(): pass\n"})
        for where, file, line in ((root, "proctor.toml", 2), (root / "app", "app/proctor.toml", 3)):
            keys = json.loads(self.proctor("config", "--show", "--json", where=where).stdout)["data"]["keys"]
            self.assertEqual((keys["limits.timeout"]["file"], keys["limits.timeout"]["line"]), (str(root / file), line))
        self.assertIn(f'limits.timeout = "7m"  {root}/app/proctor.toml:3', self.proctor("config", "--show", "project/app").stdout)
        limits = json.loads(self.proctor("test", "--json", where=root / "app").stdout)["data"]["run"]["isolation"]["limits"]
        self.assertRegex(limits["timeout"]["limit"], "^(6 min 5|7 min)")

    def test_the_list_of_logs_says_of_which_project_how_old_and_how_it_ended(self):
        root = self.project(**{"pytest.ini": "[pytest]\n", "test_a.py": "def test_a(): print('x'); assert 0\n"})
        self.proctor("test", where=root)
        line = self.proctor("log").stdout.splitlines()[0]
        self.assertRegex(line, rf"^[0-9a-f-]+ +\d+ s  fail +{root}  ")

    def test_a_call_shows_its_output_once(self):
        words = ["call", "Test", "--yes", "--args", '{"command": "echo once"}']
        both = subprocess.run([harness.PROCTOR, *words], cwd=self.place, env=self.env, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual([line for line in both.stdout.splitlines() if line.lstrip("| ") == "once"], ["once"], both.stdout)
        self.assertIn("| once", self.proctor(*words).stdout, "where nobody has seen it")

    def test_where_nothing_may_be_written_it_is_said(self):
        root = self.project(**{"pytest.ini": "[pytest]\n", "test_a.py": "def test_a(): pass\n"})
        env = {**self.env, "PROCTOR_PREPARED": str(self.place / "nothing")}
        ended = self.proctor("test", where=root, env=env, before=["prlimit", "--fsize=0"])
        self.assertEqual(ended.returncode, 3)
        self.assertIn("RESOURCES_EXHAUSTED", ended.stdout)
        self.assertIn("ulimit -f", ended.stdout)

    def test_of_results_a_page_has_the_exercises_name(self):
        results = '{"version": 2, "status": "pass", "tests": [{"name": "a", "status": "pass"}]}'
        root = self.project(**{"two-fer/results.json": results})
        page = self.proctor("show", "--html", "/dev/stdout", "two-fer", where=root).stdout
        self.assertIn("<title>two-fer: 1 test passed</title>", page)
        self.assertTrue(pathlib.Path("/dev/stdout").is_symlink(), "a device is written to, not replaced")
        for place in (f"{root}/nowhere/page.html", str(root)):
            ended = self.proctor("show", "--html", place, "two-fer", where=root)
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn(place, ended.stderr)

    def test_a_new_golden_case_is_made_and_messages_can_count(self):
        root = self.project(**{"leap/leap_test.py": "import unittest\nfrom leap import f\n\nclass LeapTest(unittest.TestCase):\n"
                                                    "    def test_a(self):\n        self.assertEqual(f(), 2)\n",
                               "leap/leap.py": "def f():\n    return 1\n",
                               "leap/.meta/config.json": '{"files": {"test": ["leap_test.py", "gone_test.py"]}}'})
        made = self.proctor("golden", "--bless", "leap", where=root)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        self.assertIn("names gone_test.py, which isn't there", made.stderr)
        file = root / "leap/expected_results.json"
        self.assertIn("Leap > a", json.dumps(json.loads(file.read_text())))
        file.write_text(file.read_text().replace("1 != 2", "1 is not 2"))
        self.assertEqual(self.proctor("golden", "leap", where=root).returncode, 0)
        strict = self.proctor("golden", "--strict", "leap", where=root)
        self.assertEqual(strict.returncode, 1, strict.stdout)
        self.assertIn("message", strict.stdout)

    def test_the_doctor_looks_at_what_the_project_here_needs(self):
        root = self.project(**{"foundry.toml": "", "test/A.t.sol": ""})
        env = {**self.env, "PATH": "/usr/bin:/bin", "PROCTOR_BOX": str(self.place), "HOME": str(self.place)}
        here = self.proctor("doctor", "--json", where=root, env=env)
        elsewhere = self.proctor("doctor", "--json", env=env)
        self.assertEqual((here.returncode, elsewhere.returncode), (3, 0), here.stdout + elsewhere.stdout)
        names = {finding["name"] for finding in json.loads(here.stdout)["data"]["findings"]}
        self.assertLessEqual({"pytest", "go", "jest", "bats", "python track", "bash track"}, names)

    def test_a_project_of_nodes_own_runner_is_not_taken_for_jest(self):
        test = "import test from 'node:test';\ntest('a', () => {});\n"
        for files in ({"package.json": '{"devDependencies": {"jest": "*"}, "scripts": {"test": "node --test"}}', "a.test.mjs": test},
                      {"package.json": '{"type": "module"}', "test/a.js": test}, {"a.test.mjs": test}):
            root = self.project(**files)
            data = json.loads(self.proctor("test", "--json", where=root).stdout)["data"]
            self.assertEqual((data["framework"]["name"], data["verdict"]), ("node", "pass"), data)
            for file in files:
                (root / file).unlink()


if __name__ == "__main__":
    unittest.main(verbosity=2)
