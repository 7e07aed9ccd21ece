"""The golden cases of a track, and its solutions that misbehave: test_exercism.py TRACK

Only those that tests/exercism/TRACK/golden-in-ci.txt (where it is there) and hostile-in-ci.txt name, which show each kind;
with PROCTOR_ALL_CASES=1 in the environment all of them.
"""
import concurrent.futures
import fcntl
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

import exercism_cases as cases

ROOT = cases.ROOT
SIDE_BY_SIDE = 2
TIMEOUT = "8s"
TIMEOUT_OF_SITES = "20s"


def folder_of(track):
    """The framework's folder, which says in its framework.toml which track it is for."""
    for file in sorted((ROOT / "frameworks").glob("*/framework.toml")):
        if f'\ntrack = "{track}"\n' in file.read_text():
            return file.parent
    sys.exit(f"no framework in {ROOT / 'frameworks'} is for the track {track}")


def prepare(track, prepared):
    """Fills the prepared directory, unless that was done with the framework as it is now."""
    folder = folder_of(track)
    state = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file() and "node_modules" not in path.parts):
        state.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    stamp = prepared / f"{track}.stamp"
    prepared.mkdir(parents=True, exist_ok=True)
    # Several tests use one prepared directory side by side: the first of them fills it.
    with open(prepared / f"{track}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == state.hexdigest():
            return
        subprocess.run([cases.PROCTOR, "warm", track], check=True)
        stamp.write_text(state.hexdigest())


def golden_cases_pass(track):
    """Whether `proctor golden` finds nothing that differs."""
    print(f"golden cases of {track}", flush=True)
    chosen = ROOT / "tests/exercism" / track / "golden-in-ci.txt"
    with tempfile.TemporaryDirectory(prefix=f"proctor-golden-{track}-") as place:
        pathlib.Path(place).chmod(0o755)
        some = chosen.exists() and os.environ.get("PROCTOR_ALL_CASES") != "1"
        cases.cases.unpack(track, place, chosen.read_text().split() if some else ())
        done = subprocess.run([cases.PROCTOR, "golden", "--track", track, "--jobs", str(SIDE_BY_SIDE), "--color", "never",
                               place], check=False)
    return done.returncode == 0


def hostile_cases(track):
    """The directories of those that are to be run."""
    there = cases.hostile_cases(track)
    if os.environ.get("PROCTOR_ALL_CASES") == "1":
        return there
    file = ROOT / "tests/exercism" / track / "hostile-in-ci.txt"
    names = file.read_text().split()
    missing = set(names) - {case.name for case in there}
    if missing or not names:
        sys.exit(f"{file} names what isn't there: {' '.join(sorted(missing)) or 'nothing'}")
    return [case for case in there if case.name in names]


def hostile_cases_pass(track):
    """Whether all of them come out as their expect.json says."""
    print(f"solutions of {track} that misbehave", flush=True)
    with concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        outcomes = list(pool.map(lambda case: cases.look_at(case, track, TIMEOUT), hostile_cases(track)))
    # A busy machine may take its time from a test: what isn't as expected is run once more, by itself and with as much
    # time as a site gives.
    bad = 0
    for outcome in outcomes:
        if outcome.found:
            cases.report(outcome, track)
            outcome = cases.look_at(outcome.case, track, TIMEOUT_OF_SITES)
        cases.report(outcome, track)
        bad += bool(outcome.found)
    print(f"{track}: {len(outcomes) - bad} of {len(outcomes)}", flush=True)
    return bad == 0


def main():
    """0 if everything is as expected."""
    if len(sys.argv) != 2:
        sys.exit("usage: test_exercism.py TRACK")
    track = sys.argv[1]
    prepared = pathlib.Path(os.environ.setdefault("PROCTOR_PREPARED", str(ROOT / "build/dev/prepared")))
    prepare(track, prepared)
    golden = golden_cases_pass(track)
    return 0 if hostile_cases_pass(track) and golden else 1


if __name__ == "__main__":
    sys.exit(main())
