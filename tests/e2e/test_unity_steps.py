"""The builder of the unity folder starts the compiler itself and the assembler behind it, as it's prepared to. Whatever goes
wrong there but for what the compiler says of the source, gcc's driver has to do again, and its words count."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from unity_builder import CASES, FOLDER, TestCase

CASE = CASES / "all-pass"
OPTIONS = " -std=c99 -Wall -Wextra -pedantic -Werror -Wmissing-declarations"
CC1 = ('$(cc -print-prog-name=cc1) -imultiarch $(cc -print-multiarch) -quiet -std=c99 -DUNITY_SUPPORT_64'
       ' -DUNITY_OUTPUT_COLOR "$1" -o -')
COMPILER = "/bin/sh {place}/compiler place-of-source.c"
ASSEMBLER = "/bin/sh {place}/assembler place-of-object.o"


class Steps(TestCase):
    """A compiler and an assembler of the test's own, between which the builder has to decide."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compile("builder", '#include "builder.c"\n')

    def build(self, compiler, assembler):
        """Builds with these for steps; what was said if that fails, None if there is a program."""
        with tempfile.TemporaryDirectory(dir=self.root) as directory:
            place = pathlib.Path(directory)
            shutil.copytree(CASE, place / "code")
            (place / "compile-cc").write_text("\n".join([OPTIONS, COMPILER, ASSEMBLER]).format(place=place) + "\n")
            (place / "compiler").write_text(compiler)
            (place / "assembler").write_text(assembler)
            (place / "tmp").mkdir()
            done = subprocess.run([self.root / "builder", "exercise"], capture_output=True, text=True, check=False, timeout=60,
                                  env={"PATH": "/usr/bin:/bin", "PROCTOR_ROOT": str(place / "code"), "PROCTOR_SLUG": "all-pass",
                                       "PROCTOR_FOLDER": str(FOLDER), "PROCTOR_PRIVATE": str(place), "LOG": str(place / "log"),
                                       "PROCTOR_PREPARED": str(place), "PROCTOR_TESTS": "test_all_pass.c",
                                       "TMPDIR": str(place / "tmp")})
            self.called = sorted((place / "log").read_text().split()) if (place / "log").exists() else []
            program = place / "programs/1/program"
            there = os.access(program, os.X_OK)
            self.program = program.read_bytes() if there else b""
            self.assertEqual(there, done.returncode == 0, done.stderr)
            return None if there else done.stderr

    def test_the_steps_are_taken(self):
        self.assertIsNone(self.build(f"echo c >>$LOG; exec {CC1}", 'echo a >>$LOG; exec as -o "$1"'))
        self.assertEqual(self.called, ["a", "a", "c", "c"])

    def test_more_assembly_than_fits_into_a_pipe_does_not_stop_the_compiler(self):
        compiler = "yes ' .byte 1' | head -n 100000"
        self.build(compiler, 'as -o "$1" && echo a >>$LOG')
        self.assertEqual(self.called, ["a", "a"])

    def test_the_driver_does_what_the_assembler_fails_at(self):
        for assembler in ["cat >/dev/null; exit 1", "exit 1", "kill -9 $$"]:
            self.assertIsNone(self.build("yes ' .byte 1' | head -n 100000", assembler), assembler)

    def test_an_object_of_an_assembler_that_fails_is_not_taken(self):
        marking = f"{CC1} && echo '.section .rodata' && echo '.ascii \"by these steps\"'"
        for end in ["exit 0", "exit 1", "kill -9 $$"]:
            self.assertIsNone(self.build(marking, f'as -o "$1"; {end}'), end)
            self.assertEqual(b"by these steps" in self.program, end == "exit 0", end)

    def test_the_driver_does_what_the_compiler_is_killed_at(self):
        for compiler in ["kill -9 $$", "exit 4", "echo wrong >&2; kill -13 $$"]:
            self.assertIsNone(self.build(compiler, "cat >$1"), compiler)

    def test_what_the_compiler_says_counts(self):
        said = self.build("echo $1: wrong >&2; exit 1", "cat >$1")
        self.assertEqual(said, "./all_pass.c: wrong\n./test_all_pass.c: wrong\nmake: *** [makefile:15: tests.out] Error 1\n")


if __name__ == "__main__":
    unittest.main()
