import unittest

from counter import second


class SecondTest(unittest.TestCase):
    def test_second(self):
        self.assertEqual(second(), 2)
