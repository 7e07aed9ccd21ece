import functools
import unittest


def repeat(times):
    def around(function):
        def wrapper(self):
            for _ in range(times):
                function(self)
        return wrapper
    return around


def needs(there):
    def around(function):
        @functools.wraps(function)
        def wrapper(self):
            if not there:
                raise unittest.SkipTest("it isn't there")
            return function(self)
        return wrapper
    return around


class WordCase(unittest.TestCase):
    def assertEqual(self, first, second, msg=None):
        super().assertEqual(first, second, msg or "not that word")

    def assertUp(self, word, expected):
        self.assertEqual(up_of(word), expected)


def up_of(word):
    from helpers_of_the_author import up
    return up(word)
