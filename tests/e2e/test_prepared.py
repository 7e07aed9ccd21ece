"""What `proctor warm` prepared is used by the proctor and the framework's folder that prepared it, and by no other."""
import json
import shutil

import harness
from exercism_cases import cases
from harness import REPOSITORY

CASES = cases.unpacked("python")
SABOTAGE = "import os\nos.write(2, b'what was prepared runs')\nos._exit(3)\n"


class Prepared(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.prepared = self.place.top / "prepared"
        self.place.more_env["PROCTOR_PREPARED"] = self.prepared
        self.frameworks = self.place.top / "frameworks"
        shutil.copytree(REPOSITORY / "frameworks/pytest", self.frameworks / "pytest",
                        ignore=shutil.ignore_patterns("__pycache__"))

    def warm(self, *more):
        run = self.place.run("warm", "pytest", *more)
        self.assertEqual(run.code, 0, run)
        return run

    def make_stale(self):
        """As an older proctor left it, which had other files."""
        mark = self.prepared / "pytest/.prepared"
        self.assertRegex(mark.read_text(), r"^[0-9a-f]{16}\n$")
        mark.write_text("prepared\n")

    def sabotage(self):
        """Nobody can use what is prepared without it being seen."""
        shutil.rmtree(self.prepared / "pytest/proctor_pytest/__pycache__")
        (self.prepared / "pytest/proctor_pytest/session.py").write_text(SABOTAGE)

    def exercise(self, *more):
        """The run, and its results.json if it was written."""
        out = self.place.top / "out"
        shutil.rmtree(out, ignore_errors=True)
        run = self.place.run("exercism", "all-pass", CASES / "all-pass", out, "--track", "python", *more)
        file = out / "results.json"
        return run, json.loads(file.read_text()) if file.exists() else {}

    def listed(self, *more):
        run = self.place.run("frameworks", "--json", *more)
        return next(one for one in json.loads(run.out)["frameworks"] if one["name"] == "pytest")

    def assert_unprepared(self, *more, what="proctor warm pytest"):
        """A run is right without what is prepared, and says so; so does the list of frameworks."""
        run, results = self.exercise(*more)
        self.assertEqual((run.code, results.get("status")), (0, "pass"), run)
        self.assertIn("was prepared by another proctor, or by another folder of pytest, and isn't used", run.err)
        self.assertIn(what, run.err)
        one = self.listed(*more)
        self.assertFalse(one["prepared"], one)
        self.assertIn(what, one["stale"])

    def assert_prepared(self, *more):
        run, results = self.exercise(*more)
        self.assertEqual((run.code, results.get("status")), (0, "pass"), run)
        self.assertNotIn("prepared", run.err)
        one = self.listed(*more)
        self.assertTrue(one["prepared"], one)
        self.assertIsNone(one["stale"], one)

    def test_what_this_proctor_prepared_is_used(self):
        self.warm()
        self.assert_prepared()
        self.sabotage()
        run, results = self.exercise()
        self.assertNotEqual(results.get("status"), "pass", run)
        self.assertIn("what was prepared runs", json.dumps(results) + run.err)

    def test_whoever_runs_it_can_read_what_was_prepared(self):
        self.warm()
        self.assertEqual([file for file in self.prepared.rglob("*") if not file.stat().st_mode & 0o004], [])

    def test_what_another_one_prepared_is_not_used_until_it_is_prepared_anew(self):
        self.warm()
        self.make_stale()
        self.sabotage()
        self.assert_unprepared()
        self.warm()
        self.assert_prepared()

    def test_a_changed_folder_works_unprepared(self):
        self.warm()
        self.assert_prepared("--frameworks", self.frameworks)  # the same files
        with (self.frameworks / "pytest/reporter.py").open("a") as file:
            file.write("# changed\n")
        self.sabotage()
        option = ("--frameworks", self.frameworks)
        self.assert_unprepared(*option, what=f"proctor warm pytest --frameworks {self.frameworks}")
        self.warm(*option)
        self.assert_prepared(*option)
        self.assert_unprepared()

    def test_a_project_is_told_in_its_report(self):
        project = self.place.project({"pytest.ini": "[pytest]\n", "test_a.py": "def test_a():\n    pass\n"}, toml=None)
        self.warm()
        run = self.place.test(project)
        self.assertEqual((run.code, run.data["warnings"]), (0, []), run)
        self.make_stale()
        run = self.place.test(project)
        self.assertEqual((run.code, len(run.data["warnings"])), (0, 1), run)
        self.assertIn("proctor warm pytest", run.data["warnings"][0])

    def test_a_batch_is_told_once(self):
        self.warm()
        self.make_stale()
        lines = [json.dumps({"slug": "all-pass", "input": str(CASES / "all-pass"), "output": f"out/{number}",
                             "track": "python"}) for number in range(3)]
        (self.place.top / "list").write_text("\n".join(lines) + "\n")
        run = self.place.run("exercism", "--batch", "list")
        self.assertEqual((run.code, len(run.out.splitlines())), (0, 3), run)
        self.assertEqual(run.err.count("proctor warm pytest"), 1, run)
        run = self.place.run("golden", "--track", "python", CASES / "all-pass", CASES / "some-fail")
        self.assertEqual((run.code, run.err.count("proctor warm pytest")), (0, 1), run)

    def test_where_the_tool_itself_is_what_was_prepared_the_error_says_so(self):
        jest = self.prepared / "jest"
        jest.mkdir(parents=True)
        (jest / ".prepared").write_text("prepared\n")
        run = self.place.run("exercism", "all-pass", cases.unpacked("javascript") / "all-pass",
                             self.place.top / "out", "--track", "javascript")
        self.assertEqual(run.code, 3, run)
        self.assertIn("TOOL_NOT_FOUND", run.err)
        self.assertIn("proctor warm jest", run.err)
        self.assertFalse((self.place.top / "out/results.json").exists())

    # --- held as tests are

    def test_a_sandbox_is_enough_to_prepare_and_what_comes_of_it_is_used(self):
        run = self.warm("--isolation", "sandbox")
        self.assertIn('isolation level "sandbox"', run.err)
        self.assert_prepared()
        self.assertIn('isolation level "process"', self.warm().err)

    def test_a_limit_holds_it(self):
        run = self.place.run("warm", "pytest", "--isolation", "sandbox", "--open-files", "4")
        self.assertEqual(run.code, 1, run)
        self.assertIn("Too many open files", run.err)
        self.assertFalse((self.prepared / "pytest").exists(), run)
        run = self.place.run("warm", "pytest", "--isolation", "cellar")
        self.assertEqual(run.code, 2, run)
        self.assertIn("--isolation must be sandbox, process or none", run.out + run.err)


if __name__ == "__main__":
    harness.main()
