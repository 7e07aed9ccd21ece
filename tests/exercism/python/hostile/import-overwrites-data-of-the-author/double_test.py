import unittest

from double import double
from double_data import CASES


class DoubleTest(unittest.TestCase):
    def test_double(self):
        for variant, (number, expected) in enumerate(CASES, start=1):
            with self.subTest(f"variation #{variant}"):
                self.assertEqual(double(number), expected)
