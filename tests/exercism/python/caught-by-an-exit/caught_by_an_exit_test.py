import unittest

from caught_by_an_exit import lowest


class Tolerated:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.error = error
        return kind is not None


class CaughtByAnExitTest(unittest.TestCase):
    def test_of_the_tests(self):
        with Tolerated() as tolerated:
            self.assertEqual(lowest([3, 1]), 3)
        self.assertIn("1 != 3", str(tolerated.error))
