import unittest

from switched_off import up


class AbstractTest(unittest.TestCase):
    __test__ = False

    def test_letter(self):
        self.fail("it's for those below to say")

    def test_word(self):
        self.assertEqual(up(self.word), self.word.swapcase())


class LetterTest(AbstractTest):
    __test__ = True
    word = "word"

    def test_letter(self):
        self.assertEqual(up("a"), "A")


class BehindTest(unittest.TestCase):
    def test_never(self):
        self.fail("nobody calls it")


BehindTest.__test__ = False


class TestData:
    def __init__(self, word):
        self.word = word

    def test_word(self):
        return up(self.word)


class DataTest(unittest.TestCase):
    def test_data(self):
        self.assertEqual(TestData("a").test_word(), "A")

    def test_later(self):
        self.fail("nobody calls it")

    test_later.__test__ = False

    def test_no_more(self):
        self.fail("nobody calls it")

    test_no_more = None
