import threading


def first():
    return 1


def second():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
