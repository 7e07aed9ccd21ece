"""Directories within directories, 3000 levels: no path names the innermost. There it hides what fills the disk."""
import os

print("digging", flush=True)
for _ in range(3000):
    os.mkdir("d" * 50)
    os.chdir("d" * 50)
print("dug", flush=True)
for number in range(1024):
    with open(f"filler-{number}", "wb", buffering=0) as file:
        file.write(b"x" * (1 << 20))
print("took all", flush=True)
