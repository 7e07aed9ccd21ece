import pdb


def first():
    return 1


def second():
    return 2


def third():
    return 3


def fourth():
    return 4


pdb.set_trace()
