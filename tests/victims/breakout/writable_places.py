"""Tries to write at each mount and in each directory near the root. Only the workspace and places of its own may be
written to, and those in memory are small. Argument: the workspace."""
import os

import probe

(workspace,) = probe.arguments(1)
ALLOWED = [os.path.realpath(path) for path in (workspace, "/tmp", "/dev/shm", "/dev/mqueue", os.environ["HOME"])]
MOST = 2 << 30  # bytes of a file system in memory

mounts = {}  # place to kind
for line in open("/proc/self/mountinfo"):
    before, _, behind = line.partition(" - ")
    mounts[before.split()[4].encode().decode("unicode_escape")] = behind.split()[0]
places = set(mounts)
for top in ("/", "/dev", "/var", "/run", "/home", "/opt", "/mnt", os.path.dirname(workspace)):
    try:
        places.add(top)
        places.update(os.path.join(top, name) for name in os.listdir(top))
    except OSError:
        pass
for place in sorted(places):
    if not os.path.isdir(place) or os.path.islink(place):
        continue
    real = os.path.realpath(place)
    if any(real == path or real.startswith(path + "/") for path in ALLOWED if path != "/"):
        system = os.statvfs(place)
        size = system.f_blocks * system.f_frsize
        print(f"allowed: {place} ({size >> 20} MiB)")
        if mounts.get(place) == "tmpfs" and os.access(place, os.W_OK) and not 0 < size <= MOST:
            probe.reached(f"{place}: memory without limit")
        continue
    file = os.path.join(place, f"planted-{os.getpid()}")
    fd = probe.must_fail(f"create a file in {place}", os.open, file, os.O_WRONLY | os.O_CREAT)
    if fd is not None:
        os.close(fd)
        os.unlink(file)
probe.finish()
