import unittest

from tables_of_the_tests import Stock, forget, ordered, register, taken

NUMBERS = [3, 1, 2]
ROWS = [([2, 1], [1, 2]), ([3, 1], [1, 3])]
ORDERED = [ordered(row) for row, _ in ROWS]
BASKETS = {"first": [1, 2], "second": [3]}
ITEMS = {"apple": 1}
STOCK = Stock(ITEMS)
REGISTERED = {1, 2}
register(REGISTERED)
SEEN = []
LEFT = ["a", "b"]


class TablesTest(unittest.TestCase):
    more = [5, 4]
    passed = {}
    words = ["one", "two"]

    def test_1_handed_on(self):
        self.assertEqual(ordered(NUMBERS), [1, 2, 3])
        self.assertEqual(ordered(self.more), [4, 5])

    def test_2_members_handed_on(self):
        for row, expected in ROWS:
            self.assertEqual(ordered(row), expected)
        for name, basket in BASKETS.items():
            self.assertIsInstance(taken(basket), int, name)

    def test_3_kept_by_an_object(self):
        STOCK.sell("apple")
        self.assertEqual(ITEMS, {})
        forget()
        self.assertEqual(len(REGISTERED), 0)

    def test_4_changed_by_the_test(self):
        SEEN.append(taken([1]))
        self.passed["4"] = True
        rest = LEFT
        self.assertEqual(taken(rest), "b")
        self.words += ["three"]

    def test_5_as_they_are_now(self):
        self.assertEqual((NUMBERS, SEEN, LEFT, len(self.words)), ([1, 2, 3], [1], ["a"], 3))


SQUARES = {1: 1}
SQUARES[2] = 4
DROPPED = [1, 2, 3]
del DROPPED[0]
CUBES = [1]
for number in (2, 3):
    CUBES.append(number ** 3)
CUBES += [64]


class FilledTest(unittest.TestCase):
    rows = {"a": [1]}
    rows["a"].append(2)
    rows.update(b=[3])

    def test_filled(self):
        for number, square in SQUARES.items():
            self.assertEqual(number * number, square)
        for number, cube in enumerate(CUBES, 1):
            self.assertEqual(number ** 3, cube)
        for number in DROPPED:
            self.assertGreater(number, 1)
        for name, row in self.rows.items():
            self.assertEqual(ordered(row), sorted(row), name)
