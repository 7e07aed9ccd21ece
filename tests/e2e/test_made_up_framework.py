"""docs/adding-a-framework.md, followed with a language that is made up here: squeak.

A squeak file is a list of functions; those called squeak_… are tests. Its interpreter is Python's, because that is what
every machine here has, and its reporter the least that the document asks for.
"""
import json
import pathlib
import re
import unittest

import harness
from harness import REPOSITORY

DOCUMENT = REPOSITORY / "docs/adding-a-framework.md"

TOML = """
name = "squeak"
title = "Squeak"
format = "proctor-events"
recognise = ["*.squeak"]

[tool]
name = "python3"
version = ["--version"]
hint = "install python3"
needs = [["python3", "-c", "import socket"]]

[source]
grammar = "python"
files = ["*_test.squeak"]
code = "body"
separator = "/"

[run]
command = ["python3", "-B", "{folder}/reporter.py", "{root}"]

[options]
match_path = ["--path={}"]

[exercise]
track = "squeak"
version = 3
tests = ["{snake}_test.squeak"]
command = ["python3", "-B", "{folder}/reporter.py", "{root}", "{tests}"]
output = ["out", "err"]
names = [["^.*/squeak_", ""], ["_", " "]]

[warm]
command = ["sh", "-c", "cp '{folder}/reporter.py' '{prepared}/'"]
"""

QUERY = """
; def squeak_adds():  and the same behind a decorator
((function_definition name: (identifier) @test.name body: (block) @test.body) @test
  (#match? @test.name "^squeak_"))
; # task 3
((function_definition (comment) @task @hide) @test
  (#match? @task "^# task"))
"""

SKIPS = """
; @later
((decorator (identifier) @_name) @skip (#eq? @_name "later"))
"""

REPORTER = r'''
import fnmatch, glob, os, sys
from client import Client

client = Client.from_environment(["skip", "stop"])

def flush():
    for stream in (sys.stdout, sys.stderr):
        stream.flush()

root, *files = sys.argv[1:]
pattern = "*_test.squeak"
if files and files[0].startswith("--path="):
    pattern, files = files[0][7:], []
os.chdir(root)
files = files or sorted(fnmatch.filter(glob.glob("*.squeak"), pattern))
failed = 0
answer = "run"
for file in files:
    later = set()
    known = {"later": lambda test: later.add(test.__name__) or test}
    try:
        for part in [*sorted(set(glob.glob("*.squeak")) - set(glob.glob("*_test.squeak"))), file]:
            exec(compile(open(part).read(), part, "exec"), known)
    except Exception as error:
        client.tell("error", message=f"{part}: {type(error).__name__}: {error}")
        continue
    tests = {name: f"{file}/{name}" for name in known if name.startswith("squeak_")}
    client.tell("plan", tests=[{"id": test, "file": file} for test in tests.values()])
    for name, test in tests.items():
        flush()
        answer = answer if answer == "stop" else client.ask(test, file=file)
        if answer != "run":
            continue
        status, message = "pass", ""
        try:
            if name in later:
                status = "skip"
            else:
                known[name]()
        except AssertionError as error:
            status, message = "fail", str(error) or "it isn't so"
        except Exception as error:
            status, message = "error", f"{type(error).__name__}: {error}"
        failed += status in ("fail", "error")
        flush()
        client.tell("finish", id=test, status=status, message=message)
client.tell("end")
sys.exit(1 if failed else 0)
'''
CLIENT = (REPOSITORY / "frameworks/kit/client.py").read_text()

SOLUTION = "def two():\n    return 2\n"
TESTS = """\
def squeak_is_two():
    # task 1
    assert two() == 2, "two isn't 2"

@later
def squeak_is_even():
    # task 2
    print("hello")
    assert two() % 2 == 0
"""


def write(folder, files):
    for path, text in files.items():
        file = pathlib.Path(folder) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return pathlib.Path(folder)


