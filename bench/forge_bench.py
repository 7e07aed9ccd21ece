#!/usr/bin/env python3
"""What proctor costs over bare forge: `proctor test --json` against `forge test --json` on the same warm project
of a second or more, the check of what didn't run included. The two take turns in one run, so that both meet the
same machine; the figure is the median of the ratios of neighbours.

    bench/forge_bench.py PROCTOR_BINARY BOX [ROUNDS] [FUZZ_RUNS]
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    proctor, box = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    runs = sys.argv[4] if len(sys.argv) > 4 else "40000"
    example = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "counter")

    with tempfile.TemporaryDirectory(prefix="proctor-bench-") as work:
        project = os.path.join(work, "counter")
        shutil.copytree(example, project, symlinks=True, ignore=shutil.ignore_patterns("out", "cache", "lib"))
        os.symlink(os.path.join(box, "lib"), os.path.join(project, "lib"))
        environment = {"PATH": os.environ["PATH"], "HOME": work, "XDG_DATA_HOME": box, "PROCTOR_BOX": box, "NO_COLOR": "1"}
        forge = os.path.join(box, "bin", "forge")
        commands = {
            "forge": [forge, "test", "--json", "--offline", f"--root={project}", f"--fuzz-runs={runs}"],
            "proctor": [proctor, "test", project, "--json", "-q", "--fuzz-runs", runs],
        }

        def seconds(name):
            begin = time.perf_counter()
            subprocess.run(commands[name], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
            return time.perf_counter() - begin

        for name in commands:  # compile, and warm the caches
            seconds(name)
        times = {name: [] for name in commands}
        for turn in range(rounds):
            for name in sorted(commands, reverse=turn % 2 == 1):
                times[name].append(seconds(name))
        ratios = [p / f for p, f in zip(times["proctor"], times["forge"])]
        for name, taken in times.items():
            print(f"{name:8} median {statistics.median(taken):.3f} s")
        print(f"proctor / forge: {statistics.median(ratios):.3f} (median of {rounds} neighbours)")


main()
