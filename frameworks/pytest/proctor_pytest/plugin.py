"""The pytest plugin: tells the channel what is planned, what starts, and how it ends."""
import os
import re
import sys
import time
import unittest
from bdb import BdbQuit

import pytest
from _pytest.outcomes import Exit
from _pytest.reports import TestReport

from . import names, skips, subtests, words

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
VARIATIONS_FAILED = ("One or more variations of this test failed. Details can be found under each [variant#].")
NOT_BY_ITSELF = "The solution changed how its tests are run: this one didn't come to its end by itself."


class Running:
    """The test that is running, and its sub-tests."""

    def __init__(self, plugin, item):
        self.plugin, self.item = plugin, item
        self.fields = plugin.describe(item)
        self.number = plugin.channel.next_number()
        self.phases = {}            # setup, call, teardown: (report, exception)
        self.raised = {}            # of a phase: the exception as it was before pytest made another one of it
        self.ended_by = None        # what would have ended the whole run
        self.test_case = None       # unittest's object
        self.params = {}            # of the sub-tests that are open
        self.open = []              # numbers of the sub-tests that are open
        self.sub_ids = {}
        self.sub_fields = {}
        self.sub_count = self.failed_subs = self.skipped_subs = 0
        self.began = time.monotonic()

    def start_subtest(self, description):
        """Starts a sub-test; returns its number, or None if it isn't to be run."""
        plugin = self.plugin
        # Where an object lies is another address in each run, and ids have to stay what they are.
        identity = ADDRESS.sub(" at 0x…", f"{self.item.nodeid} {description}")
        again = self.sub_ids[identity] = self.sub_ids.get(identity, 0) + 1
        if again > 1:
            identity += f" #{again}"
        self.sub_count += 1
        if plugin.leaves_out(identity, self.item.nodeid):
            self.skipped_subs += identity in plugin.skip
            return None
        fields = {key: self.fields[key] for key in ("file", "line", "task") if key in self.fields}
        fields.update(id=identity, test=self.fields["id"])
        if plugin.exercise:
            fields["name"] = names.of_variation(self.item.nodeid, description)
        number = plugin.channel.next_number()
        self.open.append(number)
        self.sub_fields[number] = (fields, time.monotonic())
        plugin.channel.mark(number)
        plugin.channel.event("start", **fields, n=number)
        return number

    def finish_subtest(self, number, excinfo):
        status, message = ("pass", None) if excinfo is None else self.plugin.judge(self.item, excinfo)
        caught = self.plugin.failure_caught(self.item)
        if status == "pass" and caught:
            status, message = "fail", caught
        line = words.failing_line(excinfo, str(self.item.path)) if status == "fail" and excinfo else None
        self.report_subtest(number, status, message, line)

    def report_subtest(self, number, status, message, line=None):
        fields, began = self.sub_fields.pop(number)
        tampered = self.plugin.after_test(self.item, self.test_case) if status in ("pass", "skip") else None
        if tampered:
            status, message = "fail", tampered
        self.open.remove(number)
        self.failed_subs += status == "fail"
        self.plugin.channel.mark(self.open[-1] if self.open else self.number)
        fields["duration_ms"] = _since(began)
        if line is not None:
            fields["line"] = line
        self.plugin.channel.event("finish", **fields, status=status, message=message)


