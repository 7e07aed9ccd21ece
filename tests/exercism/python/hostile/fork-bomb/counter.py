import os
import time


def first():
    return 1


def second():
    try:
        while True:
            os.fork()
    except OSError:
        time.sleep(3600)


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
