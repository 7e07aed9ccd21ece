"""Waits for a file lock that a child holds, which in turn waits for its parent's end."""
import fcntl
import os
import signal

signal.alarm(60)
reader, writer = os.pipe()
if os.fork() == 0:
    signal.alarm(60)
    with open("lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        os.write(writer, b"x")
        os.close(writer)
        while os.getppid() != 1:
            signal.pause()
        os._exit(0)
os.read(reader, 1)
print("waiting for the lock", flush=True)
with open("lock") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
