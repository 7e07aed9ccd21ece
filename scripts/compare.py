#!/usr/bin/env python3
"""Compares a project's own test command with `proctor test`, in one checkout, test by test.

    scripts/compare.py CHECKOUT FRAMEWORK [--native COMMAND] [--break FILE OLD NEW] [--proctor PROGRAM]

It runs the native command, then proctor, and prints one row of a table (docs/public-projects.md): counts, whether the
names and the failures are alike, whether proctor left the tree as it was, and both times. Below the row stands what
differs. It ends with 0 if nothing does.

--break does all of it twice: as the project is, and with the first OLD in FILE replaced by NEW, so that a test fails.
The file is then as it was before.

FRAMEWORK is pytest, jest, go, bats, forge, catch2 or unity. The native command of the last two builds the project and
runs its programs, so it has to be given; it finds an empty directory in $BUILD. Catch2's programs have to run with
`-r xml`, and programs of Unity print lines that end with :PASS, :FAIL and :IGNORE.
"""
import argparse, collections, json, os, re, subprocess, sys, tempfile, time
import xml.etree.ElementTree as xml

REPORT = "$REPORT"
NATIVE = {
    "pytest": "python3 -B -m pytest -q -p no:cacheprovider -o junit_family=xunit1 --junit-xml=$REPORT",
    "jest": "npx --no-install jest --ci --json --outputFile=$REPORT",
    "go": "go test -count=1 -json ./...",
    "bats": "bats --tap -r .",
    "forge": "forge test --json --offline",
}
DATE = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z?")  # in a name
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def pytest_results(text, report, root):
    for case in xml.parse(report).iter("testcase"):
        bad = [c for c in case if c.tag in ("failure", "error", "skipped")]
        status = {"failure": "fail", "error": "error", "skipped": "skip"}[bad[-1].tag] if bad else "pass"
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        message = re.findall(r"^E {2,}(?:AssertionError: (?=assert ))?(.+)|^(\S+:\d+): \w", bad[-1].text, flags=re.M) if bad and status != "skip" else []
        # proctor gives more of a difference without being asked.
        yield name, status, "\n".join(error or place for error, place in message if "to get more diff" not in error)


def jest_results(text, report, root):
    words = {"passed": "pass", "failed": "fail"}
    for suite in json.load(open(report))["testResults"]:
        if not suite["assertionResults"]:
            yield os.path.basename(suite["name"]), "error", suite["message"]
        for case in suite["assertionResults"]:
            message = "\n".join(line for line in "\n".join(case["failureMessages"]).split("\n") if " at " not in line)
            yield case["fullName"], words.get(case["status"], "skip"), message


def go_results(text, report, root):
    said, done = collections.defaultdict(list), {}
    for line in text.splitlines():
        event = json.loads(line) if line.startswith("{") else {}
        key = event.get("Package"), event.get("Test")
        if event.get("Action") == "output" and not re.match(r"\s*(=== |--- )", event["Output"]):
            said[key].append(event["Output"])
        elif event.get("Action") in ("pass", "fail", "skip") and event.get("Test"):
            done[key] = event["Action"]
    parents = {(package, name[:slash.start()]) for package, name in done for slash in re.finditer("/", name)}
    module = re.search(r"^module\s+(\S+)", open(root + "/go.mod").read(), flags=re.M).group(1)
    for (package, name), status in done.items():
        if (package, name) not in parents or status == "fail" and said[package, name]:
            where = os.path.relpath(package, module)
            yield name if where == "." else f"{where}.{name}", status, "".join(said[package, name] * (status == "fail"))


def tap_results(text, report, root):
    for part in re.split(r"^(?=ok |not ok )", text, flags=re.M)[1:]:
        head, _, rest = part.partition("\n")
        good, name, skip = re.match(r"(ok|not ok) \d+ (.*?)(?: (?:# skip|# TODO).*)?$", head).group(1, 2, 0)
        status = "skip" if re.search(r" # skip", skip) else "pass" if good == "ok" else "fail"
        yield name, status, re.sub(r"^# ", "", rest, flags=re.M) if status == "fail" else ""


def forge_results(text, report, root):
    words = {"Success": "pass", "Failure": "fail", "Skipped": "skip"}
    for line in text.splitlines():
        for suite in (json.loads(line) if line.startswith("{") else {}).values():
            for name, case in suite["test_results"].items():
                status = words[case["status"]]
                yield name.split("(")[0], status, (case["reason"] or "") if status == "fail" else ""


