import unittest
from helpers import *


class HelpersTest(unittest.TestCase):
    def setUp(self):
        self.addTypeEqualityFunc(float, self.assertNearly)

    def assertNearly(self, first, second, msg=None):
        self.assertAlmostEqual(first, second, places=2, msg=msg)

    def test_double(self):
        self.assertEqual(double(1), 2)

    def test_nearly(self):
        self.assertEqual(double(0.1) * 3, 0.6)
