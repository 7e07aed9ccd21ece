"""The test that is running: what pytest reports of it, and its sub-tests."""
import collections
import re
import time

import pytest

from . import names, words

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
VARIATIONS_FAILED = "One or more variations of this test failed. Details can be found under each [variant#]."
PHASES = ("setup", "call", "teardown")

Part = collections.namedtuple("Part", "number fields began")


class Running:
    def __init__(self, plugin, item):
        self.plugin, self.item = plugin, item
        self.fields = plugin.describe(item)
        self.reports = {}       # of each phase
        self.ended_by = None    # what would have ended the whole run
        self.params = {}        # of the sub-tests that are open
        self.open = []          # the sub-tests that are open
        self.seen = collections.Counter()  # how many sub-tests have an id
        self.failed = self.left_out = 0    # sub-tests
        self.began = time.monotonic()
        self.number = plugin.channel.start(self.fields)

    # Its sub-tests

    def start_part(self, description):
        """Starts a sub-test; returns None if it isn't to be run."""
        # Where an object lies is another address in each run, and ids have to stay what they are.
        identity = ADDRESS.sub(" at 0x…", f"{self.item.nodeid} {description}")
        self.seen[identity] += 1
        if self.seen[identity] > 1:
            identity += f" #{self.seen[identity]}"
        if self.plugin.leaves_out(identity, self.item.nodeid):
            self.left_out += identity in self.plugin.skip
            return None
        fields = {key: self.fields[key] for key in ("file", "line", "task") if key in self.fields}
        fields.update(id=identity, test=self.fields["id"])
        if self.plugin.exercise:
            fields["name"] = names.of_variation(self.item.nodeid, description)
        part = Part(self.plugin.channel.start(fields), fields, time.monotonic())
        self.open.append(part)
        return part

    def finish_part(self, part, error):
        if error is None:
            self.report_part(part, "pass")
        elif isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)) or type(error).__name__ == "SkipTest":
            self.report_part(part, "skip", str(error))
        else:
            self.report_part(part, "fail", self.message_of(error), words.failing_line(error, str(self.item.path)))

    def report_part(self, part, status, message=None, line=None):
        self.open.remove(part)
        self.failed += status == "fail"
        self.plugin.channel.mark(self.open[-1].number if self.open else self.number)
        self.tell(part.fields, part.began, status, message, line)

    # What pytest reports

    def explain(self, report, error):
        """Puts what proctor tells of a phase into its report. Another process may have made it (pytest-forked)."""
        if report.passed and report.when == "call" and not hasattr(report, "wasxfail"):
            if self.ended_by is not None:
                error = self.ended_by
                report.longrepr = f"{words.of_exception(error)}\n\nThe test tried to end the whole run."
            elif self.failed or self.left_out:
                # One that is left out ended the run before: it has failed, and so has the test around it.
                report.longrepr = VARIATIONS_FAILED if self.plugin.exercise else self.count()
            report.outcome = "failed" if report.longrepr else "passed"
        text, line = report.longreprtext, None
        if error is not None and report.skipped:
            text = str(error)
        elif error is not None:
            line = words.failing_line(error, str(self.item.path))
            if error is not self.ended_by:
                text = self.message_of(error, report)
            if report.when != "call":
                text += words.place_of(self.item, error, report.when, str(self.plugin.root))
        report.proctor = [text, line]

    def message_of(self, error, report=None):
        if report is not None and not isinstance(self.item, pytest.Function):
            message = report.longreprtext  # a doctest, say, explains itself
        else:
            # pytest says what fixtures there are.
            message = getattr(getattr(report, "longrepr", None), "errorstring", None) or words.of_exception(error)
        if self.plugin.exercise:
            return message
        return "\n".join([message, *words.way_to(error, str(self.plugin.root), str(self.item.path))])

    def note(self, report):
        if not hasattr(report, "context"):
            self.reports[report.when] = report
            return
        # A sub-test of the `subtests` fixture: it is only known when it has ended.
        part = self.start_part(report.head_line.removeprefix(f"{report.location[2]} "))
        if part is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            message = None if report.passed else crash.message if crash else str(report.longrepr)
            self.report_part(part, {"passed": "pass", "skipped": "skip"}.get(report.outcome, "fail"), message)

    # How it ended

    def finish(self):
        self.plugin.channel.mark(0)
        status, report = self.outcome()
        message, line = told_of(report) if report else ("pytest didn't run the test", None)
        if hasattr(report, "wasxfail") and not report.failed:
            message = ("expected to fail: " + report.wasxfail.removeprefix("reason: ")).rstrip(": ")
        after = self.reports.get("teardown")
        if after is not None and after.failed and after is not report:
            message += f"\n\nAfter the test, something else failed:\n{told_of(after)[0]}"
        self.tell(self.fields, self.began, status, None if status == "pass" else message, line)

    def outcome(self):
        """The status, and the report that it rests on."""
        reports = [self.reports[when] for when in PHASES if when in self.reports]
        for report in reports:
            if report.failed:
                return ("fail" if report.when == "call" else "error"), report
        for report in reports:
            if report.skipped:
                expected = hasattr(report, "wasxfail") and self.plugin.exercise
                return ("pass" if expected else "skip"), report
        return ("pass", reports[0]) if reports else ("error", None)

    def tell(self, fields, began, status, message, line):
        fields = dict(fields, duration_ms=round((time.monotonic() - began) * 1000))
        if line is not None:
            fields["line"] = line
        self.plugin.channel.event("finish", **fields, status=status, message=message)

    def count(self):
        left_out = f", {self.left_out} left out" if self.left_out else ""
        return f"{self.failed} of {sum(self.seen.values())} sub-tests failed{left_out}"


def told_of(report):
    """What proctor tells of a phase: message and line."""
    return getattr(report, "proctor", None) or (report.longreprtext, None)
