"""Looks at the machine through other processes' roots and directories. Arguments: a canary file outside, a process
outside."""
import glob
import os

import probe

canary, outside = probe.arguments(2)
for entry in ("self", "1", str(os.getppid()), "thread-self"):
    for door in ("root", "cwd", "root/proc/1/root", "cwd/../../../../.."):
        probe.open_for(f"/proc/{entry}/{door}{canary}", f"/proc/{entry}/{door}{canary}", os.O_RDONLY)
for path in glob.glob("/proc/[0-9]*/root"):
    probe.open_for(path + canary, path + canary, os.O_RDONLY)
probe.must_fail("see a process outside", os.stat, f"/proc/{outside}")
probe.must_fail("signal a process outside", os.kill, int(outside), 0)
many = [path for path in glob.glob("/proc/[0-9]*") if int(path[6:]) > 100]
if many:
    probe.reached(f"processes outside: {many}")
probe.finish()
