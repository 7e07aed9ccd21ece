import unittest


def double(number):
    return number * 2


class SelfTest(unittest.TestCase):
    def setUp(self):
        self.two = 2

    def test_mine(self):
        self.assertEqual(double(self.two), 4)
