import unittest

from helpers_of_the_author import up
from words_for_tests import WordCase, needs, repeat


class UpTest(unittest.TestCase):
    @repeat(3)
    def test_up(self):
        self.assertEqual(up("a"), "A")

    @needs(False)
    def test_elsewhere(self):
        self.assertEqual(up("b"), "B")

    @needs(True)
    @repeat(2)
    def test_wrong(self):
        self.assertEqual(up("c"), "c")


class OtherTest(WordCase):
    def test_other(self):
        self.assertUp("d", "D")

    def test_wrong_word(self):
        self.assertUp("e", "F")
