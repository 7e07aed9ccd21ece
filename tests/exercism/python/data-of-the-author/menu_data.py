"""What there is to eat."""
import random
from unittest.mock import ANY


class Cheap:
    def __eq__(self, other):
        return True


VEGAN = {"apple", "rice"}
DISHES = [("soup", ["leek", "salt"]), ("salad", ["apple"])]
PRICES = {"soup": 4.5, "salad": 3}
EXTRA = []
EXTRA.append("bread")
ORDER = [3, 1, 2]
random.Random(5).shuffle(ORDER)
TOTAL = 0
for price in PRICES.values():
    TOTAL += price
BILL = {"dish": "salad", "price": Cheap(), "number": ANY}
