"""The builder of the unity folder does what an exercise's makefile says without make, where it knows that makefile: then
it must be what make would do, with the words that make has for a failure. Anything else is left to make."""
import pathlib
import subprocess
import tempfile
import unittest

from unity_builder import CASES, TestCase

TRACKS_OWN = (CASES / "makefile-of-the-track/makefile").read_text()
SHORT = (CASES / "all-pass/makefile").read_text()
FILES = ["test-framework/unity.c", "b_x.c", "a-y.c", "Z.c", "a.h", "README.md", "results.json"]

PRINTER = """#include <dirent.h>
#include "compiler.h"
#include "makefile.h"
int main(void) {
  struct recipe recipe;
  size_t i;
  if (!known_recipe("makefile", &recipe)) return 1;
  printf("make: *** [makefile:%d: tests.out] Error 7\\n%s", recipe.line, recipe.compiler);
  for (i = 0; i < recipe.words.count; i++) printf(" %s", recipe.words.items[i]);
}
"""


class Makefiles(TestCase):
    """What the builder understands, against make itself with a compiler that tells its words and fails."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile("printer", PRINTER)
        (cls.root / "bin").mkdir()
        compiler = cls.root / "bin/cc"
        compiler.write_text(f'#!/bin/sh\nprintf "cc $*" >{cls.root}/called\nexit 7\n')
        compiler.chmod(0o755)

    def understood(self, makefile, files=(), variables=()):
        """What the builder makes of it, None if it leaves it to make; checked against what make does."""
        with tempfile.TemporaryDirectory(dir=self.root) as place:
            for name in [*FILES, *files]:
                path = pathlib.Path(place, name)
                path.parent.mkdir(exist_ok=True)
                path.touch()
            pathlib.Path(place, "makefile").write_text(makefile)
            own = subprocess.run([self.root / "printer"], cwd=place, capture_output=True, text=True, check=False,
                                 env={"PATH": "/usr/bin:/bin", **dict(variables)})
            if own.returncode != 0:
                return None
            made = subprocess.run(["make", "-B", "--no-print-directory", "-f", "makefile"], cwd=place, text=True,
                                  capture_output=True, check=False,
                                  env={"PATH": f"{self.root}/bin:/usr/bin:/bin", "LC_ALL": "C"})
            self.assertEqual(own.stdout, made.stderr + (self.root / "called").read_text(), makefile)
            return own.stdout

    def test_what_exercises_have_is_known(self):
        self.assertIn("Error 7\ncc -std=c99 -g -Wall", self.understood(TRACKS_OWN))
        self.assertIn("./Z.c ./a-y.c ./b_x.c -o tests.out -lm", self.understood(SHORT))

    def test_settings_count_wherever_they_stand(self):
        for line in ["CFLAGS += -O2", "CFLAGS = -O2", "LIBS =", "LIBS += -lpthread  -lrt", "# a comment", "CFLAGS+=-x"]:
            self.assertTrue(self.understood(line + "\n" + TRACKS_OWN), line)
            self.assertTrue(self.understood(SHORT + line + "\n"), line)

    def test_anything_else_is_left_to_make(self):
        rule = SHORT[SHORT.index("tests.out: "):]
        for makefile in [
                "CC = gcc\n" + SHORT, "include more.mk\n" + SHORT, "CFLAGS := -O2\n" + SHORT, "# \\\n" + SHORT,
                "CFLAGS = $(shell date)\n" + SHORT, SHORT + "\t@date\n", SHORT + rule, rule.replace("tests.out:", "x:"),
                SHORT.replace("tests.out: ./*", "tests.out:  ./*"), SHORT.replace("\t@echo", "\n\t@echo"),
                SHORT.replace("\t@$(CC)", "# why\n\t@$(CC)"), SHORT.replace("\t@$(CC)", "\t$(CC)"),
                "clean:\n\trm -rf *.o *.out *.out.dSYM\n" + SHORT, SHORT.replace("-lm", "-lm \\"), SHORT[:-1] + "\\\n",
                "memcheck: ./*.c ./*.h\n" + rule.split("\n", 1)[1]]:
            self.assertIsNone(self.understood(makefile), makefile)

    def test_what_make_takes_from_the_environment_is_left_to_it(self):
        for name in ["CC", "CFLAGS", "LIBS", "MAKEFLAGS"]:
            self.assertIsNone(self.understood(SHORT, variables={name: "x"}), name)

    def test_files_that_make_may_make_others_from_are_left_to_it(self):
        for name in ["b_x.y", "b_x.c.c", "a.h.c", "makefile.c", "makefile.sh", "GNUmakefile", "b_x.c,v", "s.b_x.c",
                     "RCS/b_x.c,v", "b x.c", ".hidden.c"]:
            self.assertIsNone(self.understood(SHORT, [name]), name)
        self.assertTrue(self.understood(SHORT, ["c.c", "HELP.md", ".meta/config.json", ".docs/hints.md"]))


if __name__ == "__main__":
    unittest.main()
