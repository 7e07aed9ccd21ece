import unittest

from halves import half


class HalvesTest(unittest.TestCase):
    def test_half(self):
        self.assertEqual(half(4), 2)

    @unittest.expectedFailure
    def test_half_of_an_odd_number(self):
        self.assertEqual(half(3), 1)
