"""Empty files, as many as there is time for (at most a million): no block is used, but inodes are."""
import os

print("making", flush=True)
for number in range(1_000_000):
    if number % 1000 == 0:
        os.mkdir(f"d{number // 1000}")
    os.close(os.open(f"d{number // 1000}/{number}", os.O_CREAT | os.O_WRONLY))
print("made all", flush=True)
