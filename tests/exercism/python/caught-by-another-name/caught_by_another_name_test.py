import unittest
from contextlib import suppress as ignoring

from caught_by_another_name import lowest

Wrong = AssertionError


class CaughtByAnotherNameTest(unittest.TestCase):
    kinds = (Wrong, ValueError)

    def test_of_the_file(self):
        with self.assertRaises(Wrong):
            self.assertEqual(lowest([3, 1]), 3)

    def test_of_the_class(self):
        with self.assertRaises(self.kinds):
            self.assertEqual(lowest([3, 1]), 3)

    def test_ignored(self):
        with ignoring(Wrong):
            self.assertEqual(lowest([3, 1]), 3)
