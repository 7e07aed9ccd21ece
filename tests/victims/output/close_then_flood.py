"""Closes its output, so that all seems to be over, and floods what is left of it."""
import os

os.write(1, b"goodbye\n")
os.close(1)
for _ in range(1024):
    os.write(2, b"still here\n" * (1 << 16))
