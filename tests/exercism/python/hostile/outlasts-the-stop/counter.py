# A test that takes longer than one may at first, is asked to stop, and comes to its end before it is made to.
import signal, time


def first():
    return 1


def second():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end = time.monotonic() + 3.5
    while time.monotonic() < end:
        pass
    return 2


def third():
    return 3


def fourth():
    return 4
