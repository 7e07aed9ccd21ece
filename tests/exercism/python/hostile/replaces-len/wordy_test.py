import unittest

from wordy import answer


class WordyTest(unittest.TestCase):
    def test_one(self):
        self.assertEqual(answer("a"), 1)

    def test_two(self):
        self.assertEqual(answer("b"), 2)
