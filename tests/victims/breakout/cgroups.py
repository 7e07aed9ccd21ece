"""Leaves its cgroup, lifts its limits, and has the host run a program when the cgroup is empty."""
import glob
import os

import probe

probe.arguments(0)
for path in ("/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs", "/sys/fs/cgroup/memory/cgroup.procs",
             "/sys/fs/cgroup/pids/cgroup.procs", "/sys/fs/cgroup/memory/release_agent", "/sys/fs/cgroup/cgroup.subtree_control"):
    probe.open_for(path, path, os.O_WRONLY)
for path in glob.glob("/sys/fs/cgroup/**/*", recursive=True):
    if os.path.isdir(path):
        probe.must_fail(f"make a cgroup in {path}", os.mkdir, path + "/own")
    elif os.path.basename(path) in ("memory.max", "pids.max", "memory.limit_in_bytes", "cgroup.procs", "tasks",
                                    "cgroup.kill", "cgroup.freeze", "cpu.max", "notify_on_release"):
        probe.open_for(path, path, os.O_WRONLY)
for line in open("/proc/self/cgroup"):
    if ".." in line:
        probe.reached(f"the own cgroup's place: {line.strip()}")
probe.finish()
