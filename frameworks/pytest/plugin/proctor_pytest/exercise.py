"""A submission of a learning site: run as the site means it, whatever is installed or comes with it."""
import os
import re
import unittest

import pytest

from . import names, streams, subtests

EXTRA_CREDIT = re.compile(r"extra[- ]credit")  # stays skipped, as tests.scm says


def options(session):
    """pytest's, and what has to be prepared before it starts."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    _switch_off_skip()
    streams.prepare()
    streams.flush_when_stopped()
    # pytest says little (and nothing of each test, below): what is printed meanwhile is the submission's.
    return ["-s", "-q", "--no-header", "--no-summary", "--tb=native", "-c", os.devnull, f"--rootdir={session.root}",
            "--noconftest", "-p", "no:cacheprovider"]


def _switch_off_skip():
    """The tests that are skipped until later are run. skips.scm takes such marks out of the test files; this is for
    those that say it in another way, here `from unittest import skip as later`. (A test is skipped by skipIf and
    skipUnless where it can't run at all.)"""
    plain = unittest.skip

    def skip(reason):
        if callable(reason):
            return reason
        return plain(reason) if EXTRA_CREDIT.fullmatch(str(reason)) else lambda test: test
    unittest.skip = skip


def _take_marks_away(items):
    """pytest's mark, wherever it was put: `pytestmark = [pytest.mark.skip]`, pytest.param(…, marks=…)."""
    def stays(mark):
        reason = mark.kwargs.get("reason", mark.args[0] if mark.args else "")
        return mark.name != "skip" or EXTRA_CREDIT.fullmatch(str(reason))
    for node in {node: None for item in items for node in item.listchain()}:
        node.own_markers[:] = filter(stays, node.own_markers)


class Exercise:
    def __init__(self, reporter):
        self.reporter, self.root, self.files = reporter, reporter.session.root, reporter.session.files
        self.streams = streams.Kept()
        subtests.install(lambda: reporter.running)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report):
        return report.outcome, "", ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector, obj):
        # A submission may have tests of its own, and a test file may import all of its names.
        is_class = isinstance(collector, pytest.Module) and isinstance(obj, type)
        return [] if is_class and obj.__module__ != collector.obj.__name__ else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        if not items and not self.reporter.told_error:
            self.reporter.error("No tests were found in " + ", ".join(map(os.path.basename, self.files)) + ".")
        if self.reporter.told_error:
            items.clear()
        _take_marks_away(items)
        items[:] = names.in_file_order(items)
        self.reporter.has_tasks = any(item.get_closest_marker("task") for item in items)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self):
        """Puts back what the test before may have left otherwise."""
        try:
            os.chdir(self.root)
        except OSError:
            pass  # the test deleted it
        self.streams.put_back()
        yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self):
        outcome = yield
        error = outcome.excinfo and outcome.excinfo[1]
        # Ctrl-C and pytest.exit() end the whole run. A submission that raises them ends only its own test.
        if isinstance(error, (KeyboardInterrupt, pytest.exit.Exception)):
            self.reporter.running.ended_by = error
            outcome.force_result(None)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        outcome = yield
        if outcome.excinfo is None:
            # The run ends at once: what its tests left behind (threads, exit handlers, a deleted directory) can't hold
            # it up or spoil it.
            os._exit(self.reporter.end(1 if session.testsfailed else 0))
