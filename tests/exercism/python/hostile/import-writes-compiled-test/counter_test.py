import unittest

from counter import first


class CounterTest(unittest.TestCase):
    def test_first(self):
        self.assertEqual(first(), 1)
