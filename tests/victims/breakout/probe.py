"""What the attempts to break out that are written in Python share: see probe.h."""
import errno
import os
import signal
import sys

_count = 0


def reached(what):
    global _count
    _count += 1
    print("REACHED", what, flush=True)


def refused(what, error):
    print("REFUSED", what, errno.errorcode.get(error, error) if isinstance(error, int) else error, flush=True)


def must_fail(what, attempt, *arguments, **named):
    """Gives back what the attempt gave, when it wasn't refused."""
    try:
        got = attempt(*arguments, **named)
    except OSError as error:
        refused(what, error.errno)
        return None
    reached(what)
    return got


def open_for(what, path, flags):
    """Opening has to fail; what is opened stays untouched."""
    fd = must_fail(what, os.open, path, flags | os.O_NONBLOCK | os.O_CLOEXEC)
    if fd is not None:
        os.close(fd)


def arguments(count):
    """Those behind the number of the PID namespace outside, in which nothing is tried."""
    if len(sys.argv) < 2 or not sys.argv[1] or os.readlink("/proc/self/ns/pid") == f"pid:[{sys.argv[1]}]":
        print("not in a sandbox: nothing is tried")
        sys.exit(99)
    if len(sys.argv) != 2 + count:
        sys.exit(f"wants {count} arguments, got {sys.argv[2:]}")
    signal.alarm(30)
    return sys.argv[2:]


def finish():
    sys.exit(1 if _count else 0)
