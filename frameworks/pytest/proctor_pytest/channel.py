"""The private descriptor to proctor: the greeting, the events, and the marks in the output.

Threat model: the code under test runs in this process, so whoever looks for our objects on purpose (gc, frames,
ctypes) finds them. What is kept off is everything that meets them by chance or by brute force over descriptors:
closing, writing to or replacing each of them, forked children, replaced functions of `os` and `json`.
"""
import errno
import fcntl
import functools
import json
import os
import re
import sys

# Bound now: the code under test may replace the names in its modules later.
_dumps = functools.partial(json.dumps, separators=(",", ":"), ensure_ascii=False)
_lone_surrogates = re.compile("[\ud800-\udfff]")
_write, _close, _dup2, _fstat = os.write, os.close, os.dup2, os.fstat
_set_blocking = os.set_blocking
_getpid, _exit = os.getpid, os._exit

# A message longer than this is of no use to anybody, and would have to go through the channel in one piece.
LONGEST_MESSAGE = 100_000


class Greeting:
    """What proctor wants of this run."""

    def __init__(self, text):
        self.nonce = self.mark = ""
        self.skip, self.only = set(), set()
        self.filter = None
        self.fail_fast = self.exercise = False
        for line in text.split("\n"):
            key, _, value = line.partition(" ")
            if key == "skip":
                self.skip.add(_unescape(value))
            elif key == "only":
                self.only.add(_unescape(value))
            elif key in ("nonce", "mark", "filter"):
                setattr(self, key, value)
            elif key in ("fail_fast", "exercise"):
                setattr(self, key, True)


class Channel:
    """Writes events and marks. Its descriptors are at high numbers, closed on exec, and dead in forked children."""

    def __init__(self, greeting, events):
        self.greeting = greeting
        self._owner = _getpid()
        self._events = _move_high(events)
        self._streams = {1: _copy_high(1), 2: _copy_high(2)}
        self._prefix = b"\n" + greeting.nonce.encode() + b" "
        self._mark = greeting.mark.encode()
        self._started = 0
        _protect_descriptors({self._events, *self._streams.values()})
        os.register_at_fork(after_in_child=self._close_in_child)

    def event(self, kind, **fields):
        """Writes one event; fields that are None are left out. Ends the process if the channel is lost."""
        self.leave_if_child()
        line = {"event": kind}
        line.update((key, value) for key, value in fields.items() if value is not None)
        if len(message := line.get("message", "")) > LONGEST_MESSAGE:
            lost = len(message[LONGEST_MESSAGE:].encode("utf-8", "surrogatepass"))
            line["message"] = f"{message[:LONGEST_MESSAGE]}\n… ({lost} bytes more were cut off)"
        # Strings of Python may hold halves of surrogate pairs; neither UTF-8 nor JSON can, so they are spelled out.
        text = _lone_surrogates.sub(lambda match: f"\\\\u{ord(match[0]):04x}", _dumps(line))
        if not _write_all(self._events, self._prefix + text.encode() + b"\n"):
            _exit(70)  # nobody would learn how the tests went: better that proctor sees the process end

    def next_number(self):
        """The number of a test that starts."""
        self._started += 1
        return self._started

    def mark(self, number):
        """What is printed from here on belongs to test `number` (0: to none)."""
        self.leave_if_child()
        flush()
        mark = b"\x1e" + self._mark + b" " + str(number).encode() + b"\x1e"
        for copy in self._streams.values():
            _write_all(copy, mark)

    def reopen_streams(self):
        """Gives back descriptors 1 and 2 if the code under test closed them or put something else there."""
        for number, copy in self._streams.items():
            try:
                ours, theirs = _fstat(copy), _fstat(number)
                if (ours.st_dev, ours.st_ino) == (theirs.st_dev, theirs.st_ino):
                    continue
            except OSError:
                pass
            try:
                _dup2(copy, number)
            except OSError:
                pass

    def leave_if_child(self):
        """A forked child that comes back from its test into the framework must not run the other tests, too."""
        if _getpid() != self._owner:
            _exit(0)

    def _close_in_child(self):
        for number in (self._events, *self._streams.values()):
            try:
                _close(number)
            except OSError:
                pass


def take():
    """Reads the greeting from the descriptor that PROCTOR_CHANNEL names. Must come before any code under test."""
    value = os.environ.pop("PROCTOR_CHANNEL", "")
    if not value.isdigit():
        sys.exit("PROCTOR_CHANNEL isn't set: this reporter is started by proctor")
    events, text = int(value), b""
    while not text.endswith(b"\n\n"):
        try:
            part = os.read(events, 65536)
        except OSError as failure:
            sys.exit(f"descriptor {events} (PROCTOR_CHANNEL) can't be read: {failure.strerror}")
        if not part:
            sys.exit("the greeting on PROCTOR_CHANNEL ended early")
        text += part
    greeting = Greeting(text.decode())
    if not greeting.nonce or not greeting.mark:
        sys.exit("the greeting on PROCTOR_CHANNEL lacks its nonce or mark")
    return Channel(greeting, events)


def flush():
    """Brings out what Python and the C library hold back of the output."""
    for stream in {id(s): s for s in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)}.values():
        try:
            stream.flush()
        except Exception:  # closed, or replaced by something that isn't a stream
            pass
    # Only C code leaves something in the C library's buffers. Loading ctypes to empty them costs 5 ms, so that is
    # left to programs that load it or a package with C code of its own.
    if "ctypes" in sys.modules or "numpy" in sys.modules or "_cffi_backend" in sys.modules:
        try:
            import ctypes
            ctypes.CDLL(None).fflush(None)
        except Exception:
            pass


def _unescape(text):
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def _write_all(number, data):
    view = memoryview(data)
    while view:
        try:
            view = view[_write(number, view):]
        except BlockingIOError:  # the code under test made it non-blocking
            _set_blocking(number, True)
        except OSError:
            return False
    return True


def _copy_high(number):
    """A copy of the descriptor beyond those that a program counts through, closed on exec. 1 and 2 may be closed."""
    # (The module `resource` would be there already when a solution imports one of its own that is called so.)
    limit = os.sysconf("SC_OPEN_MAX")
    limit = 65536 if limit < 0 else min(limit, 65536)
    for lowest in (limit - 64 - int.from_bytes(os.urandom(1), "big") % 32, limit // 2, 3):
        try:
            return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, max(lowest, 3))
        except OSError as failure:
            if failure.errno == errno.EBADF:
                return -1
    return number


def _move_high(number):
    copy = _copy_high(number)
    if copy not in (number, -1):
        _close(number)
    return copy


def _protect_descriptors(ours):
    """Makes the functions that programs run over all descriptors say that ours aren't open."""

    def guarded(function, *positions):
        @functools.wraps(function)
        def call(*arguments, **keywords):
            for position in positions:
                if position < len(arguments) and arguments[position] in ours:
                    raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return function(*arguments, **keywords)
        return call

    def closerange(low, high, /):
        start = low
        for number in sorted(n for n in ours if low <= n < high):
            plain_closerange(start, number)
            start = number + 1
        plain_closerange(start, high)

    plain_closerange = os.closerange
    os.closerange = functools.wraps(plain_closerange)(closerange)
    os.close = guarded(os.close, 0)
    os.write = guarded(os.write, 0)
    os.writev = guarded(os.writev, 0)
    os.dup = guarded(os.dup, 0)
    os.dup2 = guarded(os.dup2, 0, 1)
