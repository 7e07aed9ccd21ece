"""Runs the hostile cases of a track: solutions that misbehave, each with expect.json.

    PROCTOR_BIN=build/dev/bin/proctor exercism_cases.py TRACK [NAME...]

    {"status": "fail", "tests": [["name", "status"], …], "messages": {"name": "regular expression"},
     "outputs": {"name": "regular expression"}, "message": "regular expression of the whole's message", "forbidden": "must stand nowhere"}
"""

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/exercism"))
import cases  # noqa: E402  (how the cases are stored)

PROCTOR = os.environ.get("PROCTOR_BIN", str(ROOT / "build/dev/bin/proctor"))


def run(case, track, timeout="12s", options=()):
    """results.json of a case, and how long it took."""
    with tempfile.TemporaryDirectory() as out:
        begin = time.monotonic()
        ended = subprocess.run(
            [PROCTOR, "exercism", slug_of(case), str(case), out, "--track", track, "--timeout", timeout, *options],
            capture_output=True, timeout=120)
        took = time.monotonic() - begin
        file = pathlib.Path(out) / "results.json"
        if ended.returncode != 0 or not file.exists():
            return None, took, ended.stderr.decode(errors="replace")
        return json.loads(file.read_text()), took, ended.stderr.decode(errors="replace")


def slug_of(case):
    config = case / ".meta/config.json"
    if config.exists():
        try:
            return json.loads(config.read_text()).get("slug") or case.name
        except ValueError:
            pass
    return case.name


def differences(expected, got):
    """What isn't as expected, in sentences."""
    if got is None:
        return ["there is no results.json"]
    found = []
    if got["status"] != expected["status"]:
        found.append(f"status {got['status']}, not {expected['status']}")
    if "tests" in expected:
        tests = [[test["name"], test["status"]] for test in got.get("tests", [])]
        wanted = [list(test) for test in expected["tests"]]
        same = len(tests) == len(wanted) and all(
            name == want[0] and status in ([want[1]] if isinstance(want[1], str) else want[1])
            for (name, status), want in zip(tests, wanted))
        if not same:
            found.append(f"tests {tests}, not {wanted}")
    messages = {test["name"]: test.get("message") or "" for test in got.get("tests", [])}
    for name, pattern in expected.get("messages", {}).items():
        if not re.search(pattern, messages.get(name, ""), re.S):
            found.append(f"message of {name!r} is {messages.get(name, '')[:300]!r}, not like {pattern!r}")
    outputs = {test["name"]: test.get("output") or "" for test in got.get("tests", [])}
    for name, pattern in expected.get("outputs", {}).items():
        if not re.search(pattern, outputs.get(name, ""), re.S):
            found.append(f"output of {name!r} is {outputs.get(name, '')[:300]!r}, not like {pattern!r}")
    if "message" in expected and not re.search(expected["message"], got.get("message") or "", re.S):
        found.append(f"message is {(got.get('message') or '')[:400]!r}, not like {expected['message']!r}")
    if "forbidden" in expected and expected["forbidden"] in json.dumps(got, ensure_ascii=False):
        found.append(f"{expected['forbidden']!r} stands in it")
    if got["status"] == "error" and not got.get("message"):
        found.append("an error without a message")
    for test in got.get("tests", []):
        if test["status"] != "pass" and not test.get("message"):
            found.append(f"{test['name']!r} has no message")
    return found


@dataclasses.dataclass
class Outcome:
    """What has become of a case."""
    case: pathlib.Path
    found: list  # what isn't as expected
    took: float
    said: str  # on standard error, if there is no results.json


def look_at(case, track, timeout, options=()):
    """Runs a case and compares."""
    expected = json.loads((case / "expect.json").read_text())
    got, took, said = run(case, track, timeout, options)
    return Outcome(case, differences(expected, got), took, "" if got else said)


def report(outcome, track):
    """Prints it in a line, and what isn't as expected below."""
    print(f"{'FAIL' if outcome.found else 'ok'}  {track}/{outcome.case.name}  {outcome.took:.1f} s")
    for difference in outcome.found:
        print("      " + difference)
    if outcome.said:
        print("      " + outcome.said[:500])
    sys.stdout.flush()


def hostile_cases(track):
    """The directories of the track's hostile cases."""
    return sorted((cases.unpacked(track) / "hostile").iterdir())


def check(track, names=(), timeout="12s"):
    """The number of cases that aren't as expected."""
    chosen = [case for case in hostile_cases(track) if not names or case.name in names]
    if not chosen:
        print(f"{track}: there are no such cases", file=sys.stderr)
        return 1
    bad = 0
    for case in chosen:
        outcome = look_at(case, track, timeout)
        report(outcome, track)
        bad += bool(outcome.found)
    print(f"{track}: {len(chosen) - bad} of {len(chosen)}")
    return bad


if __name__ == "__main__":
    sys.exit(1 if check(sys.argv[1], sys.argv[2:]) else 0)
