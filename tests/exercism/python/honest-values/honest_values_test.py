import unittest
from fractions import Fraction

import pytest

from honest_values import Flag, Hours, Name, Nothing, Number, Part, Phone, Row, Span, Table, Text


class HonestValuesTest(unittest.TestCase):
    def test_texts(self):
        self.assertEqual(Phone("(223) 456-7890"), "2234567890")
        self.assertEqual(Name("ann o'neil"), "Ann ONeil")
        self.assertEqual([Text("  a b ", str.strip), Text("ABC", str.casefold)], ["a b", "abc"])
        self.assertEqual(Text("quick", len), "brown")
        self.assertEqual(Text("quick", lambda text: text[0]), "query")
        self.assertEqual(Text("2234567890", lambda text: text[-10:]), "12234567890")
        self.assertEqual(Text("", str.strip), "")
        self.assertEqual(Text("ab", sorted), "ba")
        self.assertEqual(Text(b" a", bytes.strip), b"a")

    def test_rows(self):
        self.assertEqual([Row([]), Row([1, 2])], [[], [1, 2]])
        self.assertEqual(Row([]), [])
        self.assertEqual(Row([1, 2]), (1, 2))
        self.assertEqual([Part([]), Part([2, 1])], [set(), {1, 2}])
        self.assertEqual(Table(a=1), {"a": 1})
        self.assertEqual(Text([3, 1], sorted), [1, 3])
        self.assertEqual(Text([3, 1], len), [1, 3])

    def test_flags(self):
        self.assertEqual([Flag(True), Flag(False)], [True, False])
        self.assertEqual(Nothing(), None)
        self.assertEqual([Nothing(), Nothing()], [[], ""])

    def test_numbers(self):
        self.assertEqual(Number(float("inf")), float("inf"))
        self.assertEqual(Number(1e30), 10**30)
        self.assertEqual([Hours(hour) for hour in range(9)], list(range(9)))
        self.assertAlmostEqual(Number(2.000001), 2, places=3)
        self.assertAlmostEqual(2, Number(2.4), delta=0.5)
        self.assertAlmostEqual(Fraction(1, 3), 0.3333, 3)
        self.assertLess(Number(-1e9), -5)
        self.assertGreater(5, Number(2))

    def test_spans(self):
        self.assertIn(3, Span(1, 5))
        self.assertIn(Name("Ann"), ["bob", "ann!"])

    def test_statements(self):
        assert Phone("(223) 456-7890") == "2234567890", "digits"
        assert Number(2) == 2 and Name("a") == "A" or False
        assert 1 < len("ab") == 2
        assert 3 in Span(1, 5) and Row([1]) == [1]
        self.assertTrue(Phone("1-2") == "12" and 3 in Span(1, 5))
        self.assertTrue(Name("a") == "A", "letters")


@pytest.mark.parametrize("value, expected", [(2.4, 2.4), (1e30, 1e30)])
def test_rows_of_a_table(value, expected):
    assert value == pytest.approx(expected)
    assert Number(value) == expected


def test_that_fails():
    assert Phone("1-2") == "13", "digits"
