import unittest
from unittest import skip

from extra_credit import digits_of


class ExtraCreditTest(unittest.TestCase):
    def test_small(self):
        self.assertEqual(digits_of(3), (0, 0, 3))

    @unittest.skip("extra-credit")
    def test_large(self):
        """This test may take a long time to run."""
        self.assertIsNone(digits_of(28))

    @skip(reason='extra-credit')
    def test_larger(self):
        self.assertIsNone(digits_of(280))

    @unittest.skip("extra-credit, but first comes the rest")
    def test_none(self):
        self.assertEqual(digits_of(0), (0, 0, 0))
