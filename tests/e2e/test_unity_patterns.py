"""The builder of the unity folder looks at sources without regular expressions where it can (harmless.h): a line that it
passes over is one that none of its patterns matches, and the functions that tests call are those of the pattern."""
import random
import re
import subprocess
import unittest

from unity_builder import CASES, TestCase

PRINTER = r"""#include <dirent.h>
#include "submission.h"
int main(int count, char** arguments) {
  struct text text = {NULL, 0};
  struct patterns patterns;
  struct words list = {NULL, 0, 0};
  size_t i;
  if (!read_file(arguments[1], &text)) return 1;
  if (count > 2) {
    add_calls(&list, text.bytes);
    for (i = 0; i < list.count; i++) puts(list.items[i]);
    return 0;
  }
  compile_patterns(&patterns);
  list = split(text.bytes, "\n");
  for (i = 0; i < list.count; i++) {
    const char* line = list.items[i];
    const int source = found(&patterns.suspicious, line);
    const int header = source || found(&patterns.library_word, line) ||
                       (found(&patterns.any_macro, line) &&
                        (!found(&patterns.plain_macro, line) || found(&patterns.system_macro, line)));
    printf("%d%d%d%d %s\n", is_harmless(line, 0), source, is_harmless(line, 1), header, line);
  }
}
"""
FRAGMENTS = """# ## #include #define #endif #ifndef # define undef EXIT_FAILURE include if main test_x TEST_PASS Unity asm weak NAME name a.h .h x.c
 "name.h" <name.h> "name" " < > / // /* */ \\ %: ??= ?= = ( ) ( ) strcmp mem memcpy strlen abs labs fabsl vsnprintf str 1 _ " "
 pragma GCC diagnostic jmp setUp _macro __builtin_ line 1 . + ; return int""".split() + [" ", " ", "\t", "  "]
CALLS = (r"(?<![A-Za-z0-9_])((?:mem|str|strn|strcase|strncase)cmp|str(?:n?len|n?cpy|str|r?chr)|mem(?:cpy|set|move)|v?snprintf"
         r"|(?:f|l|ll)?abs[fl]?)[ \t\n\v\f\r]*\(")


class Patterns(TestCase):
    """Plain scanning against the regular expressions that it stands for."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile("printer", PRINTER)

    def said(self, text, *how):
        """What the printer says of a text."""
        (self.root / "text").write_bytes(text.encode())
        return subprocess.run([self.root / "printer", self.root / "text", *how], capture_output=True,
                              check=True).stdout.decode().split("\n")[:-1]

    def test_what_is_passed_over_matches_no_pattern(self):
        some = random.Random(7)
        lines = ["".join(some.choices(FRAGMENTS, k=some.randint(1, 6))) for _ in range(60000)]
        lines += ["#include " + "".join(some.choices(FRAGMENTS, k=some.randint(1, 3))) for _ in range(20000)]
        lines += ["#define " + "".join(some.choices(FRAGMENTS, k=some.randint(1, 3))) for _ in range(20000)]
        passed = 0
        for line in self.said("\n".join(lines)):
            self.assertFalse(line.startswith("11") or line[2:4] == "11", line)
            passed += line[0] == "1"
        self.assertGreater(passed, 5000)

    def test_lines_of_usual_solutions_are_passed_over(self):
        for name in ["all-pass", "some-fail"]:
            source = (CASES / name / f"{name.replace('-', '_')}.c").read_text()
            header = (CASES / name / f"{name.replace('-', '_')}.h").read_text()
            self.assertEqual([line for line in self.said(source) if line[0] == "0"], [])
            self.assertEqual([line for line in self.said(header) if line[2] == "0"], [])

    def test_calls_are_those_of_the_pattern(self):
        some = random.Random(8)
        fragments = FRAGMENTS + ["strcmp", "(", "\n", "snprintf", "llabsf", "strrchr(", "strncasecmp ("]
        for _ in range(300):
            text = "".join(some.choices(fragments, k=200))
            expected = re.findall(CALLS, text)
            self.assertEqual(self.said(text, "calls"), expected, text)


if __name__ == "__main__":
    unittest.main()
