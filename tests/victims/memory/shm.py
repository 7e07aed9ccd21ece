"""Fills /dev/shm: files in memory that no process maps. The place is small, or the limit strikes."""
import errno
import os

print("filling", flush=True)
with open("/dev/shm/filler", "wb", buffering=0) as file:
    try:
        for _ in range(1024):
            file.write(b"x" * (1 << 20))
    except OSError as error:
        print("full:", errno.errorcode[error.errno], os.fstat(file.fileno()).st_size >> 20, "MiB", flush=True)
        raise SystemExit(0 if error.errno in (errno.ENOSPC, errno.EDQUOT) else 3)
print("took all", flush=True)
