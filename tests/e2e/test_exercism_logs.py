"""A submission leaves nothing in the state directory: what a site has of it is results.json, and the logs of a thousand
would push out those of the user's own runs."""
import json
import pathlib
import shutil

import harness
from exercism_cases import cases

CASES = cases.unpacked("python")


class Logs(harness.TestCase):
    def test_a_submission_leaves_nothing_in_the_state_directory(self):
        state = self.place.top / "state"
        self.place.more_env["XDG_STATE_HOME"] = state

        def kept():
            return sorted(str(path.relative_to(state)) for path in state.rglob("*") if path.is_file())

        project = self.place.project({"pytest.ini": "[pytest]\n", "test_a.py": "def test_a():\n    print('told')\n"},
                                     toml=None)
        self.assertEqual(self.place.test(project).code, 0)
        before = kept()
        self.assertTrue([path for path in before if path.endswith(".log")], before)  # where logs are, this is seen
        for case in ("all-pass", "some-fail"):
            run = self.place.run("exercism", case, CASES / case, self.place.top / "out", "--track", "python")
            self.assertEqual(run.code, 0, run)
        lines = json.dumps({"slug": "some-fail", "input": str(CASES / "some-fail"), "output": "out"})
        self.assertEqual(self.place.run("exercism", "--batch", "-", stdin=lines + "\n").code, 0)
        self.assertEqual(self.place.run("golden", CASES / "some-fail").code, 0)
        self.assertEqual(kept(), before)
        shutil.rmtree(state)
        self.assertEqual(self.place.run("exercism", "all-pass", CASES / "all-pass", "out", "--track", "python").code, 0)
        self.assertEqual(kept(), [])
        self.assertFalse(pathlib.Path(self.place.home, ".local/state").exists())


if __name__ == "__main__":
    harness.main()
