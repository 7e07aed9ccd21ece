"""The private descriptor to proctor: the greeting, the events, and the marks in the output.

Its descriptors are copies at high numbers, and children don't have them. So a test that closes, fills or replaces
descriptors, or that forks, doesn't meet them by chance. Nothing is done against a test that looks for them.
"""
import fcntl
import json
import os
import re
import sys

from . import streams

LONE_SURROGATES = re.compile("[\ud800-\udfff]")
# A longer message is of no use to anybody, and has to go through the channel in one piece.
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
            if key in ("skip", "only"):
                getattr(self, key).add(re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], value))
            elif key in ("nonce", "mark", "filter"):
                setattr(self, key, value)
            elif key in ("fail_fast", "exercise"):
                setattr(self, key, True)


class Channel:
    """Writes events and marks. In a forked child it writes nothing."""

    def __init__(self, greeting, events):
        self.greeting = greeting
        self._owner = os.getpid()
        self._events = _copy_high(events)
        self._outputs = {number: _copy_high(number) for number in (1, 2)}
        self._started = 0
        os.close(events)
        os.register_at_fork(after_in_child=self._close)

    def event(self, kind, **fields):
        """Writes one event; fields that are None are left out. Ends the process if the channel is lost."""
        if not self._is_ours():
            return
        line = {"event": kind, **{key: value for key, value in fields.items() if value is not None}}
        message = line.get("message", "")
        if len(message) > LONGEST_MESSAGE:
            lost = len(message[LONGEST_MESSAGE:].encode("utf-8", "surrogatepass"))
            line["message"] = f"{message[:LONGEST_MESSAGE]}\n… ({lost} bytes more were cut off)"
        # Strings of Python may hold halves of surrogate pairs. UTF-8 can't, so they are spelled out.
        text = LONE_SURROGATES.sub(lambda match: f"\\\\u{ord(match[0]):04x}", json.dumps(line, ensure_ascii=False))
        if not _write_all(self._events, f"\n{self.greeting.nonce} {text}\n".encode()):
            os._exit(70)  # nobody would learn how the tests went: better that proctor sees the process end

    def start(self, fields):
        """Tells that a test starts, and returns its number."""
        self._started += 1
        self.mark(self._started)
        self.event("start", **fields, n=self._started)
        return self._started

    def mark(self, number):
        """What is printed from here on belongs to test `number` (0: to none)."""
        if self._is_ours():
            streams.flush()
            for output in self._outputs.values():
                _write_all(output, f"\x1e{self.greeting.mark} {number}\x1e".encode())

    def reopen_outputs(self):
        """Gives descriptors 1 and 2 back to a program that closed them or put something else there."""
        for number, output in self._outputs.items():
            if output >= 0:
                os.dup2(output, number)

    def leave_if_child(self):
        """Ends a forked child that comes back from its test: it must not run the other tests, too."""
        if not self._is_ours():
            os._exit(0)

    def _is_ours(self):
        return os.getpid() == self._owner

    def _close(self):
        for number in (self._events, *self._outputs.values()):
            try:
                os.close(number)
            except OSError:
                pass  # the test had closed it before


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


def _write_all(number, data):
    while data:
        try:
            data = data[os.write(number, data):]
        except BlockingIOError:  # the code under test made it non-blocking
            os.set_blocking(number, True)
        except OSError:
            return False
    return True


def _copy_high(number):
    """A copy of the descriptor beyond those that a program uses, closed on exec; -1 if the descriptor is closed."""
    limit = os.sysconf("SC_OPEN_MAX")
    high = min(limit if limit > 0 else 65536, 65536) - 64
    for lowest in (max(high, 20), 64, 20):
        try:
            return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, lowest)
        except OSError:
            pass  # it's closed, there are so many already, or so high a number isn't allowed
    return -1
