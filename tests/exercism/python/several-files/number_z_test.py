import unittest

from number import double
from number_data import LARGE


class NumberTest(unittest.TestCase):
    def test_small(self):
        self.assertEqual(double(1), 2)

    def test_large(self):
        self.assertEqual(double(LARGE), 2_000_000)
