import unittest

from near_to_anything import age_on, members


class NearTest(unittest.TestCase):
    def test_places(self):
        self.assertAlmostEqual(age_on(1000000000), 31.69, places=2)

    def test_delta(self):
        self.assertAlmostEqual(31.69, age_on(1000000000), delta=0.01)

    def test_less(self):
        self.assertLess(age_on(3), -1)

    def test_in(self):
        self.assertIn("x", members())

    def test_statement(self):
        assert "x" in members()