class MadeUpFramework(harness.TestCase):
    def setUp(self):
        super().setUp()
        self.frameworks = write(self.place.top / "frameworks", {
            "squeak/framework.toml": TOML, "squeak/tests.scm": QUERY, "squeak/skips.scm": SKIPS, "squeak/reporter.py": REPORTER, "squeak/client.py": CLIENT})

    def with_framework(self, *args, **more):
        return self.place.run(*args, "--frameworks", self.frameworks, **more)

    def project(self, solution=SOLUTION, tests=TESTS):
        return self.place.project({"two.squeak": solution, "two_test.squeak": tests}, toml=None)

    def exercise(self, solution=SOLUTION, tests=TESTS, slug="two", more=(), files=None):
        """results.json of a submission."""
        given = write(self.place.top / "in", {"two.squeak": solution, f"{slug}_test.squeak": tests, **(files or {})})
        before = {path: path.read_bytes() for path in given.rglob("*") if path.is_file()}
        run = self.with_framework("exercism", slug, given, self.place.top / "out", *more)
        self.assertEqual(run.code, 0, run)
        self.assertEqual({path: path.read_bytes() for path in given.rglob("*") if path.is_file()}, before)
        return json.loads((self.place.top / "out/results.json").read_text())

    # --- proctor frameworks, proctor warm

    def test_it_is_listed_with_what_can_be_used(self):
        listed = {one["name"]: one for one in json.loads(self.with_framework("frameworks", "--json").out)["frameworks"]}
        self.assertTrue(listed["squeak"]["usable"], listed["squeak"])
        self.assertEqual(listed["squeak"]["track"], "squeak")
        self.assertIn("Python 3", listed["squeak"]["version"])
        self.assertIn("pytest", listed)

    def test_what_it_needs_and_is_not_there_is_said(self):
        write(self.frameworks, {"squeak/framework.toml": TOML.replace("import socket", "import no_such_module")})
        listed = json.loads(self.with_framework("frameworks", "--json").out)["frameworks"]
        squeak = next(one for one in listed if one["name"] == "squeak")
        self.assertFalse(squeak["usable"])
        self.assertIn("install python3", squeak["missing"])

    def test_it_is_prepared(self):
        prepared = self.place.top / "prepared"
        run = self.with_framework("warm", "squeak", env={"PROCTOR_PREPARED": prepared})
        self.assertEqual(run.code, 0, run)
        self.assertTrue((prepared / "squeak/reporter.py").exists())

    def test_a_mistake_in_its_description_is_named(self):
        for wrong, what in (("name = \n", "framework.toml:1"), ("title = 'x'\n", "name is missing"),
                            (TOML.replace("version = 3", "version = '3'"),
                             "framework.toml:27: exercise.version: expected an integer from 1 to 3, got a string"),
                            (TOML.replace("code =", "cod ="), "framework.toml:16: unknown key source.cod;")):
            write(self.frameworks, {"squeak/framework.toml": wrong})
            run = self.with_framework("test", self.project())
            self.assertEqual(run.code, 2, run)
            self.assertIn(what, run.out + run.err)

    def test_a_mistake_in_its_query_is_named_with_its_line(self):
        write(self.frameworks, {"squeak/tests.scm": "\n(no_such_node) @test\n"})
        given = write(self.place.top / "in", {"two.squeak": SOLUTION, "two_test.squeak": TESTS})
        run = self.with_framework("exercism", "two", given, self.place.top / "out")
        self.assertNotEqual(run.code, 0, run)
        self.assertRegex(run.err, r"(?i)line 2|:2:")

    # --- proctor test

    def test_a_project_passes(self):
        run = self.place.test(self.project(), "--frameworks", self.frameworks)
        self.assertEqual(run.code, 0, run)
        self.assertEqual((run.data["passed"], run.data["skipped"]), (1, 1))
        self.assertEqual(run.data["framework"]["name"], "squeak")

    def test_a_failure_is_told_and_can_be_run_again(self):
        both = TESTS.replace("@later\n", "")
        wrong = self.project("def two():\n    return 4\n", both)
        run = self.place.test(wrong, "--frameworks", self.frameworks)
        self.assertEqual(run.error["code"], "TEST_ASSERTION_FAILED", run)
        self.assertEqual((run.data["passed"], run.data["failed"]), (1, 1))
        self.assertIn("--frameworks", run.data["rerun"])
        again = self.place.test(wrong, "--frameworks", self.frameworks, "--rerun-failed")
        self.assertEqual((again.data["passed"], again.data["failed"]), (0, 1), again)
        right = self.place.test(self.project(tests=both), "--frameworks", self.frameworks, "--rerun-failed")
        self.assertEqual((right.code, right.data["passed"]), (0, 1), right)

    def test_filters_reach_the_reporter(self):
        project = self.project()
        run = self.place.test(project, "--frameworks", self.frameworks, "--filter", "is_two$")
        self.assertEqual(run.data["passed"], 1, run)
        run = self.place.test(project, "--frameworks", self.frameworks, "--match-path", "nothing*")
        self.assertEqual(run.error["code"], "TEST_NONE_RAN", run)

    def test_without_the_folder_it_is_not_known(self):
        run = self.place.test(self.project())
        self.assertEqual(run.error["code"], "TEST_NONE_RAN", run)

    def test_the_configuration_can_name_the_folder(self):
        config = self.place.top / "mine.toml"
        config.write_text(f'[frameworks]\npath = ["{self.frameworks}"]\n')
        run = self.place.test(self.project(), "--config", config)
        self.assertEqual(run.code, 0, run)

    # --- proctor exercism

    def test_a_submission_that_is_right_passes(self):
        results = self.exercise()
        self.assertEqual(results["status"], "pass", results)
        self.assertEqual(results["version"], 3)
        first, second = results["tests"]
        self.assertEqual((first["name"], first["status"], first["task_id"]), ("is two", "pass", 1))
        self.assertEqual((second["name"], second["status"], second["task_id"]), ("is even", "pass", 2))
        self.assertEqual(first["test_code"], 'assert two() == 2, "two isn\'t 2"')
        self.assertEqual(second["output"], "hello\n")

    def test_what_is_skipped_is_run(self):
        results = self.exercise("def two():\n    return 3\n")
        self.assertEqual([test["status"] for test in results["tests"]], ["fail", "fail"])
        self.assertEqual(results["tests"][0]["message"], "two isn't 2")

    def test_a_file_that_cannot_be_read_is_the_whole_message(self):
        results = self.exercise("def two(:\n")
        self.assertEqual(results["status"], "error")
        self.assertIn("two.squeak: SyntaxError", results["message"])
        self.assertFalse(results.get("tests"))

    def test_a_test_that_hangs_does_not_cost_the_others(self):
        results = self.exercise("def two():\n    while n[0] == 0: pass\n    return 2\nn = [0]\n",
                                "def squeak_a():\n    two()\n\ndef squeak_b():\n    n[0] = 1\n    two()\n",
                                more=("--timeout", "8s"))
        self.assertEqual([(test["name"], test["status"]) for test in results["tests"]], [("a", "fail"), ("b", "pass")])
        self.assertIn("didn't finish within", results["tests"][0]["message"])

    def test_an_early_end_and_fake_results_are_no_pass(self):
        finish = '{\\"event\\":\\"finish\\",\\"id\\":\\"two_test.squeak/squeak_is_two\\",\\"status\\":\\"pass\\"}'
        for solution in ("import os\ndef two():\n    os._exit(0)\n",
                         "import os\ndef two():\n    os.kill(os.getpid(), 11)\n",
                         f'def two():\n    print("\\n{finish}\\n", flush=True)\n    return 3\n',
                         "import os\ndef two():\n    os.closerange(1, 300)\n    os._exit(0)\n",
                         "import sys\ndef two():\n    sys.exit(0)\n"):
            results = self.exercise(solution)
            self.assertNotEqual(results["status"], "pass", solution)
            self.assertNotIn("pass", [test["status"] for test in results["tests"]], solution)
            for test in results["tests"]:
                self.assertTrue(test["message"], solution)

    def test_the_test_file_stays_as_it_is_whatever_the_solution_does(self):
        solution = """\
import os
def attempts():
    file, held = "two_test.squeak", 0
    for attempt in (lambda: open(file, "w"), lambda: os.remove(file), lambda: os.rename(file, "away"),
                    lambda: os.chmod(file, 0o777), lambda: os.replace("two.squeak", file)):
        try:
            attempt()
        except OSError:
            held += 1
    return held
LOADING = attempts()
"""
        tests = """\
def squeak_a():
    assert (LOADING, attempts()) == (5, 5)

def squeak_b():
    open("left", "w")
    os.kill(os.getpid(), 9)

def squeak_c():
    assert not os.path.exists("left")
    assert (LOADING, attempts()) == (5, 5)
"""
        results = self.exercise(solution, tests)
        self.assertEqual([(test["name"], test["status"]) for test in results["tests"]],
                         [("a", "pass"), ("b", "fail"), ("c", "pass")], results)

    def test_the_metadata_are_stronger_than_the_source(self):
        results = self.exercise(files={".meta/tests-metadata.json": json.dumps({"tests": [
            {"id": "squeak_is_two", "name": "Two is two", "task_id": 7, "test_code": "two == 2"}]})})
        self.assertEqual((results["tests"][0]["name"], results["tests"][0]["task_id"],
                          results["tests"][0]["test_code"]), ("Two is two", 7, "two == 2"))

    # --- the document itself

    def test_the_example_of_the_document_is_a_description_that_can_be_read(self):
        example = re.search(r"```toml\n(.*?)```", DOCUMENT.read_text(), re.S).group(1)
        example = example.replace("[...]", '["true"]')
        write(self.frameworks, {"example/framework.toml": example.replace('name = "pytest"', 'name = "example"', 1)})
        listed = self.with_framework("frameworks", "--json")
        self.assertIn("example", [one["name"] for one in json.loads(listed.out)["frameworks"]], listed)

    def test_the_document_names_every_key(self):
        document = DOCUMENT.read_text()
        reader, options = ((REPOSITORY / "src/framework" / name).read_text()
                           for name in ("definition_reader.cpp", "definition.cpp"))
        first_words = re.compile(r'\{"(\w+)",')
        forms = [*((key, rf'(?m)^\[{key}\]|\b{key} =|"{key}"') for key in first_words.findall(reader)),
                 *((key, rf"\b{key}\b") for key in first_words.findall(options))]
        self.assertGreater(len(forms), 50)
        for key, form in forms:
            if not re.search(form, document):
                self.fail(f"{key} isn't in {DOCUMENT}")

    def test_the_document_names_every_capture(self):
        document = DOCUMENT.read_text()
        captures = set(re.findall(r'"((?:test|group|task|skip|hide|table|loop)(?:\.[\w.]+)?)"',
                                  (REPOSITORY / "src/source/query.cpp").read_text()))
        self.assertGreater(len(captures), 10)
        for capture in sorted(captures):
            self.assertTrue(f"@{capture}" in document, f"@{capture} isn't in {DOCUMENT}")


if __name__ == "__main__":
    harness.main()
