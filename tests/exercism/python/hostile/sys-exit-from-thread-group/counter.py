import os
import threading


def first():
    return 1


def second():
    for thread in [threading.Thread(target=os._exit, args=(0,))]:
        thread.start()
        thread.join()
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
