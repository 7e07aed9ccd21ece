"""A list that only grows."""
print("growing", flush=True)
things = []
for number in range(1024):
    things.append(bytearray(b"x") * (1 << 20))
print("took all", flush=True)