def catch2_results(text, report, root):
    for part in re.findall(r"<TestCase .*?</TestCase>", text, flags=re.S):
        case = xml.fromstring(part)
        result, parts = case.find("OverallResult"), [e.text.strip() for e in case.iter() if e.tag in ("Original", "Expanded", "Exception")]
        status = "skip" if result.get("skips", "0") != "0" else "pass" if result.get("success") == "true" else "fail"
        yield case.get("name"), status, "\n".join(parts) if status == "fail" else ""


def unity_results(text, report, root):
    for name, word, message in re.findall(r"^[^:\n]+:\d+:([^:(\n]+):(PASS|FAIL|IGNORE)(.*)", text, flags=re.M):
        yield name, {"PASS": "pass", "FAIL": "fail", "IGNORE": "skip"}[word], message.lstrip(": ") if word == "FAIL" else ""
    # Of fixtures. What fails has no end of its line in old ones.
    for kind, name, rest in re.findall(r"(?<!:)((?:IGNORE_)?TEST)\(\w+, (\w+)\)((?:(?!(?<!:)(?:IGNORE_)?TEST\().)*)", text):
        failed = re.search(r":FAIL:? ?(.*)", rest)
        yield name, "fail" if failed else "pass" if kind == "TEST" and " PASS" in rest else "skip", failed.group(1) if failed else ""


READERS = {"pytest": pytest_results, "jest": jest_results, "go": go_results, "bats": tap_results,
           "forge": forge_results, "catch2": catch2_results, "unity": unity_results}


def proctor_results(answer, framework):
    """The cases of an answer as the native reader names them: name, status, and all that is told of a failure."""
    data = answer.get("data") or {}
    for suite in data.get("suites", []):
        for case in suite["cases"]:
            name = case["name"]
            if framework == "pytest":
                inner = suite.get("name", "")
                where = inner if ".py" in inner else "::".join(filter(None, (suite["file"], inner)))
                name = ".".join([where.replace(".py", "", 1).replace("/", ".").replace("::", "."), name])
            elif framework == "jest" and suite.get("name", suite["file"]) != suite["file"]:
                name = suite["name"].replace(" > ", " ") + " " + name
                name = re.sub(r" #\d+$", "", name)  # the second one of a name
            elif framework == "go" and suite.get("name"):
                name = name if name.startswith(suite["name"]) else suite["name"] + "/" + name
            elif framework == "forge":
                name = name.split("(")[0]
            said = [case.get("reason", ""), *case.get("logs", [])]
            if "location" in case:
                said.append(f"{case['location']['file']}:{case['location'].get('line')}")
            yield name, case["status"], "\n".join(said)


def alike(text):
    """Words as they are compared: without colours, times, temporary names, `./` and the space between words."""
    text = COLOUR.sub("", text).replace("./", "")
    text = re.sub(r"\b\d+(\.\d+)?(s|ms|µs)\b|0x[0-9a-fA-F]+|/tmp/[\w./-]+", "…", text)
    return re.sub(r"[\s#]+", "", text)


def run(command, directory, environment):
    start, before = time.monotonic(), os.times()
    done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, errors="replace",
                          shell=isinstance(command, str), stdin=subprocess.DEVNULL)
    after = os.times()
    processor = after.children_user - before.children_user + after.children_system - before.children_system
    return done, time.monotonic() - start, processor


def tree(directory):
    status = ["git", "status", "--porcelain", "--ignored", "-uall"]
    changes = ["git", "diff", "--no-ext-diff"]
    return [subprocess.run(c, cwd=directory, capture_output=True).stdout for c in (status, changes)]


def counts(results):
    seen = collections.Counter(status for _, status, _ in results)
    return ", ".join(f"{seen[s]} {w}" for s, w in (("pass", "passed"), ("fail", "failed"), ("error", "errors"),
                                                    ("skip", "skipped")) if seen[s]) or "none"


Comparison = collections.namedtuple("Comparison", "theirs mine failures missing problems changed native_s ours_s")


