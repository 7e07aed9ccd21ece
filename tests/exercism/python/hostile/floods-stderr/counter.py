import sys


def first():
    return 1


def second():
    for _ in range(200_000):
        print("x" * 1000, file=sys.stderr)
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
