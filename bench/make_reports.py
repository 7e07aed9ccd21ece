"""Writes a large `go test -json` report and a large JUnit report: make_reports.py DIRECTORY [TESTS]"""
import json
import pathlib
import sys

top = pathlib.Path(sys.argv[1])
tests = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
PER_SUITE = 1_000

with open(top / "go.json", "w") as out:
    def event(**fields):
        out.write(json.dumps({"Time": "2026-01-01T00:00:00.000000001Z", **fields}, separators=(",", ":")) + "\n")
    for package in (f"example.com/m/p{number}" for number in range(tests // PER_SUITE)):
        event(Action="start", Package=package)
        for name in (f"TestNumber{number}" for number in range(PER_SUITE)):
            here = {"Package": package, "Test": name}
            event(Action="run", **here)
            for line in (f"=== RUN   {name}", "    x_test.go:7: some words of the log", f"--- PASS: {name} (0.00s)"):
                event(Action="output", Output=line + "\n", **here)
            event(Action="pass", Elapsed=0, **here)
        event(Action="output", Package=package, Output="PASS\n")
        event(Action="output", Package=package, Output=f"ok  \t{package}\t0.1s\n")
        event(Action="pass", Package=package, Elapsed=0.1)

with open(top / "junit.xml", "w") as out:
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
    for suite in range(tests // PER_SUITE):
        out.write(f'<testsuite name="com.example.Suite{suite}" tests="{PER_SUITE}" failures="10" time="1.5">\n')
        for number in range(PER_SUITE):
            out.write(f'  <testcase name="test number {number}" classname="com.example.Suite{suite}" time="0.01">')
            if number % 100 == 0:
                out.write('<failure message="expected &lt;1&gt;" type="E">' + "at com.example.X.y(X.java:12)\n" * 20 + "</failure>")
            out.write("<system-out>" + "12:00:00 INFO a line of what this test printed\n" * 15 + "</system-out></testcase>\n")
        out.write("</testsuite>\n")
    out.write("</testsuites>\n")
