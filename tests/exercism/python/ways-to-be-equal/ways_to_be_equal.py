class Clock:
    def __init__(self, hour):
        self.hour = hour % 24

    def __eq__(self, other):
        return self.hour == other.hour

    def __hash__(self):
        return self.hour


class Node:
    """At the end of a list there is nothing, and whatever has no next is an end."""

    def __init__(self, following=None):
        self.following = following

    def __eq__(self, other):
        print("comparing")
        return self.following == getattr(other, "following", None)


class Bag:
    def __init__(self, *items):
        self.items = items

    def __eq__(self, other):
        return all(each in other.items for each in self.items) and len(self.items) == len(other.items)


class Word(str):
    def __eq__(self, other):
        return self.lower() == other.lower()

    __hash__ = str.__hash__


class Strict:
    def __eq__(self, other):
        if type(other) is not Strict:
            raise TypeError("only with its like")
        return True
