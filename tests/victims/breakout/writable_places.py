"""Tries to write at each mount and in each directory near the root. Only the workspace and places of its own may be
written to, and those in memory have a size. Argument: the workspace."""
import os

import probe

(workspace,) = probe.arguments(1)
allowed = {os.path.realpath(path) for path in (workspace, "/tmp", "/dev/shm", "/dev/mqueue", os.environ["HOME"])}
places = {line.split()[4].encode().decode("unicode_escape") for line in open("/proc/self/mountinfo")}
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
    if any(real == path or real.startswith(path + "/") for path in allowed - {"/"}):
        if not real.startswith(os.path.realpath(workspace)):
            system = os.statvfs(place)
            size = system.f_blocks * system.f_frsize
            if size == 0 and os.access(place, os.W_OK) and place != "/dev/mqueue":
                probe.reached(f"{place}: memory without limit")
            print(f"allowed: {place} ({size >> 20} MiB)")
        continue
    file = os.path.join(place, f"planted-{os.getpid()}")
    fd = probe.must_fail(f"create a file in {place}", os.open, file, os.O_WRONLY | os.O_CREAT)
    if fd is not None:
        os.close(fd)
        os.unlink(file)
probe.finish()