class Plugin:
    def __init__(self, channel, root, files, path=None):
        self.channel, self.root, self.files, self.path = channel, root, files, path
        self.authors = files  # what isn't the solution's
        greeting = channel.greeting
        self.exercise, self.skip, self.only = greeting.exercise, greeting.skip, greeting.only
        self.filter = None
        self.running = None
        self.has_tasks = False
        self.errors = []
        self.refused = False  # the solution changed what it is tested by
        self.skipped_files = []
        self.collected = 0
        self.complete = False
        self.failed = False
        self.not_tests = (unittest.TestCase, unittest.FunctionTestCase)
        self.before_test = lambda: None
        self.before_loading = lambda session: None
        self.before_file = lambda file: None
        self.after_loading = lambda items: None
        self.after_test = lambda item, test_case: None
        self.after_all = lambda code: None
        self.around_call = lambda item, test_case: lambda: None
        self.ended_well = lambda: True
        self.failure_caught = lambda item: None
        self.may_skip = lambda item, error: True
        self.may_expect_failure = lambda item: True

    # What is to be run

    def leaves_out(self, identity, around=None):
        if identity in self.skip:
            return True
        return bool(self.only) and identity not in self.only and not (around and self.asks_for(around))

    def asks_for(self, nodeid):
        """Whether a test stands in what is asked for: itself, its class, all variations of it."""
        parts = nodeid.partition("[")[0].split("::")
        return nodeid in self.only or any("::".join(parts[:n]) in self.only for n in range(2, len(parts) + 1))

    def is_asked_for(self, item):
        # The id of a sub-test begins with that of the test around it, which has to run for it.
        wanted = not self.only or self.asks_for(item.nodeid) or any(o.startswith(item.nodeid + " ") for o in self.only)
        return wanted and (self.filter is None or self.filter.search(item.nodeid) is not None)

    def describe(self, item):
        """The fields that all events of a test have."""
        fields = {"id": item.nodeid, "file": item.location[0], "line": names.line_of(item)}
        file = item.nodeid.partition("::")[0]
        if self.exercise and fields["file"] != file:  # a helper's decorator stands around it
            fields.update(file=file, line=None)
        original = getattr(item, "originalname", None) or item.name
        if original != item.name:  # one of several results of a parametrised test
            fields["test"] = item.nodeid.removesuffix(item.name) + original
        elif self.exercise and (inherited := names.inherited_from(item)):
            fields["test"] = inherited
        if self.exercise:
            fields["name"] = names.of_test(item.nodeid) + ("~" if self.has_tasks else "")
            fields["task"] = names.task_of(item)
        return fields

    @pytest.hookimpl
    def pytest_configure(self, config):
        config.addinivalue_line("markers", "task(taskno): the number of the exercise's task that a test belongs to")

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path):
        if self.path and collection_path.is_file() and not names.matches_path(collection_path, self.root, self.path):
            return True
        return None

    @pytest.hookimpl
    def pytest_collectstart(self, collector):
        self.channel.leave_if_child()
        if isinstance(collector, pytest.Module):
            self.before_file(str(collector.path))

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector, name, obj):
        # A test file that imports TestCase by name: pytest would look for tests in it, and leave fixtures of its own
        # there.
        return [] if self.exercise and any(obj is each for each in self.not_tests) else None

    @pytest.hookimpl
    def pytest_exception_interact(self, node, call, report):
        if not isinstance(node, pytest.Item):
            self.errors.append(words.of_unloadable(call.excinfo.value, str(getattr(node, "path", "")), str(self.root)))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        outcome = yield
        # A debugger that nobody answers ends the loading of a file, and pytest doesn't call that an exception to tell of.
        call = getattr(outcome.get_result(), "call", None) if outcome.excinfo is None else None
        if call is not None and call.excinfo is not None and isinstance(call.excinfo.value, BdbQuit):
            file = str(getattr(collector, "path", ""))
            self.errors.append(words.of_unloadable(call.excinfo.value, file, str(self.root)))

    @pytest.hookimpl
    def pytest_collectreport(self, report):
        # A file that skips itself as a whole; of a submission that would be a way around all its tests.
        if not self.exercise and report.skipped:
            self.skipped_files.append(report)
        elif report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.errors.append(f"{report.nodeid} was skipped while it was loaded: {reason}")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        self.collected = len(items)
        if self.exercise:
            skips.take_marks_away(items)
            items[:] = names.in_file_order(items, self.files)
            self.has_tasks = any(item.get_closest_marker("task") for item in items)
        items[:] = [item for item in items if self.is_asked_for(item)]

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection(self, session):
        # Taken now: what is loaded may find this object and put something else in its place.
        after_loading = self.after_loading
        self.before_loading(session)
        yield
        self.channel.leave_if_child()
        tampered = after_loading(session.items)
        if tampered:
            self.refused = True
            self.errors.append(tampered)
        elif self.exercise and not self.collected and not self.errors:
            self.errors.append("No tests were found in " + ", ".join(map(os.path.basename, self.files)) + ".")
        self.report_errors()
        if self.errors and self.exercise:
            session.items.clear()
            return
        self.channel.event("plan", tests=[self.describe(item) for item in session.items])
        session.items[:] = [item for item in session.items if item.nodeid not in self.skip]
        self.report_skipped_files()

    def is_cut_short(self):
        """Whether a project's run is over because a test has failed."""
        return not self.exercise and self.channel.greeting.fail_fast and self.failed and self.running is None

    def report_skipped_files(self):
        """Files that skip themselves while they are loaded: pytest counts each as one that is skipped."""
        for report in self.skipped_files:
            if self.only or self.filter or report.nodeid in self.skip:
                continue
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            fields = {"id": report.nodeid, "file": report.nodeid}
            self.channel.event("start", **fields, n=self.channel.next_number())
            self.channel.event("finish", **fields, status="skip", message=reason)

    def report_errors(self):
        for message in dict.fromkeys(self.errors):
            self.channel.event("error", message=message)

    # A test runs

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        outcome = yield
        # What pytest does next may fail on what the tests left behind, a deleted directory for one.
        if outcome.excinfo is None and not self.errors:
            self.complete = True
            self.after_all(int(bool(session.testsfailed)))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        # Taken before the test runs, which may find this object and put something else in their places.
        after_test, ended_well, failure_caught = self.after_test, self.ended_well, self.failure_caught
        finish = self.finish
        self.before_test()
        self.running = test = Running(self, item)
        self.channel.mark(test.number)
        self.channel.event("start", **test.fields, n=test.number)
        outcome = yield
        if outcome.excinfo is not None:
            return  # the run ends here; that the test has no end says which one did it
        tampered = after_test(item, test.test_case)
        self.channel.mark(0)
        self.running = None
        finish(test, tampered, None if ended_well() else NOT_BY_ITSELF, failure_caught(item))

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item):
        test = self.running
        test.test_case = getattr(item, "_testcase", None)
        take_back = self.around_call(item, test.test_case)
        outcome = yield
        take_back()
        excinfo = outcome.excinfo
        # Ctrl-C and pytest.exit() end the whole run. A submission that raises them ends only its own test.
        if self.exercise and excinfo and issubclass(excinfo[0], (KeyboardInterrupt, Exit)):
            test.ended_by = pytest.ExceptionInfo(excinfo, _ispytest=True)
            outcome.force_result(None)

    @pytest.hookimpl
    def pytest_runtest_makereport(self, item, call):
        """In place of pytest's own, which formats tracebacks that a learning site doesn't show."""
        if not self.exercise:
            return None
        outcome, shown = "passed", None
        if call.excinfo is not None:
            skipped = isinstance(call.excinfo.value, pytest.skip.Exception)
            outcome = "skipped" if skipped else "failed"
            shown = (str(item.path), 0, "skipped") if skipped else "failed"
        return TestReport(item.nodeid, item.location, {}, outcome, shown, call.when, duration=call.duration)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True, specname="pytest_runtest_makereport")
    def pytest_note_report(self, item, call):
        raised = call.excinfo
        outcome = yield
        if self.running is not None:
            self.running.raised[call.when] = raised
            self.running.phases[call.when] = (outcome.get_result(), call.excinfo)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report):
        # Sub-tests of the `subtests` fixture: only known when they have ended.
        context = getattr(report, "context", None)
        if context is None or self.running is None or self.exercise:
            return
        number = self.running.start_subtest(subtests.describe(context.msg, dict(context.kwargs)))
        if number is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            message = None if report.passed else crash.message if crash else str(report.longrepr)
            status = {"passed": "pass", "skipped": "skip"}.get(report.outcome, "fail")
            self.running.report_subtest(number, status, message)

    # … and ends

    def judge(self, item, excinfo, raised=None):
        """Status and message of an exception in a test; raised: as it was before pytest made another one of it."""
        error = excinfo.value
        if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)) or type(error).__name__ == "SkipTest":
            first = error if raised is None else raised.value
            if self.exercise and (words.passes_through(first, str(self.root), self.authors)
                                  or not self.may_skip(item, first)):
                return "fail", f"The solution skipped the test instead of passing it: {words.of_exception(excinfo)}"
            return "skip", str(error)
        message = words.of_exception(excinfo)
        if not self.exercise:
            message = words.of_pytest(item, excinfo) or message
            message = "\n".join([message, *words.way_to(excinfo, str(self.root), str(item.path))])
        return "fail", message

    def outcome_of(self, test):
        """Status, message and exception of a test that has run."""
        if test.ended_by is not None:
            message = words.of_exception(test.ended_by) + "\n\nThe test tried to end the whole run."
            return "fail", message, test.ended_by
        for when in ("setup", "call", "teardown"):
            report, excinfo = test.phases.get(when, (None, None))
            if report is None or report.passed:
                continue
            if report.skipped:
                status, message = (self.judge(test.item, excinfo, test.raised.get(when)) if excinfo
                                   else ("skip", ""))
                # A solution that calls pytest.xfail() itself is judged as one that skips; a mark or a decorator of
                # the test file holds, whatever the exception.
                if hasattr(report, "wasxfail") and not (status == "fail" and _is_xfail(excinfo)):
                    if not self.may_expect_failure(test.item):
                        return "fail", "The solution made a test that fails one that is expected to fail.", excinfo
                    reason = "expected to fail: " + report.wasxfail.removeprefix("reason: ")
                    return ("pass" if self.exercise else "skip"), reason.rstrip(": "), None
                return status, message, excinfo
            if excinfo is None:  # passed, but was expected to fail
                return "fail", str(report.longrepr).strip(), None
            status, message = self.judge(test.item, excinfo)
            if when == "call":
                return status, message + self.also_failed(test, "call"), excinfo
            place = words.place_of(test.item, excinfo, when, str(self.root))
            return "error", message + place + self.also_failed(test, when), excinfo
        if test.failed_subs or test.skipped_subs:
            # One that is left out now ended the run before: it has failed, and so has the test around it.
            return "fail", VARIATIONS_FAILED if self.exercise else _count(test), None
        if not test.phases:
            return "error", "pytest didn't run the test", None
        return "pass", None, None

    def also_failed(self, test, when):
        """What went wrong after a test of a project, which had failed at `when` already."""
        report, excinfo = test.phases.get("teardown", (None, None))
        if self.exercise or when == "teardown" or report is None or not report.failed or excinfo is None:
            return ""
        _, message = self.judge(test.item, excinfo)
        return f"\n\nAfter the test, something else failed:\n{message}"

    def finish(self, test, tampered, *doubts):
        """tampered: why what came out of it can't be trusted, or None. doubts: the same, where it looks like a pass."""
        status, message, excinfo = self.outcome_of(test)
        doubt = next(filter(None, doubts), None)
        if status == "pass" and message is None and doubt:  # with one it was expected to fail
            status, message = "fail", doubt
        if tampered and status in ("pass", "skip"):
            status, message = "fail", tampered
        if status == "pass":
            message = None
        self.failed |= status in ("fail", "error")
        fields = dict(test.fields, duration_ms=_since(test.began))
        if excinfo is not None:
            fields["line"] = words.failing_line(excinfo, str(test.item.path)) or fields["line"]
        self.channel.event("finish", **fields, status=status, message=message)

    @pytest.hookimpl
    def pytest_internalerror(self, excrepr):
        # In the middle of a test its missing end says enough; pytest prints the rest to standard error. What the
        # solution has changed pytest may need itself.
        if self.running is None and not self.refused:
            self.channel.event("error", message=f"pytest failed: {excrepr}")

    @pytest.hookimpl
    def pytest_keyboard_interrupt(self, excinfo):
        self.complete = False
        if self.running is None and not self.errors:
            self.channel.event("error", message=words.of_exception(excinfo))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session, exitstatus):
        self.complete = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED,
                                       pytest.ExitCode.NO_TESTS_COLLECTED) or bool(self.errors)


def _is_xfail(excinfo):
    return isinstance(excinfo.value, pytest.xfail.Exception)


def _count(test):
    left_out = f", {test.skipped_subs} left out" if test.skipped_subs else ""
    return f"{test.failed_subs} of {test.sub_count} sub-tests failed{left_out}"


def _since(began):
    return round((time.monotonic() - began) * 1000)
