import unittest

from counter import first, nth


class CounterTest(unittest.TestCase):
    def test_each(self):
        for n in (1, 2, 3):
            with self.subTest(f"variation #{n}", n=n):
                self.assertEqual(nth(n), n)

    def test_first(self):
        self.assertEqual(first(), 1)
