import unittest

from sums import count, largest, squares, total


class SumsTest(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([1, 2]), 3)

    def test_largest(self):
        self.assertEqual(largest([1, 2]), 2)

    def test_squares(self):
        self.assertListEqual(squares([1, 2]), [1, 4])

    def test_found(self):
        self.assertIn(total([1, 2]), [3, 4])

    def test_count(self):
        self.assertEqual(count([1, 2]), 2)
