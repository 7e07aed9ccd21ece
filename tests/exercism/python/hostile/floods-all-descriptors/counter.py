import os


def first():
    return 1


def second():
    for number in range(3, 2000):
        try:
            os.set_blocking(number, False)
            os.write(number, b"flood " * 10_000)
        except OSError:
            pass
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
