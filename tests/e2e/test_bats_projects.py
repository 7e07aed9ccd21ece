"""Projects with bats: which files are found, what is offered to be run again, what ends a run."""
import shlex
import subprocess
import unittest

from harness import Place
from of_a_framework import failures, statuses

PASSES = "@test \"{0}\" {{ true; }}\n"
FAILS = "@test \"{0}\" {{\n  false\n}}\n"


class BatsProjects(unittest.TestCase):
    def setUp(self):
        self.place = Place()
        self.addCleanup(self.place.close)

    def project(self, files):
        return self.place.project(files, toml=None)

    def rerun(self, run):
        words = shlex.split(run.data["rerun"])
        self.assertEqual(words[:2], ["proctor", "test"], run)
        return self.place.test(*words[2:])

    def not_run(self, run):
        return [test["name"] for test in run.data["not_run"]]

    def test_files_are_found_wherever_they_stand(self):
        root = self.project({"a.bats": PASSES.format("top"), "test/bats/b.bats": PASSES.format("below bats"),
                             "x/y z/c.bats": FAILS.format("deep")})
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"top": "pass", "below bats": "pass", "deep": "fail"}, run)
        self.assertEqual(run.data.get("warnings", []), [], run)
        self.assertEqual(statuses(self.rerun(run)), {"deep": "fail"})

    def test_a_file_is_that_file_whatever_its_name_may_mean_as_a_pattern(self):
        root = self.project({"[a]*.bats": PASSES.format("named"), "ab.bats": FAILS.format("other")})
        self.assertEqual(statuses(self.place.test(root / "[a]*.bats")), {"named": "pass"})

    def test_what_others_have_made_is_left_out(self):
        fails = FAILS.format("theirs")
        root = self.project({
            "a.bats": PASSES.format("ours"), "node_modules/bats/test/a.bats": fails, ".cache/a.bats": fails,
            "deps/bats-core/libexec/bats-core/bats": "", "deps/bats-core/test/a.bats": fails,
            "test/old/libexec/bats-exec-test": "", "test/old/test/a.bats": fails,
            "test/bats-assert/load.bash": "", "test/bats-assert/test/a.bats": fails,
            "sub/module/.git": "gitdir: ../../.git/modules/module\n", "sub/module/t/a.bats": fails})
        run = self.place.test(root)
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"ours": "pass"}, run)
        # The root may be a copy of bats itself.
        (root / "libexec/bats-core").mkdir(parents=True)
        (root / ".git").write_text("gitdir: elsewhere\n")
        self.assertEqual(statuses(self.place.test(root)), {"ours": "pass"}, run)

    def test_fixtures_are_not_left_out_without_a_word(self):
        root = self.project({"test/a.bats": PASSES.format("ours"), "test/fixtures/b.bats": FAILS.format("fixture"),
                             "test/test_helper/more/c.bats": FAILS.format("helper")})
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"ours": "pass"}, run)
        [warning] = run.data["warnings"]
        self.assertIn("2 files weren't run: test/fixtures/b.bats, test/test_helper/more/c.bats.", warning)
        # As it says.
        words = warning.rpartition("--match-path ")[1:]
        run = self.place.test(root, words[0].strip(), words[1])
        self.assertEqual(statuses(run), {"fixture": "fail"}, run)
        self.assertEqual(statuses(self.rerun(run)), {"fixture": "fail"})
        run = self.place.test(root, "--match-path", "test/test_helper")
        self.assertEqual(statuses(run), {"helper": "fail"}, run)

    def test_a_link_in_the_place_of_the_tests_is_followed(self):
        root = self.project({"setup.bats": PASSES.format("top")})
        (self.place.top / "elsewhere").mkdir()
        (self.place.top / "elsewhere/a.bats").write_text(PASSES.format("linked"))
        (root / "test").symlink_to("../elsewhere")
        self.assertEqual(statuses(self.place.test(root)), {"top": "pass", "linked": "pass"})

    def test_a_teardown_that_failed_can_be_run_again(self):
        root = self.project({"test/a.bats": "teardown_file() {\n  false\n}\n" + PASSES.format("a"),
                             "test/b.bats": PASSES.format("b")})
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"a": "pass", "b": "pass", "[teardown_file]": "error"}, run)
        for again in (self.rerun(run), self.place.test(root, "--rerun-failed")):
            self.assertEqual(statuses(again), {"a": "pass", "[teardown_file]": "error"}, again)
        (root / "test/a.bats").write_text(PASSES.format("a"))
        again = self.place.test(root, "--rerun-failed")
        self.assertEqual((statuses(again), again.envelope["ok"]), ({"a": "pass"}, True), again)

    def test_a_teardown_of_the_suite_that_failed_can_be_run_again(self):
        root = self.project({"setup_suite.bash": "setup_suite() { :; }\nteardown_suite() {\n  false\n}\n",
                             "a.bats": PASSES.format("a")})
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"a": "pass", "[teardown_suite]": "error"}, run)
        for again in (self.rerun(run), self.place.test(root, "--rerun-failed")):
            self.assertEqual(statuses(again), {"a": "pass", "[teardown_suite]": "error"}, again)

    def test_a_file_that_cannot_be_parsed_is_an_error_of_the_sources(self):
        root = self.project({"a.bats": PASSES.format("a"), "b.bats": PASSES.format("b") + "if true; then\n"})
        run = self.place.test(root)
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertIn("b.bats: line", run.error["message"], run)
        self.assertEqual((statuses(run), self.not_run(run)), ({"a": "pass", "[not loaded]": "error"}, ["b"]), run)
        self.assertIn("b.bats: line", run.data["diagnostics"][0]["message"], run)
        # The words of `load` don't say in which file they were.
        (root / "b.bats").write_text("load nowhere\n" + PASSES.format("b"))
        run = self.place.test(root)
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertIn("b.bats", run.error["message"], run)
        # A preparation that fails is none.
        (root / "b.bats").write_text("setup_file() {\n  false\n}\n" + PASSES.format("b"))
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"a": "pass", "b": "error"}, run)
        self.assertNotEqual(run.error["code"], "TEST_COMPILE_FAILED", run)

    def test_fail_fast_ends_the_run_and_not_only_the_file(self):
        root = self.project({"a.bats": FAILS.format("a1") + PASSES.format("a2"), "b.bats": FAILS.format("b"),
                             "setup_suite.bash": f"setup_suite() {{ :; }}\nteardown_suite() {{ : >'{self.place.top}/torn'; }}\n"})
        run = self.place.test(root, "--fail-fast")
        self.assertEqual(statuses(run), {"a1": "fail"}, run)
        self.assertEqual(self.not_run(run), ["a2", "b"], run)
        self.assertTrue((self.place.top / "torn").exists(), run)

    def test_exit_0_in_a_test_is_a_failure(self):
        root = self.project({"a.bats": "leave() { exit 0; }\n@test \"a\" {\n  leave\n  false\n}\n" + PASSES.format("b")})
        run = self.place.test(root)
        self.assertEqual(statuses(run), {"a": "fail", "b": "pass"}, run)
        self.assertIn("in test file a.bats, line 3", failures(run)[0]["reason"], run)

    def test_the_shell_of_a_test_is_as_bats_has_it(self):
        shows = "{ compgen -A function; compgen -a; compgen -e; echo $PATH; trap; } | sed s/bats-run-[^/]*//g"
        root = self.project({"a.bats": f"@test 'a' {{\n  {{ {shows}; }} >\"$SHOWN\"\n}}\n"})
        shown = {}
        for name in ("bats", "proctor"):
            shown[name] = self.place.top / name
            env = {"SHOWN": str(shown[name])}
            if name == "bats":
                subprocess.run(["bats", "a.bats"], cwd=root, env=self.place.env(**env), check=True, stdout=subprocess.DEVNULL)
            else:
                self.assertTrue(self.place.test(root, env=env).envelope["ok"])
        lines = {name: set(file.read_text().splitlines()) for name, file in shown.items()}
        self.assertEqual(lines["proctor"] ^ lines["bats"], set())


if __name__ == "__main__":
    unittest.main()
