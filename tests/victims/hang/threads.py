"""Ends, as it believes; a thread that isn't a daemon and swallows every signal keeps it from it."""
import signal
import threading
import time

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
    signal.signal(number, lambda *_: None)
threading.Thread(target=time.sleep, args=(60,)).start()
print("main thread done", flush=True)
