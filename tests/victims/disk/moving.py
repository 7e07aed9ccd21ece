"""Fills directories while they are renamed all the time: whoever walks through them always comes too late."""
import os
import time

print("filling", flush=True)
os.mkdir("a")
os.mkdir("b")
place = "a/here"
os.mkdir(place)
for number in range(128):
    with open(f"{place}/{number}", "wb", buffering=0) as file:
        file.write(b"x" * (1 << 20))
    target = ("b" if place[0] == "a" else "a") + "/here"
    os.rename(place, target)
    place = target
    time.sleep(0.004)  # a disk that is only memory takes all of it within one look of the watch
print("took all", flush=True)
time.sleep(5)
