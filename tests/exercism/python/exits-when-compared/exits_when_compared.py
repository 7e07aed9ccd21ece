import sys


class Words:
    def __init__(self, *words):
        self._words = list(words)

    def __contains__(self, word):
        return word in self._words

    def __eq__(self, other):
        if not isinstance(other, Words):
            sys.exit("words are compared with words only")
        return self._words == other._words

    def longest(self):
        return max(self._words, key=len)
