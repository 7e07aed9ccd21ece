"""Files of the machine and of other users: reads those that aren't for everybody, writes to those that are.
Arguments: a file of the user's outside of the workspace that everybody may read."""
import errno
import os

import probe

(outside,) = probe.arguments(1)


def read(path):
    """Directories count by what is in them, for a private one may stand in the same place."""
    if os.path.isdir(path):
        if not os.listdir(path):
            raise FileNotFoundError(errno.ENOENT, "nothing is in it")
    else:
        os.close(os.open(path, os.O_RDONLY))


for path in ("/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/ssh/ssh_host_rsa_key", "/var/log", "/var/lib/dpkg",
             "/var/spool/cron/crontabs", "/boot", "/root", "/srv", "/mnt", "/media", outside):
    probe.must_fail(f"read {path}", read, path)
for path in ("/etc/passwd", "/etc/hosts", "/etc/resolv.conf", "/etc/ld.so.cache", "/etc/ld.so.preload", "/usr/bin/env",
             "/bin/sh", "/lib/x86_64-linux-gnu/libc.so.6", outside):
    if os.path.exists(path):
        probe.open_for(f"write {path}", path, os.O_WRONLY)
for path in ("/usr", "/usr/bin", "/usr/local/bin", "/etc", "/bin", "/sbin", "/lib", "/lib64", "/usr/lib", "/proc", "/sys"):
    if os.path.isdir(path):
        probe.open_for(f"create a file in {path}", path + "/planted", os.O_WRONLY | os.O_CREAT)
        probe.must_fail(f"rename {path}", os.rename, path, path + "-away")
for path in ("/usr", "/usr/bin", "/etc", "/sys"):
    if os.path.isdir(path):
        probe.must_fail(f"change the mode of {path}", os.chmod, path, 0o777)
probe.finish()
