import unittest

from hides_assertions_of_frames import low, up


class WordTest(unittest.TestCase):
    def test_words(self):
        self.assertEqual(up("a"), "A")
        self.assertEqual(low("A"), "a")
