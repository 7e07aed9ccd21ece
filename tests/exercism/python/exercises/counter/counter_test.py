import unittest

from counter import first, second, third, fourth


class CounterTest(unittest.TestCase):
    def test_first(self):
        self.assertEqual(first(), 1)

    def test_second(self):
        self.assertEqual(second(), 2)

    def test_third(self):
        self.assertEqual(third(), 3)

    def test_fourth(self):
        self.assertEqual(fourth(), 4)
