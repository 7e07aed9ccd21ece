import csv
import unittest

from double import double

with open("cases.csv") as file:
    CASES = [tuple(map(int, row)) for row in csv.reader(file)]


class DoubleTest(unittest.TestCase):
    def test_cases(self):
        for number, expected in CASES:
            self.assertEqual(double(number), expected)
