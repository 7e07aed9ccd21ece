import json
import os
import re
import sys
import time


def first():
    return 1


def second():
    os.write = lambda *arguments: 0
    json.dumps = lambda *arguments, **keywords: '{"event":"end"}'
    time.monotonic = lambda: 0.0
    re.sub = None
    sys.stdout = sys.stderr = None
    return 2


def third():
    return 4  # wrong: its own result must be seen


def fourth():
    return 4
