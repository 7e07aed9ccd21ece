import unittest

from import_hides_built_in_functions import double


class DoubleTest(unittest.TestCase):
    def test_double(self):
        for number, expected in zip([1, 2], [2, 4]):
            with self.subTest(number=number):
                self.assertEqual(double(number), expected)
