import unittest

from exits_when_compared import Words


class WordsTest(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(Words("a", "bc"), Words("a", "bc"))

    def test_has_a_word(self):
        self.assertIn("bc", Words("a", "bc"))

    def test_longest(self):
        self.assertEqual(Words("a", "bc").longest(), "bc")

    def test_compared_with_a_number(self):
        self.assertFalse(Words("a") == 3)
