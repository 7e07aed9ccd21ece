import unittest
from unittest.mock import ANY

from ways_to_be_equal import Bag, Clock, Node, Strict, Word


class Positive:
    def __eq__(self, other):
        return other > 0


class WaysToBeEqualTest(unittest.TestCase):
    def test_clock(self):
        self.assertEqual(Clock(25), Clock(1))
        self.assertIn(Clock(1), [Clock(2), Clock(25)])
        self.assertCountEqual([Clock(1), Clock(2)], [Clock(26), Clock(25)])

    def test_node(self):
        self.assertEqual(Node(), Node())

    def test_bag(self):
        self.assertEqual({"bag": Bag(1, 2)}, {"bag": Bag(2, 1)})

    def test_word(self):
        self.assertEqual([Word("Yes")], ["yes"])

    def test_strict(self):
        self.assertEqual(Strict(), Strict())

    def test_what_the_author_takes(self):
        self.assertEqual([len("ab"), Node], [Positive(), ANY])
