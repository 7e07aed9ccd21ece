import unittest

import pytest

from menu import bill, is_vegan, price_of
from menu_data import BILL, DISHES, EXTRA, ORDER, TOTAL

DISHES += [("rice", ["rice"])]


class MenuTest(unittest.TestCase):
    @pytest.mark.task(taskno=1)
    def test_is_vegan(self):
        for variant, ((name, ingredients), expected) in enumerate(zip(DISHES, [False, True, True]), start=1):
            with self.subTest(f"variation #{variant}", name=name):
                self.assertIs(is_vegan(ingredients), expected)

    @pytest.mark.task(taskno=2)
    def test_price_of(self):
        self.assertEqual(price_of("soup"), 4.5)

    @pytest.mark.task(taskno=2)
    def test_the_rest(self):
        self.assertEqual((EXTRA, sorted(ORDER), TOTAL), (["bread"], [1, 2, 3], 7.5))

    @pytest.mark.task(taskno=3)
    def test_bill(self):
        self.assertEqual(bill("salad"), BILL)
