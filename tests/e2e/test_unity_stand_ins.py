"""What stands in for the C library and libm while a program is linked (frameworks/unity/stand-in.sh): the program is the one
that comes out with the libraries themselves, and one that needs more than what stands in has can't be linked at all."""
import pathlib
import re
import subprocess
import unittest

from unity_builder import FOLDER, TestCase

PROGRAM = r"""
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <regex.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
extern int signgam;
static int up(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static void* nothing(void* of) { return of; }
/* Data that is copied, functions whose address counts, indirect ones among them. */
void* (*copy)(void*, const void*, size_t) = memcpy;
size_t (*size)(const char*) = strlen;
double (*root)(double) = floor;
char* index(const char* text, int c) { return strchr(text, c); }   /* one that the library has as well */
int main(int count, char** arguments) {
  int numbers[] = {3, 1, 2};
  char text[64], other[64], *end;
  jmp_buf here;
  regex_t pattern;
  pthread_t thread;
  qsort(numbers, 3, sizeof *numbers, up);
  setenv("ONE", "1", 1);
  tzset();
  if (setjmp(here) == 0) longjmp(here, 1);
  if (pthread_create(&thread, NULL, nothing, NULL) == 0) pthread_join(thread, NULL);
  errno = 0;
  strtod("1e999", &end);
  snprintf(text, sizeof text, "%d %d %.3f", errno, isalpha('a') != 0, lgamma(-0.5) + pow(2, root(0.5)) + sqrt(count));
  fprintf(stderr, "%s %d %d %zu", text, signgam, optind + (optarg != NULL), size(copy(other, "abc", 4)));
  fprintf(stdout, "%d %s %ld %s %s %d", environ != NULL, getenv("ONE"), timezone, tzname[0], index("abc", 'b'),
          regcomp(&pattern, "a+", REG_EXTENDED));
  while (getopt(count, arguments, "a") >= 0) abort();
  return fflush(stdout);
}
"""
MORE = "#include <argp.h>\nint main(int n, char** v) { return argp_parse(0, n, v, 0, 0, 0); }\n"


class StandIns(TestCase):
    """Programs linked with what stands in, against the same linked with the libraries."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.libraries = [subprocess.check_output(["cc", f"-print-file-name={name}"], text=True).strip()
                         for name in ["libm.so.6", "libc.so.6"]]
        for library in cls.libraries:
            subprocess.run(["sh", "-euc", '. "$PROCTOR_FOLDER/stand-in.sh"; work=.; stand_in cc "$1" stand-ins',
                            "sh", library], cwd=cls.root, check=True, env={"PATH": "/usr/bin:/bin",
                                                                           "PROCTOR_FOLDER": str(FOLDER)})

    def link(self, source, name, libraries):
        """Links a program, by the linker that the builder takes, and tells whether that went well."""
        (self.root / "program.c").write_text(source)
        own = subprocess.check_output(["cc", "-print-file-name=libc_nonshared.a"], text=True).strip()
        return subprocess.run(["cc", "-w", "-fuse-ld=gold", "-nodefaultlibs", "-Wl,--as-needed", "program.c", "-o", name,
                               *libraries, own], cwd=self.root, capture_output=True, check=False).returncode == 0

    def stand_ins(self):
        """What stands in for the libraries."""
        return [f"stand-ins/{pathlib.Path(library).name}" for library in self.libraries]

    def told(self, what, name):
        """What readelf says, without numbers and addresses, for the order of symbols is the linker's own."""
        text = subprocess.check_output(["readelf", "-W", what, name], cwd=self.root, text=True)
        return sorted(re.sub(r"^ *[0-9]+: [0-9a-f]+|\(\d+\)|\b[0-9a-f]{12,16}\b|\b0x[0-9a-f]+$|offset 0x[0-9a-f]+|"
                             r"RELATIVE .*", "", line) for line in text.splitlines())

    def test_programs_are_the_same(self):
        self.assertTrue(self.link(PROGRAM, "with", self.libraries))
        self.assertTrue(self.link(PROGRAM, "without", self.stand_ins()))
        self.maxDiff = None
        for what in ["--dynamic", "--dyn-syms", "--relocs"]:
            self.assertEqual(self.told(what, "with"), self.told(what, "without"), what)
        symbols = subprocess.check_output(["readelf", "-W", "--dyn-syms", "without"], cwd=self.root, text=True)
        # Data has all of its names, so that the library goes on with the program's copy.
        for name in ["__environ@GLIBC", "_environ@GLIBC", "environ@GLIBC", "__signgam@GLIBC"]:
            self.assertIn(" " + name, symbols)

    def test_programs_do_the_same(self):
        said = set()
        for name, libraries in [("with", self.libraries), ("without", self.stand_ins())]:
            self.assertTrue(self.link(PROGRAM, name, libraries))
            done = subprocess.run([self.root / name], capture_output=True, text=True, check=True)
            said.add(done.stdout + done.stderr)
        self.assertEqual(len(said), 1, said)
        self.assertIn("34 1 3.266", said.pop())

    def test_what_does_not_stand_in_cannot_be_linked(self):
        self.assertTrue(self.link(MORE, "more", self.libraries))
        self.assertFalse(self.link(MORE, "more", self.stand_ins()))


if __name__ == "__main__":
    unittest.main()
