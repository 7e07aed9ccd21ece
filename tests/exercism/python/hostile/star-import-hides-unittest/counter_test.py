import unittest

from counter import *


class CounterTest(unittest.TestCase):
    def test_first(self):
        self.assertEqual(first(), 1)
