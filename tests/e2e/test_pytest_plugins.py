"""Plugins of pytest, and where tests run: what proctor says is what pytest itself says."""
import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

from harness import Place
from of_a_framework import failures, statuses

PYTEST = ["/usr/bin/python3", "-B", "-m", "pytest", "-p", "no:cacheprovider"]
# A project with tests of each plugin that Debian has a package of (scripts/setup.sh --tests).
OF_PLUGINS = {
    "pytest.ini": "[pytest]\nasyncio_mode = auto\naddopts = --cov=part\n",
    "part.py": "def part():\n    return 3\n",
    "test_asyncio.py": "import asyncio\nasync def test_passes(): await asyncio.sleep(0)\nasync def test_fails(): assert 1 == 2\n",
    "test_benchmark.py": "def test_quick(benchmark): assert benchmark.pedantic(lambda: 3) == 3\n",
    "test_cov.py": "import part\ndef test_part(cov): assert part.part() == 3\n",
    "test_forked.py": ("import os, pytest\npytestmark = pytest.mark.forked\n"
                       "def test_passes(): print('in a child')\ndef test_fails(): assert 0, 'in a child'\n"
                       "def test_dies(): os.kill(os.getpid(), 9)\ndef test_skips(): pytest.skip('not here')\n"),
    "test_mock.py": ("import os\ndef test_mocked(mocker):\n    mocker.patch('os.getpid', return_value=4)\n"
                     "    assert os.getpid() == 4\ndef test_not_mocked(): assert os.getpid() != 4\n"),
    "test_reruns.py": ("import itertools, pytest\ncount = itertools.count()\n"
                       "@pytest.mark.flaky(reruns=2)\ndef test_third_time(): assert next(count) == 2\n"
                       "@pytest.mark.flaky(reruns=1)\ndef test_never(): assert 0\n"),
    "test_subtests.py": ("import unittest\nclass PartsTest(unittest.TestCase):\n    def test_parts(self):\n"
                         "        for i in (1, 2, 3):\n            with self.subTest(i=i): self.assertEqual(i, 2)\n"),
    "test_timeout.py": ("import time, pytest\n@pytest.mark.timeout(0.2, method='signal')\n"
                        "def test_slow(): time.sleep(60)\n"),
    "test_plain.py": ("import pytest\n@pytest.mark.xfail(strict=True)\ndef test_passes_strangely(): pass\n"
                      "@pytest.mark.xfail\ndef test_known(): assert 0\n"
                      "@pytest.fixture(scope='module')\ndef database():\n    yield 1\n    raise OSError('gone')\n"
                      "def test_first(database): print('said')\ndef test_second(database): assert database == 1\n"),
}


def native(root, *options):
    """What pytest itself says: names and statuses."""
    report = root.parent / f"{root.name}.xml"
    subprocess.run([*PYTEST, f"--junitxml={report}", *options], cwd=root, check=False, stdout=subprocess.DEVNULL,
                   env={**os.environ, "COVERAGE_FILE": str(root.parent / "coverage")})
    words = {"failure": "fail", "error": "error", "skipped": "skip"}
    results = {}
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        kinds = [words[part.tag] for part in case if part.tag in words]
        name = f"{case.get('classname')}.{case.get('name')}"
        results.setdefault(name, []).extend(kinds or ["pass"])
    return {name: max(kinds, key=["pass", "skip", "fail", "error"].index) for name, kinds in results.items()}


def told(run):
    """The same as proctor says it."""
    return {".".join(filter(None, (suite["file"][:-3].replace("/", "."), suite.get("name", "").replace("::", "."),
                                   case["name"]))): case["status"]
            for suite in run.data["suites"] for case in suite["cases"]}


def hash_of(path):
    return base64.urlsafe_b64encode(hashlib.sha256(str(path).encode()).digest()).decode()[:8]


