import unittest

from hides_names_while_tests_run import first, second, third

TABLE = {1: 3, 2: 6}


class NamesTest(unittest.TestCase):
    def test_first(self):
        self.assertEqual(first(), 1)

    def test_second(self):
        for number in range(1, 3):
            self.assertEqual(second(number), 2 * number)

    def test_third(self):
        for number, expected in TABLE.items():
            self.assertEqual(third(number), expected)
