import unittest

from lists import first, last


class EndsTest(unittest.TestCase):
    end = staticmethod(first)
    expected = 1

    def test_end(self):
        self.assertEqual(self.end([1, 2, 3]), self.expected)

    def test_only_one(self):
        self.assertEqual(self.end([4]), 4)


class LastTest(EndsTest):
    end = staticmethod(last)
    expected = 3

    def test_nothing_else(self):
        self.assertIsNone(last([]))
