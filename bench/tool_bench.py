#!/usr/bin/env python3
"""What calling tools costs. Rivals take turns with proctor in one run; figures are medians of the ratios of neighbours.

    bench/tool_bench.py PROCTOR_BINARY BOX [start|true|pass]...

start   `proctor mcp` from its start to the first answer to tools/list, against a node server made with the official SDK
true    a call of Test with `true` over MCP, against posix_spawn and waitpid of `sh -c true`
pass    a command that prints 1 GB, called through `proctor call`, against `cat FILE | cat`
"""
import json
import os
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

        if "pass" in wanted:
            big = os.path.join(work, "big")
            peak = os.path.join(work, "peak")

            def ours():
                subprocess.run(["/usr/bin/time", "-q", "-f", "%M", "-o", peak, proctor, "call", "Test", "-q", "--json",
                                "--args", json.dumps({"command": f"cat {big}"})],
                               env=environment, cwd=work, stdout=subprocess.DEVNULL, check=True)

            def theirs():
                subprocess.run(["sh", "-c", f"cat {big} | cat"], stdout=subprocess.DEVNULL, check=True)
            # Prose, and lines that begin like those of a test framework, which are looked at one by one.
            for word in ("case", "test"):
                line = f"{word} 1234 of the suite that has a name: it went well, as always, in 12 milliseconds\n"
                with open(big, "w") as file:
                    for _ in range(1000):
                        file.write(line * (1_000_000 // len(line)))
                compare(f"1 GB of lines that begin with {word}, against cat | cat", 7, ours, theirs)
            with open(peak) as file:
                print(f"peak memory of proctor: {int(file.read()) / 1024:.1f} MiB")


main()
