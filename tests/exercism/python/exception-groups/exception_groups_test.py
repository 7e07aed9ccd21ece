import unittest

from exception_groups import check


class CheckTest(unittest.TestCase):
    def test_check(self):
        check("a")

    def test_its_own_failure(self):
        self.failureException = AssertionError
        with self.assertRaises(ExceptionGroup):
            check("a")
