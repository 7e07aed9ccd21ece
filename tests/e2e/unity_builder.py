"""What tests of the builder in frameworks/unity share: a place of their own, and small programs made of its headers."""
import pathlib
import subprocess
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
FOLDER = REPOSITORY / "frameworks/unity"
CASES = REPOSITORY / "tests/exercism/c"


class TestCase(unittest.TestCase):
    """A class of tests with a directory that goes with it."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.root = pathlib.Path(place.name)

    @classmethod
    def compile(cls, name, source):
        """Makes the program of that name, as the builder is made but dynamic."""
        (cls.root / "main.c").write_text(source)
        subprocess.run(["cc", "-std=gnu11", "-D_GNU_SOURCE", "-w", "-I", FOLDER / "builder", "-o", cls.root / name,
                        cls.root / "main.c"], check=True)
