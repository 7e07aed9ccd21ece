#!/usr/bin/env python3
"""Compares the names and results of a tool's own report with those of `proctor test`, as sets.

    scripts/compare_names.py CHECKOUT FRAMEWORK [--native COMMAND] [--args ARGS] [--proctor PROGRAM]

It runs the framework's usual command, or the one of --native, and then `proctor test --json --framework FRAMEWORK` in the
same checkout. Of each it takes every test: its whole name, what it stands in included, and how it ended. What stands
between the parts of a name (`::`, ` > `, `#`, a point, blanks) doesn't count, and skipped is whatever didn't run. It prints how
many tests there are and what only one of them has, and ends with 0 if nothing differs and the tree is as it was before
proctor's run.

The native command finds where its report goes in $REPORT. Of JUnit's XML it may be a directory. What stands behind a
framework's colon is whose report is read.
"""
import argparse, collections, json, os, pathlib, re, subprocess, sys, tempfile
import xml.etree.ElementTree as xml

STATUS = {"passed": "pass", "expected": "pass", "ok": "pass", ".": "pass", "pass": "pass", "flaky": "pass", "failed": "fail",
          "unexpected": "fail", "FAILED": "fail", "FAIL": "fail", "ERROR": "fail", "F": "fail", "E": "fail", "fail": "fail",
          "error": "fail", "timedOut": "fail"}


def junit(text, report):
    """Each testcase with its class, or with the suites around it, as the tool writes it."""
    def inside(node, around):
        for child in node:
            if child.tag == "testsuite":
                yield from inside(child, around + [child.get("name") or ""])
            elif child.tag == "testcase":
                kinds = {part.tag for part in child}
                bad = kinds & {"failure", "error"}
                yield around, child, "fail" if bad else "skip" if "skipped" in kinds else "pass"
    files = sorted(pathlib.Path(report).rglob("*.xml")) if os.path.isdir(report) else [report]
    for file in files:
        root = xml.parse(file).getroot()
        yield from inside([root] if root.tag == "testsuite" else root, [])


def by_class(text, report):
    for _, case, status in junit(text, report):
        yield f"{case.get('classname') or ''} {case.get('name')}", status


def by_name(text, report):
    for _, case, status in junit(text, report):
        yield case.get("name"), status


def by_suites(text, report):
    for around, case, status in junit(text, report):
        yield " ".join([*(name for name in around if name != case.get("file")), case.get("name")]), status


def jest(text, report):
    for suite in json.load(open(report))["testResults"]:
        for case in suite["assertionResults"]:
            yield " ".join([*case["ancestorTitles"], case["title"]]), STATUS.get(case["status"], "skip")


def mocha(text, report):
    data = json.loads(text[text.index("\n{\n"):] if not text.startswith("{") else text)
    for kind, status in (("passes", "pass"), ("failures", "fail"), ("pending", "skip")):
        yield from ((case["fullTitle"], status) for case in data[kind])


def rspec(text, report):
    for case in json.load(open(report))["examples"]:
        yield case["full_description"], STATUS.get(case["status"], "skip")


def busted(text, report):
    data = json.loads(text[text.index('{"'):])
    for kind, status in (("successes", "pass"), ("failures", "fail"), ("errors", "fail"), ("pendings", "skip")):
        yield from ((case["name"], status) for case in data[kind])


def playwright(text, report):
    def inside(suite, around):
        for spec in suite.get("specs", []):
            for test in spec["tests"]:
                yield " ".join([*around, spec["title"]]), STATUS.get(test["status"], "skip")
        for child in suite.get("suites", []):
            yield from inside(child, around + [child["title"]])
    for file in json.load(open(report))["suites"]:
        yield from inside(file, [])


def exunit(text, report):
    module = ""
    for line in text.split("\r" if "\r" in text else "\n"):
        for line in line.splitlines():
            module = (re.findall(r"^(\S+) \[\S+\]$", line) or [module])[0]
            # The name comes twice on a line: as the test begins, and as it ends.
            for name, end in re.findall(r"\* ((?:test|doctest|property) (?:(?!\* ).)+?) \(([\d.]+ms|skipped|excluded)\) \[L#", line):
                yield f"{module} {name}", "pass" if end.endswith("ms") else "skip"


def lines(pattern):
    """Lines that say it all: their groups are called name, around (if there is one) and end."""
    def read(text, report):
        for match in re.finditer(pattern, text, flags=re.M):
            parts = match.groupdict()
            yield f"{parts.get('around') or ''} {parts['name']}", STATUS.get(parts["end"], "skip")
    return read


def cargo(text, report):
    """Each test with the program that it stands in."""
    around = ""
    for line in text.splitlines():
        if match := re.match(r" +Running .*/(.+)-[0-9a-f]+\)$| +(Doc-tests .+)$", line):
            around = match[1] or match[2]
        if match := re.match(r"test (.+) \.\.\. (ok|FAILED|ignored)", line):
            yield f"{around} {match[1]}", STATUS.get(match[2], "skip")


def tap(text, report):
    """The points that no other stands in, as prove -v shows them, and the files that skip all."""
    points, titles = [], {}  # depth, name, status, whether others stand in it; by depth
    for line in text.splitlines():
        if re.search(r"^\S+ \.\.+ skipped:", line):
            points.append((0, "(all tests)", "skip", False))
        if re.match(r"\S+ \.\.", line):
            titles = {}  # the next file
        if match := re.match(r"( *)# Subtest: (.*)", line):
            titles[len(match[1]) + 4] = match[2]
        if match := re.match(r"( *)(not )?ok (\d+)(?: - (.*?))?(?: # (skip|TODO)\b.*)?$", line):
            depth, bad, directive = len(match[1]), match[2], match[5]
            status = "skip" if directive == "skip" or directive and bad else "fail" if bad else "pass"
            name = " ".join([*(titles.get(d, "") for d in range(0, depth + 1, 4)), match[4] or f"test {match[3]}"])
            points.append((depth, name, status, bool(points) and points[-1][0] > depth))
            titles = {d: title for d, title in titles.items() if d <= depth}
    yield from ((name, status) for _, name, status, deeper in points if not deeper)


