#!/usr/bin/env python3
"""What calling tools costs. Rivals take turns with proctor in one run; figures are medians of the ratios of neighbours.

    bench/tool_bench.py PROCTOR_BINARY BOX [start|true|pass|pass:KIND]...

start   `proctor mcp` from its start to the first answer to tools/list, against a node server made with the official SDK
true    a call of Test with `true` over MCP, against posix_spawn and waitpid of `sh -c true`
pass    a command that prints 1 GB, called through `proctor call`, against `cat FILE | cat`; for each kind of output,
        or for those whose names begin with KIND
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
INITIALIZE = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class Client:
    def __init__(self, command, environment, directory):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env=environment, cwd=directory)
        self.next = 0
        self.request(INITIALIZE)
        self.send(INITIALIZED)

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, message):
        self.next += 1
        self.send(message | {"id": self.next})
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.next:
                return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


def timed(action):
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def compare(title, rounds, ours, theirs):
    ours(), theirs()  # warm
    pairs = []
    for turn in range(rounds):
        first, second = (ours, theirs) if turn % 2 == 0 else (theirs, ours)
        times = (timed(first), timed(second))
        pairs.append(times if turn % 2 == 0 else times[::-1])
    mine = statistics.median(pair[0] for pair in pairs)
    rival = statistics.median(pair[1] for pair in pairs)
    ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
    print(f"{title}: {mine * 1000:.2f} ms against {rival * 1000:.2f} ms; ratio {ratio:.3f} "
          f"(1/{1 / ratio:.1f}; median of {rounds} neighbours)", flush=True)


# Lines that begin with these words are looked at one by one, for they may say that tests failed.
STARTS = ["test ", "test cases: ", "==", "FAIL", "Tests", "--- FAIL: ", "[INFO] ", "[ERROR] ", "make", "# fail", "> Task :",
          "Ran ", "12 ", "  12 ", '{"Action":"pass",']


def kinds():
    """What is printed: pieces that are repeated."""
    line = "1234 of the suite that has a name: it went well, as always, in 12 milliseconds\n"
    kinds = {
        "prose": ("case " + line).encode(),
        "yes": b"y\n",
        "newlines": b"\n",
        "tabs": b"\t",
        "one line": b"x",
        "CRLF": (line[:-1] + "\r\n").encode(),
        "NUL": b"\0",
        "other controls": b"\x01\x02\x07\x0b\x1f\x7f",
        "UTF-16": ("case " + line).encode("utf-16-le"),
        "ESC": b"\x1b",
        "FF": b"\xff",
        "Latin-1": ("caf\xe9 " + line).encode("latin-1"),
        "carriage returns": b"\r",
        "backspaces": b"\b",
        "a progress bar": b"\r[=====>          ] 34% of what there is to do",
        "a progress bar, erased": b"\r\x1b[Kbuilding 12 of 34",
        "a spinner": b"|\b/\b-\b\\\b",
        "C1 controls": "\x85".encode(),
        "colours": b"\x1b[31m",
        "coloured lines": b"\x1b[32mok\x1b[0m 12 some/path/to/a/file.js took \x1b[33m12 ms\x1b[0m\n",
        "coloured letters": b"\x1b[31ma\x1b[0m",
        "links": b"\x1b]8;;http://example.com/\x1b\\link\x1b]8;;\x1b\\\n",
        "accents": "\u00e9".encode(),
        "Cyrillic": "\u043f\u0440\u0438\u0432\u0435\u0442 \u043c\u0438\u0440\n".encode(),
        "CJK": "\u6f22\u5b57\u304b\u306a\u4ea4\u3058\u308a\u6587\u3002\n".encode(),
        "emoji": "\U0001f600".encode(),
        "boxes": "\u2502 a \u2502 b \u2502\n".encode(),
        "random bytes": random.Random(1).randbytes(1_000_000),
        "almost failures": b"Failing mirrors, a terror, an Erroneous preface\n",
        "cargo, passed": b"test reader::reads_all_of_it ... ok\n",
        "cargo, passed, in colours": b"test reader::reads_all_of_it ... \x1b[32mok\x1b[0m\n",
    }
    for start in STARTS:
        kinds[f"lines: {start}"] = (start + line).encode()
    return kinds


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    proctor, box = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    wanted = sys.argv[3:] or ["start", "true", "pass"]
    with tempfile.TemporaryDirectory(prefix="proctor-bench-") as work:
        environment = {"PATH": os.environ["PATH"], "HOME": work, "TMPDIR": work}
        os.makedirs(os.path.join(work, ".config/proctor"))
        with open(os.path.join(work, ".config/proctor/proctor.toml"), "w") as settings:
            settings.write("[tools.approval]\nenabled = false\n")

        if "start" in wanted:
            def start(command):
                client = Client(command, environment, work)
                client.request({"jsonrpc": "2.0", "method": "tools/list", "params": {}})
                client.process.kill()
                client.close()
            compare("start to tools/list, against node", 15, lambda: start([proctor, "mcp"]),
                    lambda: start([os.path.join(box, "bin/node22"), os.path.join(HERE, "node_mcp_server.mjs")]))

        if "true" in wanted:
            client = Client([proctor, "mcp"], environment, work)

            def call():
                answer = client.request({"jsonrpc": "2.0", "method": "tools/call",
                                         "params": {"name": "Test", "arguments": {"command": "true"}}})
                assert answer["result"]["structuredContent"]["ok"], answer

            def spawn():
                os.waitpid(os.posix_spawn("/bin/sh", ["sh", "-c", "true"], environment), 0)
            compare("Test of true, against sh -c true", 200, call, spawn)
            client.close()

        if any(word.startswith("pass") for word in wanted):
            big = os.path.join(work, "big")
            peak = os.path.join(work, "peak")

            def ours():
                subprocess.run(["/usr/bin/time", "-q", "-f", "%M", "-o", peak, proctor, "call", "Test", "-q", "--json",
                                "--args", json.dumps({"command": f"cat {big}"})],
                               env=environment, cwd=work, stdout=subprocess.DEVNULL, check=True)

            def theirs():
                subprocess.run(["sh", "-c", f"cat {big} | cat"], stdout=subprocess.DEVNULL, check=True)
            for name, text in kinds().items():
                if "pass" not in wanted and not any(word.startswith("pass:") and name.startswith(word[5:])
                                                    for word in wanted):
                    continue
                with open(big, "wb") as file:
                    for _ in range(1000):
                        file.write(text * (1_000_000 // len(text)))
                compare(f"1 GB, {name}", 3, ours, theirs)
            with open(peak) as file:
                print(f"peak memory of proctor: {int(file.read()) / 1024:.1f} MiB")


main()