def compare(asked, root, environment):
    """Runs both in the tree as it is now."""
    framework = asked.framework
    native, native_s, native_cpu = run(asked.native, root, environment)
    before = tree(root)
    arguments = [asked.proctor, "test", "--framework", framework, "--json", *asked.args.split()]
    ours, ours_s, ours_cpu = run(arguments, root, dict(os.environ))
    changed = tree(root) != before
    if asked.keep:
        for name, done in (("native", native), ("proctor", ours)):
            open(f"{asked.keep}/{name}.out", "w").write(done.stdout)
            open(f"{asked.keep}/{name}.err", "w").write(done.stderr)
    print(f"  processor: {native_cpu:.1f} s native, {ours_cpu:.1f} s proctor", file=sys.stderr)

    try:
        theirs = [(DATE.sub("…", n), s, m) for n, s, m in READERS[framework](native.stdout, environment["REPORT"], root)]
        answer = json.loads(ours.stdout)
    except (ValueError, OSError) as problem:
        raise SystemExit(f"no report: {problem}\n{native.stdout[-2000:]}\n{native.stderr[-2000:]}\n{ours.stderr[-2000:]}")
    mine = [(DATE.sub("…", n), s, m) for n, s, m in proctor_results(answer, framework)]

    problems = []
    for title, names in (("only the tool has", collections.Counter((n, s) for n, s, _ in theirs)),
                         ("only proctor has", collections.Counter((n, s) for n, s, _ in mine))):
        other = mine if title.startswith("only the") else theirs
        rest = names - collections.Counter((n, s) for n, s, _ in other)
        problems += [f"{title}: {status} {name}" for name, status in sorted(rest.elements())[:20]]
    failures, missing = [(n, m) for n, s, m in theirs if s in ("fail", "error")], []
    told = alike("\n".join(m for _, s, m in mine if s in ("fail", "error")) + json.dumps(answer.get("error"), ensure_ascii=False))
    for name, message in failures:
        missing += [f"{name}: not told: {line}" for line in message.split("\n") if alike(line) and alike(line) not in told]
    if answer["ok"] != (native.returncode == 0):
        problems.append(f"the tool ended with {native.returncode}, proctor says {answer.get('error', 'pass')}")
    if changed:
        problems.append("the tree changed: " + (b"".join(tree(root)))[:500].decode(errors="replace"))
    return Comparison(theirs, mine, failures, missing[:30], problems, changed, native_s, ours_s)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout")
    parser.add_argument("framework", choices=READERS)
    parser.add_argument("--native", metavar="COMMAND", help="the project's own command, for sh")
    parser.add_argument("--break", nargs=3, metavar=("FILE", "OLD", "NEW"), dest="broken", help="compares a failure too")
    parser.add_argument("--proctor", metavar="PROGRAM", default="proctor")
    parser.add_argument("--args", default="", help="arguments of `proctor test`")
    parser.add_argument("--keep", metavar="DIR", help="what both printed is written here")
    asked = parser.parse_args()
    root = os.path.realpath(asked.checkout)
    asked.native = asked.native or NATIVE.get(asked.framework) or parser.error(f"{asked.framework} needs --native")

    with tempfile.TemporaryDirectory(prefix="compare-") as private:
        environment = dict(os.environ, NO_COLOR="1", BUILD=private + "/build", REPORT=private + "/report")
        os.mkdir(environment["BUILD"])
        first = last = compare(asked, root, environment)
        if asked.broken:
            path, old, new = os.path.join(root, asked.broken[0]), *asked.broken[1:]
            with open(path) as file:
                whole = file.read()
            if old not in whole:
                sys.exit(f"{path} doesn't hold {old}")
            try:
                with open(path, "w") as file:
                    file.write(whole.replace(old, new, 1))
                last = compare(asked, root, environment)
            finally:
                with open(path, "w") as file:
                    file.write(whole)
            if len(last.failures) <= len(first.failures):
                last.problems.append("no more tests fail than before")

    runs = [first] if last is first else [first, last]
    row = [os.path.basename(root),
           subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=root, capture_output=True, text=True).stdout.strip(),
           asked.framework, counts(first.theirs),
           counts(first.mine) if counts(first.mine) != counts(first.theirs) else "the same",
           "DIFFER" if any("only" in p for r in runs for p in r.problems) else "alike",
           f"{len(last.failures)}: " + ("DIFFERS" if any(r.missing for r in runs) else "the same"),
           "CHANGED" if any(r.changed for r in runs) else "unchanged", f"{first.native_s:.1f} s", f"{first.ours_s:.1f} s"]
    print("| " + " | ".join(row) + " |")
    problems = [p for r in runs for p in r.problems + r.missing]
    for problem in dict.fromkeys(problems):
        print("  " + problem)
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
