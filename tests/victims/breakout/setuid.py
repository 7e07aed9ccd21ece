"""Programs that are allowed more than whoever starts them: none may be, and a copy of its own with that mark neither."""
import os
import shutil
import subprocess

import probe

probe.arguments(0)
status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\t" in line)
for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
    if int(status[name], 16) == 0:
        probe.refused(f"{name} is empty", "EPERM")
    else:
        probe.reached(f"{name} is {status[name]}")
if status["NoNewPrivs"] != "1":
    probe.reached("new privileges may be had")


def start(what, *command):
    """The command has to be missing or to fail."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        probe.refused(what, getattr(error, "errno", "timeout"))
        return
    if done.returncode == 0:
        probe.reached(f"{what}: {done.stdout[:80]!r}")
    else:
        probe.refused(what, f"exit-{done.returncode}")


start("su reads /etc/shadow", "su", "-c", "cat /etc/shadow")
start("sudo", "sudo", "-n", "true")
start("mount", "mount", "-t", "tmpfs", "none", "/usr")
start("mount remount", "mount", "-o", "remount,rw,bind", "/")
start("umount", "umount", "-l", "/proc")
start("newuidmap", "newuidmap", str(os.getpid()), "0", "0", "1")
start("fusermount3", "fusermount3", "/tmp")
start("unshare", "unshare", "-Ur", "true")
start("bwrap", "bwrap", "--unshare-all", "--ro-bind", "/", "/", "true")
start("chroot", "chroot", "/", "true")
start("nsenter", "nsenter", "-t", "1", "-a", "true")
start("at", "sh", "-c", "echo true | at now")
start("crontab", "sh", "-c", "echo '* * * * * true' | crontab -")
start("ping with a capability of its file", "ping", "-c1", "-W1", "192.0.2.1")
for place in (".", "/tmp"):
    copy = f"{place}/own-id"
    shutil.copy("/usr/bin/id", copy)
    try:
        os.chmod(copy, 0o6755)
        os.setxattr(copy, "security.capability", bytes.fromhex("0100000200000020000000000000000000000000"))
        probe.reached(f"a file capability on {copy}")
    except OSError as error:
        probe.refused(f"mark {copy}", error.errno)
    try:
        ids = subprocess.run([copy, "-u"], capture_output=True, text=True, check=False).stdout.strip()
    except OSError as error:
        probe.refused(f"start {copy}", error.errno)
        continue
    if ids and int(ids) != os.getuid():
        probe.reached(f"another user through {copy}: {ids}")
probe.finish()
