import unittest

from stack import push


class StackTest(unittest.TestCase):
    class HelperTest(unittest.TestCase):
        def test_push(self):
            raise AssertionError("pytest doesn't collect it")

    def test_push(self):
        self.assertEqual(push([], 1), [1])
