import io
import sys

sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")


def greet(name):
    sys.stderr = io.TextIOWrapper(sys.stderr.detach(), encoding="utf-8")
    print("greeting", name)
    return f"Grüße, {name}"
