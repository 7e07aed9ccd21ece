"""A test that starts one worker a case and never joins them."""
import multiprocessing
import time

if __name__ == "__main__":
    print("starting", flush=True)
    for _ in range(500):
        try:
            multiprocessing.Process(target=time.sleep, args=(10,), daemon=True).start()
        except OSError:
            time.sleep(0.02)
