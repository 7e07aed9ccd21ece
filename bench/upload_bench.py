#!/usr/bin/env python3
"""What one empty Go test costs as uploaded sources, in a sandbox, against plain `go test` in its directory.

    bench/upload_bench.py build/release/bin/proctor

For each Go that is installed, whole processes, taken in turn, the best of ROUNDS each. proctor runs prepared:
`proctor warm go` comes first where nothing is prepared yet. Set PROCTOR_PREPARED to keep that. Plain go is measured with
a build cache that has all, and once with an empty one. The aim: at most twice the plain time.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROUNDS = int(os.environ.get("ROUNDS", "7"))
TEST = "package p\n\nimport \"testing\"\n\nfunc TestEmpty(t *testing.T) {}\n"


def seconds(command, **more):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    return time.monotonic() - begin


def main():
    proctor = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as place:
        prepared = pathlib.Path(os.environ.setdefault("PROCTOR_PREPARED", place + "/prepared"))
        if not (prepared / "go/.prepared").exists():
            subprocess.run([proctor, "warm", "go"], check=True, stderr=subprocess.DEVNULL)
        print(f"{'go':<8} {'empty cache':>11} {'plain':>8} {'upload':>8} {'ratio':>6}")
        for root in sorted(pathlib.Path("/usr/lib").glob("go-*")):
            version = root.name.removeprefix("go-")
            files = {"go.mod": f"module p\n\ngo {version}\n", "p_test.go": TEST}
            project = pathlib.Path(place) / version
            project.mkdir()
            for name, text in files.items():
                (project / name).write_text(text)
            plain = {"cwd": project, "env": {**os.environ, "GOCACHE": f"{place}/cache-{version}", "GOTOOLCHAIN": "local"}}
            go, request = [root / "bin/go", "test", "-count=1", "."], json.dumps({"sources": files}).encode()
            first = seconds(go, **plain)
            pairs = [(seconds(go, **plain), seconds([proctor, "test", "--request", "-"], input=request, cwd=place))
                     for _ in range(ROUNDS)]
            theirs, own = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
            print(f"{version:<8} {first:>10.2f}s {theirs:>7.3f}s {own:>7.3f}s {own / theirs:>6.2f}", flush=True)


if __name__ == "__main__":
    main()
