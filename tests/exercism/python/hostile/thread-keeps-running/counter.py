import threading
import time


def first():
    return 1


def second():
    threading.Thread(target=time.sleep, args=(3600,)).start()
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
