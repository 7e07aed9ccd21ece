"""Writes to each descriptor it may have inherited, first those that it shouldn't have."""
import os

names = []
for fd in range(3, 1024):
    try:
        names.append(f"{fd} -> {os.readlink(f'/proc/self/fd/{fd}')}")
        os.write(fd, b"forged through a descriptor\n")
    except OSError:
        pass
print("inherited:", [name for name in names if "/proc/" not in name], flush=True)
for _ in range(1024):
    for fd in (2, 1):
        os.write(fd, b"x" * (1 << 20))
