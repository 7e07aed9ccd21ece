import unittest

from heights import metres


class Rounded:
    digits = 2

    def test_digits(self):
        self.assertEqual(metres(10), round(metres(10), self.digits))


class Sample(object):
    def test_me(self):
        raise AssertionError("nobody calls it")


class Quiet(unittest.TestCase):
    def setUp(self):
        self.ten = 10


class HeightsTest(
    Rounded,
    unittest.TestCase,
):
    def test_nothing(self):
        self.assertEqual(metres(0), 0)


class TowersTest(Quiet):
    def test_ten(self):
        self.assertEqual(metres(self.ten), 3.05)


class TestPlainly:
    def test_three(self):
        assert metres(3) == 0.91
