import unittest

from number import double


class OtherNumberTest(unittest.TestCase):
    def test_small(self):
        self.assertEqual(double(-1), -2)


class Naming(unittest.TestCase):
    def test_class_name(self):
        self.assertEqual(double("a"), "aaa")
