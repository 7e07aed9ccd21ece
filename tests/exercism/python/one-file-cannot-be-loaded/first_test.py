import unittest

from number import double


class FirstTest(unittest.TestCase):
    def test_double(self):
        self.assertEqual(double(1), 2)
