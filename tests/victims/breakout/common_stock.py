"""Takes what there is only once for the whole machine: asynchronous I/O, huge pages."""
import ctypes
import errno
import mmap
import os

import probe

HUGE = 0x40000
probe.arguments(0)
libc = ctypes.CDLL(None, use_errno=True)


def events(count):
    context = ctypes.c_ulong(0)
    if libc.syscall(206 if os.uname().machine == "x86_64" else 0, ctypes.c_long(count), ctypes.byref(context)) < 0:
        raise OSError(ctypes.get_errno(), "io_setup")


def segment(size):
    if libc.shmget(0, size, 0o1600 | 0o4000) < 0:
        raise OSError(ctypes.get_errno(), "shmget")


probe.must_fail("events of asynchronous I/O", events, 1)
probe.must_fail("huge pages", mmap.mmap, -1, 2 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | HUGE)
probe.must_fail("a file in huge pages", os.memfd_create, "huge", os.MFD_HUGETLB)
probe.must_fail("shared memory in huge pages", segment, 2 << 20)
try:
    events(1)
except OSError as error:
    print("libraries see", errno.errorcode[error.errno])
probe.finish()
