"""Projects in Go: packages that can't be built, what is offered to be run again, what ends a run, which Go is used."""
import os
import pathlib
import re
import shlex
import shutil
import unittest

from harness import REPOSITORY, Place
from of_a_framework import failures, statuses

HEAD = "package p\n\nimport \"testing\"\n\n"
BROKEN = HEAD + "func TestBroken(t *testing.T) { undefinedFunction() }\n"


class GoProjects(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # One home for all: go keeps what it has compiled there.
        cls.place = Place()
        cls.addClassCleanup(cls.place.close)

    def project(self, files):
        module = {"go.mod": "module example.com/p\n\ngo 1.19\n"}
        return self.place.project({**module, **files}, self.id().rpartition(".")[2], toml=None)

    def not_run(self, run):
        return {(test["file"], test["name"]) for test in run.data["not_run"]}

    def test_without_test_files_nothing_ran(self):
        run = self.place.test(self.project({"p.go": "package p\n"}))
        self.assertEqual((run.error["code"], run.error["retry"]), ("TEST_NONE_RAN", False), run)
        self.assertIn("_test.go", run.error["message"], run)

    def test_what_go_leaves_out_is_told(self):
        tagged = "//go:build integration\n\n" + HEAD + "func TestB(t *testing.T) {}\n"
        root = self.project({"a/b_test.go": tagged})
        for name in ("p.go", "a/a.go"):  # without a package that is built, with others, and with its own
            run = self.place.test(root)
            self.assertEqual(run.error["code"], "TEST_NONE_RAN", run)
            self.assertIn("a/b_test.go (integration)", run.error["message"], run)
            (root / name).write_text("package p\n")
        self.assertEqual(statuses(self.place.test(root, env={"GOFLAGS": "-tags=integration"})), {"a.TestB": "pass"})

        passes = HEAD + "func TestA(t *testing.T) {}\n"
        for name, text in {"a_test.go": passes, "sub/go.mod": "module sub\n", "sub/b_test.go": BROKEN, "none/go.mod": "module none\n",
                           "testdata/go.mod": "module data\n", "testdata/c_test.go": BROKEN}.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text)
        run = self.place.test(root)
        self.assertEqual((run.envelope.get("error"), statuses(run)), (None, {"TestA": "pass"}), run)
        self.assertIn("go module of their own: sub. Run them by `proctor test sub`", str(run.data["warnings"]), run)
        self.assertEqual(self.place.test(root, "--only", "a_test.go::TestA").data["warnings"], [])

    def test_a_package_that_cannot_be_built_is_an_error_of_the_sources(self):
        root = self.project({"a/a_test.go": HEAD + "func TestA(t *testing.T) {}\n", "b/b_test.go": BROKEN})
        run = self.place.test(root)
        self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        self.assertIn("b/b_test.go:5:33: undefined", run.data["diagnostics"][0]["message"], run)
        self.assertEqual(statuses(run), {"a.TestA": "pass", "[build failed]": "error"}, run)
        # What is broken is run again with what is asked for by name; a path is a part of the project.
        for words in (("--only", "b/b_test.go::b.TestBroken"), ("--match-path", "b"), ("--match-path", "**/*_test.go"),
                      ("--only", "a/a_test.go::a.TestA")):
            run = self.place.test(root, *words)
            self.assertEqual(run.error["code"], "TEST_COMPILE_FAILED", run)
        run = self.place.test(root, "--match-path", "a")
        self.assertTrue(run.envelope["ok"], run)
        self.assertEqual(statuses(run), {"a.TestA": "pass"}, run)

    def test_a_file_is_that_file_whatever_its_name_may_mean_as_a_pattern(self):
        root = self.project({"x[a]_test.go": HEAD + "func TestX(t *testing.T) {}\n", "xa_test.go": HEAD + "func TestY(t *testing.T) {}\n"})
        self.assertEqual(statuses(self.place.test(root / "x[a]_test.go")), {"TestX": "pass"})

    def test_what_fails_can_be_run_again_and_is_shown_where_it_fails(self):
        root = self.project({
            "p_test.go": HEAD +
            "func FuzzA(f *testing.F) {\n\tf.Add(1)\n\tf.Add(2)\n\tf.Fuzz(func(t *testing.T, n int) {\n"
            "\t\tif n == 2 {\n\t\t\tt.Fatal(\"two\")\n\t\t}\n\t})\n}\n\n"                               # 10
            "func check(t *testing.T, n int) {\n\tt.Helper()\n\tif n > 1 {\n\t\tt.Error(\"more\")\n\t}\n}\n\n"
            "func TestHelped(t *testing.T) {\n\tt.Log(\"begins\")\n\tcheck(t, 1)\n\tcheck(t, 2)\n\tcheck(t, 3)\n}\n\n"  # 25
            "func TestParts(t *testing.T) {\n\tt.Run(\"one\", func(t *testing.T) {\n"
            "\t\tvar m map[int]int\n\t\tm[1] = 2\n\t})\n}\n",                                            # 33
            "in/ner/i_test.go": HEAD + "func TestInner(t *testing.T) {\n\tt.Run(\"x\", func(t *testing.T) {})\n\tt.Fatal(1)\n}\n"})
        run = self.place.test(root)
        self.assertEqual({case["name"]: (case["location"]["file"], case["location"]["line"]) for case in failures(run)}, {
            "seed#1": ("p_test.go", 10), "TestHelped": ("p_test.go", 25), "one": ("p_test.go", 32),
            "in/ner.TestInner": ("in/ner/i_test.go", 7)}, run)
        self.assertIn("in/ner.TestInner", [suite.get("name") for suite in run.data["suites"]], run)
        words = shlex.split(run.data["rerun"])
        for again in (self.place.test(*words[2:]), self.place.test(root, "--rerun-failed")):
            self.assertEqual({name for name, status in statuses(again).items() if status == "fail"},
                             {"seed#1", "TestHelped", "one", "in/ner.TestInner"}, again)
            self.assertEqual(again.data.get("warnings", []), [], again)

    def test_what_a_test_logs_around_its_parts_stands_with_the_part_that_fails(self):
        log = "func Test{0}(t *testing.T) {{\n\tt.Log(\"seed {0}\")\n\tt.Run(\"{1}a\", func(t *testing.T) {{}})\n\t{2}\n}}\n"
        wrong = "t.Run(\"{}b\", func(t *testing.T) {{ t.Error(\"wrong\") }})"
        run = self.place.test(self.project({"p_test.go": HEAD + log.format("Plain", "", wrong.format("")) +
                                            log.format("Slash", "x/", wrong.format("x/")) +
                                            log.format("Deep", "", "t.Run(\"c\", func(t *testing.T) { " + wrong.format("") + " })")}))
        seeds = {suite["name"]: re.findall("seed [A-Z][a-z]+", str(case.get("logs"))) for suite in run.data["suites"]
                 for case in suite["cases"] if case["status"] == "fail"}
        self.assertEqual(seeds, {"TestPlain": ["seed Plain"], "TestSlash/x": ["seed Slash"], "TestDeep/c": ["seed Deep"]}, run)

    def test_fail_fast_says_what_is_not_run(self):
        root = self.project({
            "a/a_test.go": HEAD + "func TestA1(t *testing.T) { t.Fail() }\nfunc TestA2(t *testing.T) {}\n",
            "b/b_test.go": HEAD + "func TestB(t *testing.T) {}\nfunc FuzzB(f *testing.F) {}\nfunc helper() {}\n"
                                  "func TestMain(m *testing.M) { m.Run() }\n",
            "b/other_test.go": "//go:build never\n\n" + HEAD + "func TestNever(t *testing.T) {}\n"})
        run = self.place.test(root, "--fail-fast")
        self.assertEqual(statuses(run), {"a.TestA1": "fail"}, run)
        self.assertEqual(self.not_run(run), {("a/a_test.go", "a.TestA2"), ("b/b_test.go", "b.TestB"),
                                             ("b/b_test.go", "b.FuzzB")}, run)
        run = self.place.test(root, "--fail-fast", "--match-path", "a")
        self.assertEqual(self.not_run(run), {("a/a_test.go", "a.TestA2")}, run)

    def test_a_project_that_needs_a_newer_go_than_that_on_the_path_has_the_newest(self):
        root = self.project({"go.mod": "module example.com/p\n\ngo 1.22\n", "p_test.go": HEAD +
                             "func TestRange(t *testing.T) {\n\tfor i := range 3 {\n\t\tt.Log(i)\n\t}\n}\n"})
        run = self.place.test(root, timeout=300)  # it compiles the standard library first
        self.assertEqual(statuses(run), {"TestRange": "pass"}, run)

    def test_where_there_is_no_build_cache_go_has_the_prepared_one(self):
        frameworks = self.place.top / "frameworks"
        shutil.copytree(REPOSITORY / "frameworks/go", frameworks / "go")
        toml = frameworks / "go/framework.toml"  # what `proctor warm` compiles takes minutes
        toml.write_text(toml.read_text().replace('["sh", "{folder}/go.sh", "warm"]', '["sh", "-c", "GOCACHE={prepared}/cache go build errors"]'))
        prepared = self.place.top / "prepared"
        words = {"env": {"PROCTOR_PREPARED": prepared, "GOCACHE": None}}
        own = self.place.home / ".cache/go-build"
        files = {"go.mod": "module p\n\ngo 1.19\n", "p_test.go": HEAD.replace("import ", 'import "os"\nimport ') +
                 f'func TestA(t *testing.T) {{\n\tif c := os.Getenv("GOCACHE"); c != "{prepared}/go/cache" {{\n\t\tt.Fatal("own cache: ", c)\n\t}}\n}}\n'}
        option = ("--frameworks", frameworks)
        self.assertEqual(self.place.run("warm", "go", *option, **words).code, 0)
        root = self.project(files)
        os.utime(root / "p_test.go", (1e9, 1e9))  # go keeps an index of files that aren't new
        for run in (self.place.upload(files, *option, **words), self.place.test(root, "--isolation", "sandbox", *option, **words)):
            self.assertEqual((run.code, run.data["passed"]), (0, 1), run)
        run = self.place.test(root, *option, **words)
        self.assertIn("own cache: ", str(run.data), run)
        self.assertTrue(own.is_dir(), run)

    def test_a_go_that_is_not_on_the_path_is_found(self):
        root = self.project({"p_test.go": HEAD + "func TestA(t *testing.T) {}\n"})
        programs = self.place.top / "programs"
        programs.mkdir()
        for program in pathlib.Path("/usr/bin").iterdir():
            if program.name not in ("go", "gofmt"):
                (programs / program.name).symlink_to(program)
        run = self.place.test(root, env={"PATH": str(programs)})
        self.assertEqual(statuses(run), {"TestA": "pass"}, run)

    def test_a_go_that_is_not_there_is_named_beside_those_that_are(self):
        root = self.project({"go.mod": "module example.com/p\n\ngo 1.99\n\ntoolchain go1.99.1\n",
                             "p_test.go": HEAD + "func TestA(t *testing.T) {}\n"})
        run = self.place.test(root)
        self.assertEqual(run.error["code"], "TOOL_NOT_FOUND", run)
        for words in ("needs Go 1.99", "go1.19", "go1.23"):
            self.assertIn(words, str(run.envelope), run)
        self.assertEqual((root / "go.mod").read_text().count("1.99"), 2, run)


if __name__ == "__main__":
    unittest.main()
