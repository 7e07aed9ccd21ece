import unittest

from number import triple


class SecondTest(unittest.TestCase):
    def test_triple(self):
        self.assertEqual(triple(1), 3)
