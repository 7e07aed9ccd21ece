import sys
sys.modules['unittest'] = sys.modules['unittest'].real

def first():
    return 1


def second():
    return 2


def third():
    return 3


def fourth():
    return 10
