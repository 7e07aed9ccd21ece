"""Gains rights, or writes to read-only files, through its own entries in /proc."""
import os
import sys

import probe

probe.arguments(0)


def write(path, text):
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)


probe.must_fail("map users", write, "/proc/self/uid_map", "0 0 4294967295")
probe.must_fail("map groups", write, "/proc/self/gid_map", "0 0 4294967295")
probe.must_fail("allow setgroups", write, "/proc/self/setgroups", "allow")
probe.must_fail("be the last to be killed for memory", write, "/proc/self/oom_score_adj", "-1000")
probe.must_fail("shift the clocks of children", write, "/proc/self/timens_offsets", "monotonic 100 0")
# Opening through /proc/self/fd asks for the rights of the path again: read-only stays read-only.
for path in (os.path.realpath(sys.executable), "/etc/passwd", "/usr/bin/env"):
    if os.path.exists(path):
        fd = os.open(path, os.O_RDONLY)
        probe.open_for(f"write {path} through its descriptor", f"/proc/self/fd/{fd}", os.O_WRONLY)
        probe.must_fail(f"change the mode of {path}", os.fchmod, fd, 0o777)
        os.close(fd)
probe.open_for("write the own program", "/proc/self/exe", os.O_WRONLY)
probe.open_for("write process 1's program", "/proc/1/exe", os.O_WRONLY)
status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\t" in line)
for name, wanted in (("NoNewPrivs", "1"), ("Seccomp", "2")):
    if status.get(name) == wanted:
        probe.refused(f"{name} is {wanted}", "EPERM")
    else:
        probe.reached(f"{name} is {status.get(name)}")
probe.finish()
