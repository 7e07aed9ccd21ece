import unittest

from changes_objects_of_frames import (
    up,
    low,
    rev,
)


class WordTest(unittest.TestCase):
    def test_up(self):
        self.assertEqual(up("a"), "A")

    def test_low(self):
        self.assertEqual(low("A"), "a")

    def test_rev(self):
        self.assertEqual(rev("abc"), "cba")