class PytestPlugins(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)
        cls.place.more_env["COVERAGE_FILE"] = cls.place.top / "coverage"

    def project(self, files, name=""):
        root = self.place.top / (name or self.id().rpartition(".")[2])
        root.mkdir()
        for name, text in files.items():
            (root / name).write_text(text)
        return root

    def test_each_plugin_gives_the_results_that_it_gives_without_proctor(self):
        root = self.project(OF_PLUGINS)
        for options in ("", " -n 2 --dist loadfile"):
            (root / "pytest.ini").write_text(OF_PLUGINS["pytest.ini"].rstrip() + options)
            run = self.place.test(root)
            self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)
            # pytest-benchmark makes its directory wherever it is loaded.
            self.assertEqual({path.name for path in root.iterdir()} - {".benchmarks"}, set(OF_PLUGINS))
            got, wanted = told(run), native(root)
            # A test counts once, whatever parts it has. It fails with them.
            self.assertEqual(got.pop("test_subtests.PartsTest.test_parts"), "fail", run)
            wanted.pop("test_subtests.PartsTest.test_parts")
            self.assertEqual(got, wanted, run)
            warnings = " ".join(run.data["warnings"])
            self.assertIn("test_reruns.py::test_third_time 2 more times", warnings, run)
            cases = {case["name"]: case for case in failures(run)}
            self.assertIn("(i=1): ", cases["test_parts"]["reason"], run)
            self.assertIn("(i=3): ", cases["test_parts"]["reason"], run)
            self.assertIn("OSError: gone", cases["test_second"]["reason"], run)
            self.assertIn("Timeout >0.2s", cases["test_slow"]["reason"], run)
            self.assertIn("CRASHED with signal 9", cases["test_dies"]["reason"], run)

    def test_a_worker_or_a_process_that_ends_costs_no_other_test_its_result(self):
        for name, options in (("worker", "addopts = -n 2\n"), ("process", "timeout = 1\ntimeout_method = thread\n")):
            root = self.project({"pytest.ini": f"[pytest]\n{options}", "test_a.py": (
                "import os, time, pytest\n@pytest.mark.parametrize('n', range(5))\n"
                "def test_n(n):\n    if n == 2 and 'worker' in os.getcwd(): os.kill(os.getpid(), 11)\n"
                "    if n == 2: time.sleep(60)\n")}, name)
            run = self.place.test(root)
            self.assertEqual(statuses(run), {f"test_n[{n}]": "fail" if n == 2 else "pass" for n in range(5)}, run)
            self.assertRegex(failures(run)[0]["reason"], "Segmentation fault|Timeout", run)

    def test_workers_that_all_run_each_test_or_stop_at_a_failure_lose_none(self):
        root = self.project({"test_a.py": "import pytest\n@pytest.mark.parametrize('n', range(20))\ndef test_n(n): assert n != 1\n"})
        for options, passed, failed in (("-n 2 --dist each", 38, 2), ("--dist load", 19, 1)):
            (root / "pytest.ini").write_text(f"[pytest]\naddopts = {options}\n")
            run = self.place.test(root)
            self.assertEqual((run.code, run.data["passed"], run.data["failed"]), (1, passed, failed), run)
        (root / "pytest.ini").write_text("[pytest]\naddopts = -n 2 --maxfail=1\n")
        run = self.place.test(root)
        self.assertEqual((run.error["code"], run.data["failed"], run.data["errors"]), ("TEST_ASSERTION_FAILED", 1, 0), run)
        self.assertEqual(run.data["passed"] + len(run.data["not_run"]), 19, run)
        self.assertIn("pytest stopped: stopping after 1 failures", run.data["warnings"])

    def test_what_fails_beside_the_tests_is_told(self):
        root = self.project({"test_a.py": "import part\ndef test_part(): part.part()\n",
                             "pytest.ini": "[pytest]\naddopts = --cov=part --cov-fail-under=90\n",
                             "part.py": "def part():\n    return 3\ndef other():\n    return 4\n"})
        run = self.place.test(root)
        self.assertEqual((statuses(run), run.envelope["ok"]), ({"test_part": "pass"}, False), run)
        self.assertIn("Required test coverage of 90% not reached. Total coverage: 75.00%", run.error["message"], run)
        root = self.project({"test_a.py": "def test_a(): pass\n", "conftest.py": (
            "def pytest_sessionfinish(session):\n    print('3 files were left behind')\n    session.exitstatus = 1\n")}, "counts")
        run = self.place.test(root)
        self.assertEqual((statuses(run), run.envelope["ok"]), ({"test_a": "pass"}, False), run)
        self.assertRegex(run.error["message"], r"(?s)exited with 1\.\nIt printed last:\n.*3 files were left behind")

    def test_tests_that_do_not_run_as_they_seem_to_are_named(self):
        root = self.project({"pytest.ini": "[pytest]\nmarkers = slow\naddopts = -m 'not slow'\n", "test_a.py": (
            "import pytest\nclass TestLost:\n    def __init__(self): pass\n    def test_lost(self): pass\n"
            "@pytest.mark.slow\ndef test_slow(): pass\ndef test_returns(): return 1 == 2\n")})
        warnings = " ".join(self.place.test(root).data["warnings"])
        for words in ("TestLost", "test_returns", "1 test (test_a.py::test_slow)"):
            self.assertIn(words, warnings)

    def test_fixtures_live_as_long_as_the_tests_that_run_need_them(self):
        database = ("import pytest\n@pytest.fixture(scope='module')\ndef database():\n    print('{0} up')\n    yield 1\n"
                    "    print('{0} down')\n    {1}\n"
                    "def test_a(database): pass\ndef test_b(database): pass\ndef test_c(): pass\n")
        root = self.project({"pytest.ini": "[pytest]\naddopts = -s\n", "test_a.py": database.format("a", ""),
                             "test_b.py": database.format("b", "raise OSError('gone')")})
        run = self.place.test(root, "--only", "test_a.py::test_a", "--only", "test_b.py::test_a", "--only", "test_b.py::test_b")
        self.assertEqual([case["status"] for suite in run.data["suites"] for case in suite["cases"]], ["pass", "pass", "fail"])
        self.assertIn("OSError: gone", failures(run)[0]["reason"], run)
        log = pathlib.Path(run.data["run"]["log"]).read_text()
        self.assertEqual(re.findall("[ab] (?:up|down)", log), ["a up", "a down", "b up", "b down"], log)

    def test_private_names_that_are_gone_cost_no_result(self):
        root = self.project({"pytest.ini": "[pytest]\naddopts = --cov=part --cov-fail-under=100\n", "conftest.py": (
            "import pytest\n"
            "@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport():\n    report = (yield).get_result()\n"
            "    if hasattr(report.longrepr, 'errorstring'): report.longrepr = str(report.longrepr)\n"
            "@pytest.hookimpl(tryfirst=True)\ndef pytest_runtest_logreport(report): vars(report).pop('context', None)\n"
            "def pytest_unconfigure(config): vars(config.pluginmanager.getplugin('_cov')).pop('cov_total', None)\n"),
            "part.py": "def part():\n    return 3\n", "test_a.py": "import part\ndef test_a(): pass\n"})
        run = self.place.test(root)
        self.assertEqual((run.code, run.error["code"], statuses(run)), (3, "TEST_INCONSISTENT", {"test_a": "pass"}), run)
        (root / "test_b.py").write_text(OF_PLUGINS["test_subtests.py"] + "def test_b(nothing): pass\n")
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"test_a": "pass", "test_parts": "fail", "test_b": "error"}, run)
        reasons = {case["name"]: case["reason"] for case in failures(run)}
        self.assertIn("FixtureLookupError: ('nothing'", reasons["test_b"], run)
        self.assertIn("AssertionError: 1 != 2", reasons["test_parts"], run)

    def test_private_names_of_xdist_that_are_gone_cost_no_result(self):
        root = self.project({"pytest.ini": "[pytest]\naddopts = --dist each --tx 2*popen\n", "conftest.py": (
            "import pytest\n"
            "@pytest.hookimpl(tryfirst=True)\ndef pytest_handlecrashitem(crashitem, report, sched): vars(report).pop('node')\n"),
            "test_a.py": "import os\ndef test_a(): pass\ndef test_dies(): os._exit(3)\n"})
        run = self.place.test(root)
        self.assertIn(run.code, (1, 3), run)
        self.assertEqual({name.split(" ")[0].split("[")[0]: status for name, status in statuses(run).items()}["test_a"], "pass", run)
        self.assertTrue(any("test_dies" in case["name"] for case in failures(run)), run)

    def test_private_names_of_cov_that_are_gone_cost_no_result(self):
        # pytest and pytest-cov need the name themselves, so it is gone for the reporter only.
        root = self.project({"pytest.ini": "[pytest]\naddopts = -p hides\n", "hides.py": (
            "import pytest, sys\n"
            "@pytest.hookimpl(hookwrapper=True, tryfirst=True)\ndef pytest_load_initial_conftests(early_config):\n"
            "    kept, own = early_config.known_args_namespace, type(early_config)\n"
            "    class Hiding(own):\n        @property\n        def known_args_namespace(self):\n"
            "            if 'proctor_pytest' in sys._getframe(1).f_code.co_filename: raise AttributeError\n            return kept\n"
            "    del early_config.known_args_namespace\n    early_config.__class__ = Hiding\n    yield\n"
            "    early_config.__class__, early_config.known_args_namespace = own, kept\n"),
            "part.py": "def part():\n    return 3\n", "test_a.py": "import part\ndef test_a(): assert part.part() == 3\n"})
        run = self.place.test(root, "--coverage", env={"PYTHONPATH": str(root)})
        self.assertEqual(statuses(run), {"test_a": "pass"}, run)
        self.assertTrue(run.envelope["ok"], run)

    def test_the_log_reads_like_pytest_s_own_output(self):
        root = self.project({"pytest.ini": "", "test_a.py": "def test_a(): pass\ndef test_b():\n    print('said')\n"
                                                           "    assert 1 == 2\ndef test_c(): assert 0\n"})
        run = self.place.test(root)
        own = subprocess.run([*PYTEST, "-o", "cache_dir=x"], cwd=root, check=False, capture_output=True, text=True,
                             env=self.place.env()).stdout
        log = pathlib.Path(run.data["run"]["log"]).read_text()

        def plain(text):
            return [re.sub(r" in \d.*s ", " in … s ", line) for line in text.splitlines() if not line.startswith("cachedir")]
        self.assertEqual(plain(log), plain(own))

    def test_the_environment_of_the_project_comes_before_the_system_s_python(self):
        test = "import os, shutil, sys\ndef test_a(): assert sys.prefix == os.environ['VIRTUAL_ENV'] == shutil.which('python')[:-11]\n"
        root = self.project({"pytest.ini": "", "test_a.py": test})

        def make(place, packages="true"):
            (place / "bin").mkdir(parents=True, exist_ok=True)
            if not (place / "bin/python").exists():
                (place / "bin/python").symlink_to("/usr/bin/python3")
            (place / "pyvenv.cfg").write_text(f"home = /usr/bin\ninclude-system-site-packages = {packages}\n")

        for place in (".tox/py3", "venv", ".venv"):  # each comes before those that are there
            make(root / place)
            run = self.place.test(root)
            self.assertTrue(run.envelope["ok"], run)
            self.assertIn(f", {place}/bin/python)", run.data["framework"]["version"], run)
        # poetry and pipenv call an environment after a hash of the project's path.
        for own in (".tox", "venv", ".venv"):
            shutil.rmtree(root / own)
        (root / "pyproject.toml").write_text('[tool.poetry]\nname = "a b"\n')
        (root / "Pipfile").write_text("[packages]\n")
        elsewhere = (self.place.top / f"shared/a b-{hash_of(root)}-py3.11", {"POETRY_VIRTUALENVS_PATH": self.place.top / "shared"}), (
            self.place.home / f".local/share/virtualenvs/a_b-{hash_of(root / 'Pipfile')}", {})
        for place, env in elsewhere:
            make(place)
            run = self.place.test(root, env=env)
            self.assertIn(f", {place}/bin/python)", run.data["framework"]["version"], run)
            (root / "pyproject.toml").unlink(missing_ok=True)
        make(root / "venv")
        active = self.place.top / "active"
        make(active)
        run = self.place.test(root, env={"VIRTUAL_ENV": active})
        self.assertIn(f"{active}/bin/python", run.data["framework"]["version"], run)
        # Without pytest an environment is of no use.
        make(root / ".venv", packages="false")
        self.assertIn(", venv/bin/python", self.place.test(root).data["framework"]["version"])


if __name__ == "__main__":
    unittest.main()
