"""Asks and tells proctor over the run's channel (docs/adding-a-framework.md).

    client = Client.from_environment(["skip", "stop"])   # before any code under test is loaded
    if client.ask("a_test.py::test_b", line=12) == "run":
        ...
        client.tell("finish", id="a_test.py::test_b", status="pass")
    client.tell("end")

Threads take turns. A forked child says nothing. If the channel is lost, the process ends with code 70.
"""
import fcntl
import json
import os
import re
import socket
import threading

LONE_SURROGATES = re.compile("[\ud800-\udfff]")
LONGEST_TEXT = 200_000  # of a longer one the beginning and the end stay


class Client:
    def __init__(self, channel, can, **fields):
        """`channel`: what PROCTOR_CHANNEL held, which a worker gets from the process that took it."""
        self.channel = channel
        self._nonce, _, path = channel.partition(" ")
        self._pid = os.getpid()
        self._lock = threading.RLock()
        self._socket = _connect(path)
        self._rest = b""
        os.register_at_fork(after_in_child=self._leave)
        self.tell("hello", can=can, **fields)

    @classmethod
    def from_environment(cls, can):
        """The client that PROCTOR_CHANNEL asks for. Children don't inherit the variable; None if it isn't there."""
        channel = os.environ.pop("PROCTOR_CHANNEL", "")
        return cls(channel, can) if " " in channel else None

    @property
    def is_ours(self):
        """Whether this is the process that registered, and no fork of it."""
        return os.getpid() == self._pid

    def ask(self, test, **fields):
        """Asks before a test, after the streams were flushed: "run", "skip" or "stop"."""
        return self.tell("ask", id=test, **fields)

    def tell(self, event, **fields):
        """Tells of an event and returns proctor's answer. Fields that are None are left out."""
        if not self.is_ours:
            return "ok"
        line = {"nonce": self._nonce, "pid": self._pid, "event": event}
        line.update((key, _bounded(value)) for key, value in fields.items() if value is not None)
        # Strings of Python may hold halves of surrogate pairs. UTF-8 can't, so they are spelled out.
        text = LONE_SURROGATES.sub(lambda match: f"\\\\u{ord(match[0]):04x}", json.dumps(line, ensure_ascii=False))
        with self._lock:
            try:
                self._socket.sendall(f"{text}\n".encode())
                return self._answer()
            except OSError:
                os._exit(70)

    def _answer(self):
        while b"\n" not in self._rest:
            piece = self._socket.recv(4096)
            if not piece:
                os._exit(70)
            self._rest += piece
        answer, _, self._rest = self._rest.partition(b"\n")
        return answer.decode()

    def _leave(self):
        self._lock = threading.RLock()
        self._socket.close()


def _bounded(value):
    if not isinstance(value, str) or len(value) <= LONGEST_TEXT:
        return value
    head = value.rfind("\n", 0, LONGEST_TEXT // 2) + 1 or LONGEST_TEXT // 2
    lost = value[head:-(LONGEST_TEXT // 2)]
    mark = f"[… {len(lost.encode('utf-8', 'surrogatepass'))} bytes, {lost.count(chr(10))} lines left out …]\n"
    return value[:head] + mark + value[len(value) - LONGEST_TEXT // 2:]


def _connect(path):
    """A connection at a high number, which code under test doesn't meet by chance; children don't inherit it."""
    plain = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    plain.connect(path)
    limit = os.sysconf("SC_OPEN_MAX")
    for lowest in (max(min(limit if limit > 0 else 65536, 65536) - 64, 20), 64, 20):
        try:
            high = socket.socket(fileno=fcntl.fcntl(plain.fileno(), fcntl.F_DUPFD_CLOEXEC, lowest))
        except OSError:  # so high a number isn't allowed, or too many are in use
            continue
        plain.close()
        high.settimeout(None)
        return high
    return plain
