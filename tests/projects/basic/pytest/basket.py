"""What the tests are about."""


class Basket:
    def __init__(self):
        self.items = {}

    def add(self, name, price):
        if price < 0:
            raise ValueError("a price can't be negative")
        self.items[name] = price

    def total(self):
        return sum(self.items.values())
