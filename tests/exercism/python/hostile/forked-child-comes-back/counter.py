import os


def first():
    return 1


def second():
    return 2 if os.fork() else 22


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
