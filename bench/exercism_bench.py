#!/usr/bin/env python3
"""What `proctor exercism` costs against the framework's own plain command on the same submission, in the same run.

    bench/exercism_bench.py build/release/bin/proctor [TRACK…]

Both are whole processes, taken in turn, the best of ROUNDS each (a busy machine only adds). proctor runs prepared:
`proctor warm` comes first where nothing is prepared yet. Set PROCTOR_PREPARED to keep that. The aim: proctor takes at
most 1.3 times as long as the plain command, or 150 ms longer, whichever is more.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/exercism"))
import cases  # noqa: E402  (how the cases are stored)

ROUNDS = int(os.environ.get("ROUNDS", "7"))
CMAKE = """cmake -G "Unix Makefiles" -S . -B build -DEXERCISM_RUN_ALL_TESTS=1 -DEXERCISM_TEST_SUITE=1 && cmake --build build"""

# The plain command, run in a fresh copy of the submission; {prepared} is the track's prepared directory.
TRACKS = {
    "python": ("pytest", "/usr/bin/python3 -m pytest -q"),
    "c": ("unity", "make"),
    "cpp": ("catch2", CMAKE),
    "go": ("go", "go test --short --json ."),
    "javascript": ("jest", "npx jest ./*.spec.js"),
    "bash": ("bats", "BATS_RUN_SKIPPED=true bats --tap *.bats"),
}


def seconds(command, cwd):
    begin = time.monotonic()
    done = subprocess.run(command, cwd=cwd, shell=isinstance(command, str), stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{command}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return time.monotonic() - begin


def plain(track, case, command, prepared):
    with tempfile.TemporaryDirectory() as place:
        copy = pathlib.Path(place) / case.name
        shutil.copytree(case, copy)
        if track == "c":
            # The exercise brings Unity in real life.
            framework = copy / "test-framework"
            if not framework.exists():
                shutil.copytree(ROOT / "frameworks/unity/test-framework", framework)
        if track == "javascript":
            (copy / "node_modules").symlink_to(prepared / "node_modules")
            # What each exercise of the track has beside its code.
            (copy / "package.json").write_text('{"name": "exercise"}')
            (copy / "babel.config.js").write_text(
                'module.exports = { presets: [["@exercism/babel-preset-javascript", { corejs: "3.40" }]] };')
        return seconds(command, copy)


def main():
    proctor = str(pathlib.Path(sys.argv[1]).resolve())
    home = tempfile.TemporaryDirectory()
    prepared = pathlib.Path(os.environ.setdefault("PROCTOR_PREPARED", home.name + "/prepared"))
    print(f"{'track':<11} {'plain':>8} {'proctor':>8} {'ratio':>6} {'most':>8}   where proctor's time goes (ms)")
    for track in sys.argv[2:] or TRACKS:
        framework, command = TRACKS[track]
        case = cases.unpacked(track) / "all-pass"
        if not (prepared / framework / ".prepared").exists():
            subprocess.run([proctor, "warm", framework], check=True, stderr=subprocess.DEVNULL)
        with tempfile.TemporaryDirectory() as out:
            ours = [proctor, "exercism", case.name, str(case), out, "--track", track]
            pairs = [(plain(track, case, command, prepared / framework), seconds(ours, ROOT)) for _ in range(ROUNDS)]
            theirs, own = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
            told = subprocess.run([*ours, "--timings"], capture_output=True, text=True, check=True).stderr
        phases = ", ".join(" ".join(reversed(line.replace(" ms", "").split(maxsplit=1))) for line in told.splitlines()
                           if " ms " in line)
        most = max(1.3 * theirs, theirs + 0.15)
        print(f"{track:<11} {theirs:>7.3f}s {own:>7.3f}s {own / theirs:>6.2f} {most:>7.3f}s   {phases}", flush=True)


if __name__ == "__main__":
    main()