TOOLS = {
    "unittest": ("python3 -B -m unittest -v", lines(r"^(?P<name>\w+) \((?:[\w.]*\.)?(?P<around>\w+)\.\w+\)(?:\n[^\n]*)? \.\.\. (?P<end>ok|FAIL|ERROR|skipped)")),
    "mocha": ("npx --no-install mocha --reporter json", mocha),
    "vitest": ("npx --no-install vitest run --reporter=json --outputFile=$REPORT", jest),
    "node": ("node --test --test-reporter=junit --test-reporter-destination=$REPORT", by_suites),
    "playwright": ("PLAYWRIGHT_JSON_OUTPUT_NAME=$REPORT npx --no-install playwright test --reporter=json", playwright),
    "rspec": ("rspec --format json --out $REPORT", rspec),
    "minitest": ("rake test TESTOPTS=-v", lines(r"^(?P<around>.+?)#(?P<name>test_.+) = [\d.]+ s = (?P<end>[.FES])")),
    "busted": ("busted -o json", busted),
    "exunit": ("mix test --trace", exunit),
    "phpunit": ("phpunit --log-junit $REPORT", lambda text, report: ((f"{case.get('class')} {case.get('name')}", status) for _, case, status in junit(text, report))),
    "prove": ("prove -l -v -r t", tap),
    "cargo": ("cargo test --offline", cargo),
    "ctest": ("cmake -S . -B $BUILD && cmake --build $BUILD && ctest --test-dir $BUILD --output-junit $REPORT", by_name),
    # Programs with GoogleTest, by their own reports.
    "ctest:googletest": ("cmake -S . -B $BUILD && cmake --build $BUILD && for t in $(find $BUILD -type f -perm -u+x ! -path '*/CMakeFiles/*'); "
                         "do $t --gtest_output=xml:$REPORT/ || bad=1; done; exit $bad", by_class),
    "maven": ("mvn -o -q test; code=$?; cp -r target/surefire-reports $REPORT; exit $code", by_class),
    "gradle": ("gradle --offline test; code=$?; cp -r build/test-results/test $REPORT; exit $code", by_class),
    "bun": ("bun test --reporter=junit --reporter-outfile=$REPORT", by_suites),
    "deno": ("deno test --junit-path=$REPORT", by_name),
}


def plain(name):
    return re.sub(r"(?:[\s>:#.\\]|-(?= ))+", " ", name).strip()


def tree(directory):
    return subprocess.run(["git", "status", "--porcelain", "--ignored", "-uall"], cwd=directory, capture_output=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout")
    parser.add_argument("framework", choices=TOOLS)
    parser.add_argument("--native", metavar="COMMAND", help="the project's own command, for sh")
    parser.add_argument("--args", default="", help="arguments of `proctor test`")
    parser.add_argument("--proctor", metavar="PROGRAM", default="proctor")
    asked = parser.parse_args()
    command, reader = TOOLS[asked.framework]
    with tempfile.TemporaryDirectory(prefix="compare-") as private:
        report = private + "/report"
        environment = dict(os.environ, NO_COLOR="1", REPORT=report, BUILD=private + "/build")
        native = subprocess.run(asked.native or command, shell=True, cwd=asked.checkout, env=environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            theirs = collections.Counter((plain(name), status) for name, status in reader(native.stdout, report))
        except (OSError, ValueError, xml.ParseError) as problem:
            sys.exit(f"no report: {problem}\n{native.stdout[-2000:]}")
    before = tree(asked.checkout)
    ours = subprocess.run([asked.proctor, "test", "--json", "--framework", asked.framework.split(":")[0], *asked.args.split()], cwd=asked.checkout,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    answer = json.loads(ours.stdout)
    mine = collections.Counter()
    for suite in (answer.get("data") or {}).get("suites", []):
        around = suite.get("name") or ""
        for case in suite["cases"]:
            name = plain(case["name"] if around == suite.get("file") else f"{around} {case['name']}")
            mine[name, "fail" if case["status"] == "error" else case["status"]] += 1
    for name, status in list(mine):  # proctor numbers the tests of one name
        first = re.sub(r" (?:#\d+|\(\d+\)|\d+)$", "", name)
        if (name, status) not in theirs and (first, status) in theirs:
            mine[first, status] += mine.pop((name, status))
    problems = [f"only {who} has: {status} {name}" for who, some in (("the tool", theirs - mine), ("proctor", mine - theirs))
                for name, status in sorted(some.elements())[:20]]
    if not theirs:
        problems.append("the tool's report holds no test")
    if answer["ok"] != (native.returncode == 0):
        problems.append(f"the tool ended with {native.returncode}, proctor says {answer.get('error', 'pass')}")
    changed = set(tree(asked.checkout).splitlines()) ^ set(before.splitlines())
    problems += [f"the tree changed: {line.decode()}" for line in sorted(changed)[:20]]
    print(f"{os.path.basename(os.path.realpath(asked.checkout))} {asked.framework}: {theirs.total()} tests of the tool, "
          f"{mine.total()} of proctor: {'DIFFER' if problems else 'alike'}")
    print("".join(f"  {problem}\n" for problem in problems), end="")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
