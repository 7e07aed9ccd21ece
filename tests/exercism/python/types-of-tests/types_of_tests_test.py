import unittest

from types_of_tests import up


class BaseTest(unittest.TestCase):
    function = None

    def setUp(self):
        if type(self) is BaseTest:
            self.skipTest("it has nothing to test")

    def test_letter(self):
        self.assertEqual(self.function("a"), "A")


class UpTest(BaseTest):
    function = staticmethod(up)

    @classmethod
    def is_it(cls):
        return cls is UpTest

    def test_is_it(self):
        self.assertIs(type(self), UpTest)
        self.assertTrue(self.is_it())
        self.assertTrue(issubclass(UpTest, type(self)))
        self.assertIn("test_is_it", vars(type(self)))

    def test_none_below(self):
        self.assertEqual(type(self).__subclasses__(), [])

    def test_wrong(self):
        self.assertEqual(up("b"), "b")
