"""State and configuration of another version: an older one is taken over, a newer one refused in words, and kept."""
import json
import unittest

import harness

PROJECTS = {
    "pytest": {"pytest.ini": "[pytest]\n", "test_a.py": "def test_good():\n    pass\n\n\ndef test_bad():\n    assert 1 == 2\n"},
    "bats": {"a.bats": '@test "good" { true; }\n@test "bad" { false; }\n'},
    "node": {"package.json": '{"scripts": {"test": "node --test"}}',
             "a.test.js": "const test = require('node:test');\ntest('good', () => {});\ntest('bad', () => { throw new Error('x'); });\n"},
}


class KeptVersions(unittest.TestCase):
    def setUp(self):
        self.place = harness.Place()
        self.addCleanup(self.place.close)
        self.state = self.place.home / ".local/state/proctor"

    def project(self, name):
        root = self.place.top / name
        root.mkdir()
        for file, text in PROJECTS[name].items():
            (root / file).write_text(text)
        return root

    def memory(self):
        files = list(self.state.glob("failed/*.json"))
        self.assertEqual(len(files), 1, files)
        return files[0]

    def test_what_failed_last(self):
        for name in PROJECTS:
            with self.subTest(name):
                root = self.project(name)
                self.assertEqual(self.place.test(root).data["failed"], 1)
                kept = json.loads(self.memory().read_text())
                # Version 1 was the list alone.
                self.memory().write_text(json.dumps(kept["tests"]))
                run = self.place.test(root, "--rerun-failed")
                self.assertEqual((run.data["failed"], run.data["passed"]), (1, 0), run)
                self.assertEqual(json.loads(self.memory().read_text()), kept)
                newer = json.dumps({**kept, "version": 99})
                self.memory().write_text(newer)
                run = self.place.test(root)
                self.assertEqual((run.data["failed"], run.data["passed"]), (1, 1), run)
                self.assertTrue(any(f"{self.memory()} has version 99" in warning for warning in run.data["warnings"]), run)
                run = self.place.test(root, "--rerun-failed")
                self.assertEqual((run.data["failed"], run.data["passed"]), (1, 1), run)
                self.assertEqual(self.memory().read_text(), newer)
                self.memory().unlink()

    def test_the_configuration(self):
        root = self.project("pytest")
        (root / "proctor.toml").write_text("version = 1\n[limits]\ntimeout = '60s'\n")
        self.assertEqual(self.place.test(root).data["failed"], 1)
        (root / "proctor.toml").write_text("[limits]\nof_the_future = 1\n[more]\n")
        self.assertIn("unknown key", self.place.test(root).error["message"])
        user = self.place.home / ".config/proctor/proctor.toml"
        user.parent.mkdir(parents=True)
        for file in (root / "proctor.toml", user):
            file.write_text("version = 99\n[limits]\nof_the_future = 1\n")
            run = self.place.test(root)
            self.assertEqual((run.error["code"], run.code), ("INVALID_REQUEST", 2), run)
            self.assertIn(f"{file}:1: the file has version 99", run.error["message"])
            self.assertIn("update proctor", run.error["message"])
            file.unlink()

    def test_approvals(self):
        root = self.project("bats")
        words = ("call", "Test", "--root", str(root), "--json", "--args", '{"command": "echo ran"}')
        self.assertIn("APPROVAL_REQUIRED", self.place.run(*words).out)
        file = self.state / "approvals/approvals.json"
        kept = json.loads(file.read_text())
        self.assertEqual(kept.pop("version"), 2)
        file.write_text(json.dumps(kept))
        self.assertEqual(self.place.run("approvals", "allow", kept["pending"][0]["id"]).code, 0)
        self.assertIn("ran", self.place.run(*words).out)
        newer = json.dumps({**json.loads(file.read_text()), "version": 99})
        file.write_text(newer)
        run = self.place.run(*words)
        self.assertIn("APPROVAL_DENIED", run.out)
        self.assertIn(f"{file} has version 99", run.out)
        self.assertEqual(file.read_text(), newer)


if __name__ == "__main__":
    harness.main()
