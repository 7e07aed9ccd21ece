"""What the linker says of a program that can't be linked: objects are called as their sources, and not by names that the
compiler makes up, which are others each time."""
import subprocess
import unittest

from unity_builder import FOLDER, TestCase

PROGRAM = """
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "link.h"
int main(int count, char** words) {
  struct words command = {NULL, 0, 0};
  for (int i = 1; i < count; i++) add(&command, words[i]);
  return run_linking(&command, "said");
}
"""


class Link(TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile("linking", PROGRAM)

    def said(self, *words, **sources):
        for name, text in sources.items():
            (self.root / f"{name}.c").write_text(text)
        done = subprocess.run([self.root / "linking", "cc", "-g", "-o", "x", *words, *[f"{name}.c" for name in sources]],
                              cwd=self.root, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})
        self.code = done.returncode
        return done.stderr

    def test_objects_are_called_as_their_sources(self):
        said = self.said(a="int f(void) { return 1; }\n",
                         b="int f(void) { return 2; }\nint g(void);\nint main(void) { return g(); }\n")
        self.assertEqual(self.code, 1)
        self.assertNotRegex(said, r"/cc\w{6}\.o")
        for words in ("b.o: in function `main':\n", "b.c:3: undefined reference to `g'", "b.c:1: multiple definition of `f'; a.o:/"):
            self.assertIn(words, said)

    def test_of_an_object_without_a_source_the_name_is_the_same_each_time(self):
        said = self.said("-g0", a="int g(void);\nint main(void) { return g(); }\n")
        self.assertEqual(said, self.said("-g0", a="int g(void);\nint main(void) { return g(); }\n"))
        self.assertIn("undefined reference to `g'", said)

    def test_what_the_compiler_says_stays_as_it_is(self):
        said = self.said(a='#warning "/ccAbCdEf.c and /ccAbCdEfG.o"\nint main(void) { return 0; }\n')
        self.assertEqual(self.code, 0)
        self.assertIn('"/ccAbCdEf.c and /ccAbCdEfG.o"', said)


if __name__ == "__main__":
    unittest.main()
