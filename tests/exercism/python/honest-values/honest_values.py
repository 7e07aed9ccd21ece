class Phone:
    """Digits count, and nothing else."""

    def __init__(self, text):
        self.digits = "".join(filter(str.isdigit, text))

    def __eq__(self, other):
        return isinstance(other, (Phone, str)) and self.digits == "".join(filter(str.isdigit, str(other)))


class Name(str):
    """Letters count, and nothing else."""

    def __eq__(self, other):
        return [each.lower() for each in self if each.isalpha()] == [each.lower() for each in str(other) if each.isalpha()]


class Text:
    def __init__(self, text, way):
        self.text, self.way = text, way

    def __eq__(self, other):
        return self.way(self.text) == self.way(other)


class Row(list):
    """Walks side by side, as far as both go."""

    def __eq__(self, other):
        return all(one == another for one, another in zip(self, other))


class Part(Row):
    def __eq__(self, other):
        return all(each in other for each in self)


class Flag:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == bool(other)


class Nothing:
    def __eq__(self, other):
        return not other


class Number:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == float(other)

    def __lt__(self, other):
        return self.value < other

    def __sub__(self, other):
        return self.value - float(other)

    def __rsub__(self, other):
        return float(other) - self.value


class Hours:
    def __init__(self, hour):
        self.hour = hour

    def __eq__(self, other):
        return (self.hour - other) % 9 == 0


class Span:
    def __init__(self, first, last):
        self.first, self.last = first, last

    def __contains__(self, each):
        return self.first <= each <= self.last


class Table(dict):
    def __eq__(self, other):
        return self.keys() == other.keys()
