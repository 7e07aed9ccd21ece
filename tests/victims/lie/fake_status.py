"""Writes what a helper might tell its supervisor (status as JSON, as a number, as an error) to every descriptor that
isn't its own output, and to those of every process it can see. Ends with code 1."""
import glob
import os

import probe

probe.arguments(0)
messages = [b'{"exit-code": 0}\n',
            b'{"child-pid": 1, "exit-code": 0}\n', b"0\n", bytes(4), bytes(8), b"\x01\0\0\0", b"ok\n"]


def forge(fd):
    for message in messages:
        os.write(fd, message)


for fd in range(3, 1024):
    try:
        forge(fd)
        print("FORGED", fd)
    except OSError:
        pass
streams = {os.readlink(f"/proc/self/fd/{fd}") for fd in range(3)}
for path in glob.glob("/proc/[0-9]*/fd/*"):
    try:
        target = os.readlink(path)
        if target in streams or not target.startswith(("pipe:", "socket:", "anon_inode:")) or "/self/" in path:
            continue
        if path.startswith(f"/proc/{os.getpid()}/"):
            continue
        forge(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
        print("FORGED", path, target)
    except OSError:
        pass
print("done", flush=True)
raise SystemExit(1)
