"""One file in the workspace that only grows, up to 1 GiB."""
print("filling", flush=True)
with open("filler", "wb", buffering=0) as file:
    for _ in range(1024):
        file.write(b"x" * (1 << 20))
print("took all", flush=True)
