import unittest

import pytest


class ScaleCase(unittest.TestCase):
    def assertEqual(self, first, second, msg=None):
        assert first == second, msg or "another number"


class Number:
    def __new__(cls, value):
        assert value is not None
        return super().__new__(cls)

    def __init__(self, value):
        self.__value = self.__checked(value)

    def __checked(self, value):
        return value

    def get(self):
        return self.__value

    def twice(self):
        return 0


Number.twice = lambda self: self.__checked(2 * self.get())
del Number.twice


def with_number(value):
    def around(function):
        def wrapper(self):
            assert value
            function(self, Number(value))
        return wrapper
    return around


def limit():
    return 10


@pytest.fixture
def factors():
    assert limit() == 10
    return [2, 3]
