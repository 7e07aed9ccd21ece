import unittest

from caught_by_the_tests import lowest


class CaughtByTheTestsTest(unittest.TestCase):
    def test_by_a_handler(self):
        try:
            self.assertEqual(lowest([3, 1]), 3)
        except AssertionError:
            return
        self.fail("it isn't 3")

    def test_by_an_assertion(self):
        with self.assertRaises(self.failureException):
            self.assertEqual(lowest([3, 1]), 3)
