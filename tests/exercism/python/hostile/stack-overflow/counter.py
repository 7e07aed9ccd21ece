import sys


def first():
    return 1


def second():
    sys.setrecursionlimit(10**9)


    class Deep:
        def __repr__(self):
            return repr(self)

    return len(repr(Deep()))


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
