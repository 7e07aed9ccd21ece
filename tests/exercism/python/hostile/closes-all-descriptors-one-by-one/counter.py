import os


def first():
    return 1


def second():
    for number in range(65536):
        try:
            os.close(number)
        except OSError:
            pass
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
