"""Floods with NUL bytes: nothing of it can be shown, all of it counts."""
import os

for _ in range(1024):
    os.write(1, bytes(1 << 20))
