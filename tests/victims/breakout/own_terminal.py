"""A pseudo terminal of its own is allowed; typing into it from within isn't, nor are those of others."""
import fcntl
import os
import termios

import probe

probe.arguments(0)
for name in sorted(os.listdir("/dev/pts")) if os.path.isdir("/dev/pts") else []:
    if name != "ptmx":
        probe.reached(f"a terminal of somebody else: /dev/pts/{name}")
try:
    master, slave = os.openpty()
    if os.fork() == 0:
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        try:
            fcntl.ioctl(slave, termios.TIOCSTI, b"x")
            os._exit(1)
        except OSError:
            os._exit(0)
    if os.waitstatus_to_exitcode(os.wait()[1]) == 0:
        probe.refused("TIOCSTI on a terminal of its own", "EPERM")
    else:
        probe.reached("TIOCSTI on a terminal of its own")
except OSError as error:
    probe.refused("a terminal of its own", error.errno)
probe.finish()
