"""Files that grow in a directory which nobody may enter or list."""
import os
import time

print("filling", flush=True)
os.mkdir("locked")
files = [open(f"locked/{number}", "wb", buffering=0) for number in range(32)]
os.chmod("locked", 0)
for _ in range(16):
    for file in files:
        file.write(b"x" * (1 << 20))
print("took all", flush=True)
time.sleep(5)
