import unittest

from empties_tables_while_tests_run import flip

CASES = [(text, text[::-1]) for text in ("ab", "abc")]


class FlipTest(unittest.TestCase):
    MORE = {"x y": "y x"}
    MORE["a b c"] = "c b a"

    def test_first(self):
        self.assertEqual(flip("ab"), "ba")

    def test_table(self):
        for number, (text, wanted) in enumerate(CASES, 1):
            with self.subTest(f"variation #{number}", text=text):
                self.assertEqual(flip(text), wanted)

    def test_words(self):
        for text, wanted in self.MORE.items():
            self.assertEqual(" ".join(reversed(text.split())), wanted)
