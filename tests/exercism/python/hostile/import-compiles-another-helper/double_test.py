import unittest

from double import double
from tools import CASES, expected_of


class DoubleTest(unittest.TestCase):
    def test_cases(self):
        for number in CASES:
            self.assertEqual(double(number), expected_of(number))
