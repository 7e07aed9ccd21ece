import os
import time


def first():
    return 1


def second():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
