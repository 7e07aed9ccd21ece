import unittest

import pytest

from equals_all_of_a_kind import flip, honest_rows, rows, squares


class KindTest(unittest.TestCase):
    def test_list(self):
        self.assertListEqual(flip([1, 2]), [2, 1])

    def test_dict(self):
        self.assertEqual(flip({"a": 1}), {1: "a"})

    def test_tuple(self):
        self.assertEqual(flip((1, 2)), (2, 1))

    def test_set(self):
        self.assertEqual(flip({1}), {3})

    def test_bool(self):
        self.assertEqual(flip(True), False)

    def test_bytes(self):
        self.assertEqual(flip(b"ab"), b"ba")

    def test_none(self):
        self.assertEqual(flip(None), None)

    def test_inside(self):
        self.assertEqual(rows(2), [[1, 2], [3]])

    def test_inside_of_another(self):
        self.assertEqual(honest_rows(), [[1]])

    def test_many(self):
        self.assertEqual(squares(2500), [number * number for number in range(2500)])

    def test_statement(self):
        assert flip([1, 2]) == [2, 1]

    def test_true(self):
        self.assertTrue(flip([1, 2]) == [2, 1])


@pytest.mark.parametrize("value, expected", [([1, 2], [2, 1])])
def test_rows(value, expected):
    assert flip(value) == expected
