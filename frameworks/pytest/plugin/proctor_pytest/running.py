"""The test that is running: what pytest reports of it, and its sub-tests."""
import re
import time

import pytest

from . import names, words

VARIATIONS_FAILED = "One or more variations of this test failed. Details can be found under each [variant#]."
PHASES = ("setup", "call", "teardown")
# What runs around tests without being asked for by name.
_AROUND = re.compile("(setUp|tearDown|setup_|teardown_)(Class|class|method|Module|module|function)")


class Running:
    def __init__(self, reporter, item, fields):
        self.reporter, self.session, self.item = reporter, reporter.session, item
        self.fields, self.id = fields, fields["id"]
        self.reports = {}       # of each phase
        self.ended_by = None    # what would have ended the whole run
        self.params = {}        # of the sub-tests that are open
        self.parts = []         # ids of the sub-tests
        self.part_failures = []  # what failed in those of a project
        self.failed = 0         # sub-tests
        self.began = time.monotonic()

    # Its sub-tests

    def start_part(self, description):
        """Asks before a sub-test; returns the fields of its events, or None if it isn't to be run."""
        self.parts.append(names.lasting(f"{self.id}::{description}"))
        fields = {key: self.fields.get(key) for key in ("file", "line", "task")}
        fields.update(id=names.numbered(self.parts[-1], self.parts.count(self.parts[-1])), test=self.id)
        if self.session.exercise:
            fields["name"] = names.of_variation(self.item.nodeid, description)
        self.reporter.flush()
        return fields if self.session.tell("ask", **fields) == "run" else None

    def finish_part(self, fields, began, error):
        line = None
        if error is None:
            self.tell_part(fields, "pass", None, began)
        elif isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)) or type(error).__name__ == "SkipTest":
            self.tell_part(fields, "skip", str(error), began)
        else:
            line = words.failing_line(error, str(names.path_of(self.item)))
            self.tell_part(dict(fields, line=line or fields["line"]), "fail", self.message_of(error), began)

    def tell_part(self, fields, status, message, began):
        self.failed += status == "fail"
        self.reporter.flush()
        self.session.tell("finish", **fields, status=status, message=message,
                          duration_ms=round((time.monotonic() - began) * 1000))

    # What pytest reports

    def explain(self, report, error):
        """Puts what proctor tells of a phase into its report. Another process may have made it (pytest-forked)."""
        if self.session.exercise and report.passed and report.when == "call" and not hasattr(report, "wasxfail"):
            if self.ended_by is not None:
                error = self.ended_by
                report.longrepr = f"{words.of_exception(error)}\n\nThe test tried to end the whole run."
            elif self.failed:
                report.longrepr = VARIATIONS_FAILED
            report.outcome = "failed" if report.longrepr else "passed"
        if (error is not None and report.when == "teardown" and hasattr(report, "wasxfail")
                and words.around(error, self.session.root) in self.reporter.shared):
            # A test that may fail excuses no fixture that others use, too (pytest-dev/pytest#8375).
            report.outcome = "failed"
            del report.wasxfail
        text, line = report.longreprtext, None
        if error is not None and report.skipped:
            text = str(error)
        elif error is not None:
            line = words.failing_line(error, str(names.path_of(self.item)))
            if error is not self.ended_by:
                text = self.message_of(error, report)
            if report.when != "call":
                text += place_of(self.item, error, report.when, self.session.root)
        report.proctor = [text, line]

    def message_of(self, error, report=None):
        if report is not None and not isinstance(self.item, pytest.Function):
            message = report.longreprtext  # a doctest, say, explains itself
        else:
            # pytest says what fixtures there are.
            message = getattr(getattr(report, "longrepr", None), "errorstring", None) or words.of_exception(error)
        if self.session.exercise:
            return message
        file = str(names.path_of(self.item))
        return words.of_failure(error, self.session.root, file, message)

    def note(self, report):
        if report.outcome == "rerun":  # pytest-rerunfailures: what comes now is what counts
            self.reports.clear()
            self.reporter.reruns[self.id] += 1
        elif hasattr(report, "context"):
            # A sub-test of pytest's or of pytest-subtests. The test around it counts, once; this one is a part of it.
            if report.failed:
                crash = getattr(report.longrepr, "reprcrash", None)
                part = report.head_line[len(report.location[2]) + 1:]
                self.part_failures.append(f"{part}: {crash.message if crash else report.longrepr}")
        else:
            # What pytest-forked says of a process that died belongs to no phase. A failure of a phase stays one.
            when = report.when if report.when in PHASES else "call"
            if when not in self.reports or not self.reports[when].failed:
                self.reports[when] = report

    # How it ended

    def finish(self):
        status, report = self.outcome()
        message, line = told_of(report) if report else ("pytest didn't run the test", None)
        if hasattr(report, "wasxfail") and not report.failed:
            reason = report.wasxfail
            message = ("expected to fail: " + reason[len("reason: ") * reason.startswith("reason: "):]).rstrip(": ")
        if self.part_failures:
            own = "" if status == "pass" or message.startswith("contains ") else message
            status, message = ("error" if status == "error" else "fail"), "\n\n".join([*self.part_failures, own]).rstrip()
        after = self.reports.get("teardown")
        if after is not None and after.failed and after is not report:
            message += f"\n\nAfter the test, something else failed:\n{told_of(after)[0]}"
        if status in ("fail", "error"):
            self.session.count_failure()
        self.reporter.flush()
        self.session.tell("finish", **dict(self.fields, line=line or self.fields["line"]), status=status,
                          message=None if status == "pass" else message, output=self.output(),
                          duration_ms=round((time.monotonic() - self.began) * 1000))

    def outcome(self):
        """The status, and the report that it rests on."""
        reports = [self.reports[when] for when in PHASES if when in self.reports]
        for report in reports:
            if report.failed:
                return ("fail" if report.when == "call" else "error"), report
        for report in reports:
            if report.skipped:
                expected = hasattr(report, "wasxfail") and self.session.exercise
                return ("pass" if expected else "skip"), report
        return ("pass", reports[0]) if reports else ("error", None)

    def output(self):
        """What pytest caught of the test, that of its fixtures included: the last report has all of it."""
        if not (self.session.captures and self.reports):
            return None
        last = list(self.reports.values())[-1]
        return "".join(text if text.endswith("\n") else text + "\n"
                       for text in (last.capstdout, last.capstderr, last.caplog) if text)


def told_of(report):
    """What proctor tells of a phase: message and line."""
    return getattr(report, "proctor", None) or (report.longreprtext, None)


def place_of(item, error, when, root):
    """Says in which fixture or setUpClass, around the test, an exception was raised; empty where that can't be told."""
    name = words.around(error, root)
    hook, owner = _AROUND.fullmatch(name), getattr(item, "cls", None)
    if hook and owner is not None and hook[2] in ("Class", "class", "method"):
        place = f"{name} of {owner.__name__}"
    elif hook:
        place = f"{name} of {names.path_of(item).name}"
    elif name in getattr(item, "fixturenames", ()):
        place = f"the fixture {name}"
    else:
        return ""
    return f"\n\nThis happened in {place}, {'before' if when == 'setup' else 'after'} the test."
