"""Writes a file larger than its memory may be and reads it: what the kernel keeps of it for reading isn't the
program's memory. No reason for alarm."""
size = 0
with open("large", "wb") as file:
    for _ in range(96):
        file.write(b"x" * (1 << 20))
with open("large", "rb") as file:
    while block := file.read(1 << 20):
        size += len(block)
print("read", size >> 20, "MiB")
