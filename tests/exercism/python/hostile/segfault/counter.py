import ctypes


def first():
    return 1


def second():
    ctypes.string_at(0)


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
