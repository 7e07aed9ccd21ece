import unittest

from lift import *


class LiftTest(unittest.TestCase):
    def test_floors(self):
        for rides, expected in zip([[1, 2], [3]], [[1, 3], [4]]):
            self.assertEqual(floors(rides), expected)

    def test_all(self):
        for number, rides in enumerate([[2], [2, -1]]):
            self.assertEqual(len(floors(rides)), number + 1)
