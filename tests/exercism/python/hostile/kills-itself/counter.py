import os
import signal


def first():
    return 1


def second():
    os.kill(os.getpid(), signal.SIGKILL)


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
