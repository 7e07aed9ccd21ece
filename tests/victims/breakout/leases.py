"""Wants everybody else to wait who opens a file: leases, by which the kernel keeps an open file for its owner."""
import fcntl
import os

import probe

probe.arguments(0)
own = os.open("own", os.O_RDWR | os.O_CREAT, 0o600)
probe.must_fail("a lease of a file in the workspace", fcntl.fcntl, own, fcntl.F_SETLEASE, fcntl.F_WRLCK)
for path in ("/usr/bin/env", "/usr/lib/os-release"):
    file = os.open(path, os.O_RDONLY)
    for kind in (fcntl.F_WRLCK, fcntl.F_RDLCK):
        probe.must_fail(f"a lease of {path}", fcntl.fcntl, file, fcntl.F_SETLEASE, kind)
    os.close(file)
probe.finish()
