"""Names as proctor prints them can be given back to it: by --only and by --filter, with every framework."""
import json
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

import harness

PYTEST = """\
import pytest


@pytest.mark.parametrize("x", ["a b", "a::b", "[x]", "t\\tb"])
def test_row(x):
    assert x == "no"


class TestB:
    def test_in(self):
        assert 0
"""
BATS = '@test "adds (1+1) [x]" { false; }\n@test "tab\there" { false; }\n@test "b::c" { false; }\n'
GO = """\
package x

import "testing"

func TestA(t *testing.T) {
	t.Run("sub one", func(t *testing.T) { t.Fatal("no") })
	t.Run("p(1)", func(t *testing.T) { t.Fatal("no") })
}

func TestB(t *testing.T) { t.Fatal("no") }
"""
NODE = """\
const {test, describe, it} = require('node:test');
describe('grp (x)', () => { it('adds [1]', () => { throw new Error('no'); }); });
test('nul \\0 y', () => { throw new Error('no'); });
"""
PROJECTS = {
    "pytest": {"pytest.ini": "[pytest]\n", "test_a.py": PYTEST},
    "bats": {"a.bats": BATS},
    "go": {"go.mod": "module example.com/x\n\ngo 1.19\n", "sub/a_test.go": GO},
    "node": {"package.json": '{"scripts": {"test": "node --test"}}\n', "a.test.js": NODE},
}


class Names(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="proctor-e2e-")
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(os.path.realpath(folder.name))
        self.env = {**os.environ, "XDG_STATE_HOME": str(self.place / "state"),
                    "PATH": f"{pathlib.Path(harness.PROCTOR).parent}:{os.environ['PATH']}"}

    def project(self, name):
        root = self.place / name
        for path, text in PROJECTS[name].items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return root

    def run_in(self, root, *words):
        return subprocess.run([harness.PROCTOR, "test", *words], cwd=root, env=self.env, text=True, timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)

    def failed(self, ended):
        """The names of the tests that failed, as --json has them."""
        data = json.loads(ended.stdout).get("data", {})
        return sorted((suite.get("name", ""), case["name"]) for suite in data.get("suites", [])
                      for case in suite["cases"] if case["status"] == "fail")

    def check_names(self, framework, least):
        root = self.project(framework)
        shown = self.run_in(root, "--color", "never").stdout
        whole = self.run_in(root, "--json")
        tests = self.failed(whole)
        self.assertGreaterEqual(len(tests), least, whole.stdout)
        titles = [line[2:].split("  ")[0] for line in shown.splitlines() if line.startswith("✗ ") and " › " in line]
        self.assertEqual(len(titles), len(tests), shown)
        for option in ("--only", "--filter"):
            for title in titles[:3] if option == "--only" else titles[-1:]:
                ended = self.run_in(root, option, title, "--json")
                self.assertEqual(len(self.failed(ended)), 1, f"{option} {title!r}: {ended.stdout}")
        for _, name in tests[-1:]:
            for option in ("--only", "--filter"):
                ended = self.run_in(root, option, name.replace("\0", "\\x00"), "--json")
                self.assertIn(name, [one for _, one in self.failed(ended)], f"{option} {name!r}: {ended.stdout}")
        rerun = json.loads(whole.stdout)["data"]["rerun"]
        self.assertTrue(rerun.isprintable(), repr(rerun))
        again = subprocess.run(["bash", "-c", rerun + " --json"], cwd=root, env=self.env, text=True, timeout=120,
                               capture_output=True, check=False)
        self.assertEqual(self.failed(again), tests, rerun)
        self.assertEqual(shlex.split(rerun)[:2], ["proctor", "test"])
        return root

    def test_of_pytest(self):
        root = self.check_names("pytest", 5)
        ended = self.run_in(root, "--only", "test_rwo")
        self.assertIn("Did you mean test_a.py::test_row", ended.stdout)

    def test_of_bats(self):
        root = self.check_names("bats", 3)
        ended = self.run_in(root, "--filter", "b::x")
        self.assertIn("Did you mean a.bats::b::c", ended.stdout)

    def test_of_go(self):
        root = self.check_names("go", 3)
        ended = self.run_in(root, "--only", "TestX")
        self.assertIn("Did you mean", ended.stdout)

    def test_of_node(self):
        self.check_names("node", 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
