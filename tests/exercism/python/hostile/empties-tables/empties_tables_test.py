import unittest

CASES = [
    ("ab", "ba"),
    ("abc", "cba"),
]

from empties_tables import flip


class FlipTest(unittest.TestCase):
    def test_table(self):
        for text, wanted in CASES:
            self.assertEqual(flip(text), wanted)
