STORE = {}


def ordered(numbers):
    numbers.sort()
    return numbers


def taken(basket):
    return basket.pop()


class Stock:
    def __init__(self, items):
        self.items = items

    def sell(self, name):
        self.items[name] -= 1
        if not self.items[name]:
            del self.items[name]


def register(table):
    STORE["table"] = table


def forget():
    STORE["table"].clear()
