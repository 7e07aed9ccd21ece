"""The pytest plugin: tells the channel what is planned, what starts, and how it ends."""
import os
import unittest

import pytest

from . import names, skips, streams, words
from .running import Running

try:
    from _pytest.terminal import TerminalReporter
except ImportError:  # then pytest's own words stand in the output, too
    TerminalReporter = None


class Plugin:
    def __init__(self, channel, root, files, path=None):
        self.channel, self.root, self.files, self.path = channel, root, files, path
        greeting = channel.greeting
        self.exercise, self.skip, self.only = greeting.exercise, greeting.skip, greeting.only
        self.filter = None
        self.running = None
        self.has_tasks = False
        self.errors = []
        self.skipped_files = []
        self.interrupted = False
        self.streams = streams.Kept() if self.exercise else None

    # pytest begins

    # (Inside all other wrappers: pluggy doesn't come back to those around one that raises.)
    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_cmdline_parse(self):
        outcome = yield
        self.tell_refusal(outcome)

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_cmdline_main(self, config):
        if getattr(config.option, "numprocesses", None):
            config.option.numprocesses = 0  # the workers of xdist are processes that can't reach the channel
        outcome = yield
        self.tell_refusal(outcome)

    def tell_refusal(self, outcome):
        """Why pytest doesn't run at all."""
        if outcome.excinfo is None or self.errors:
            return
        error = outcome.excinfo[1]
        self.errors.append(words.of_exception(error))
        if isinstance(error, pytest.UsageError):
            # It names this program as the one that was called; behind that stands what is wrong.
            text = "\n".join(map(str, error.args)).rpartition(": error: ")[2]
            self.channel.event("error", settings=not self.exercise, message=text)
        else:
            file = getattr(error, "path", None)  # of a conftest.py
            message = words.of_unloadable(error, str(file), str(self.root)) if file else words.of_exception(error)
            self.channel.event("error", message=message)

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        config.addinivalue_line("markers", "task(taskno): the number of the exercise's task that a test belongs to")
        # pytest and its plugins count on a terminal reporter; what it would say, proctor says.
        plain = config.pluginmanager.get_plugin("terminalreporter")
        if plain is not None and TerminalReporter is not None:
            config.pluginmanager.unregister(plain)
            config.pluginmanager.register(TerminalReporter(config, open(os.devnull, "w")), "terminalreporter")

    # What is to be run

    def leaves_out(self, identity, around):
        """Whether a part of the test `around` isn't to be run."""
        if identity in self.skip:
            return True
        return bool(self.only) and identity not in self.only and not self.asks_for(around)

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

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path):
        if self.path and collection_path.is_file() and not names.matches_path(collection_path, self.root, self.path):
            return True
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector, obj):
        # A submission may have tests of its own, and a test file may import all of its names.
        is_class = isinstance(collector, pytest.Module) and isinstance(obj, type)
        return [] if self.exercise and is_class and obj.__module__ != collector.obj.__name__ else None

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        outcome = yield
        self.channel.leave_if_child()
        if outcome.excinfo is not None:
            return
        report = outcome.get_result()
        if report.failed:
            excinfo = getattr(getattr(report, "call", None), "excinfo", None)
            file, root = str(getattr(collector, "path", "")), str(self.root)
            self.errors.append(words.of_unloadable(excinfo.value, file, root) if excinfo else report.longreprtext)
        elif report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            if self.exercise:  # it would be a way around all the tests of a file
                self.errors.append(f"{report.nodeid} was skipped while it was loaded: {reason}")
            else:
                self.skipped_files.append((report.nodeid, reason))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        if self.exercise:
            if not items and not self.errors:
                self.errors.append("No tests were found in " + ", ".join(map(os.path.basename, self.files)) + ".")
            skips.take_marks_away(items)
            items[:] = names.in_file_order(items, self.files)
            self.has_tasks = any(item.get_closest_marker("task") for item in items)
        items[:] = [item for item in items if self.is_asked_for(item)]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        for message in dict.fromkeys(self.errors):
            self.channel.event("error", message=message)
        if self.errors and self.exercise:
            session.items.clear()
            return
        self.channel.event("plan", tests=[self.describe(item) for item in session.items])
        session.items[:] = [item for item in session.items if item.nodeid not in self.skip]
        for nodeid, reason in self.skipped_files:  # pytest counts each as one test that is skipped
            if not self.only and not self.filter and nodeid not in self.skip:
                fields = {"id": nodeid, "file": nodeid}
                self.channel.start(fields)
                self.channel.event("finish", **fields, status="skip", message=reason)

    # A test runs

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        if self.exercise:
            self.clear_up()
        self.running = test = Running(self, item)
        outcome = yield
        self.channel.leave_if_child()
        if outcome.excinfo is not None:  # the run ends here; that the test has no end says which one did it
            self.channel.event("failed", id=item.nodeid, message=words.of_exception(outcome.excinfo[1]))
            return
        self.running = None
        test.finish()

    def clear_up(self):
        """Puts back what a submission's test may have left otherwise."""
        try:
            os.chdir(self.root)
        except OSError:
            pass  # the test deleted it
        self.channel.reopen_outputs()
        self.streams.put_back()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self):
        outcome = yield
        error = outcome.excinfo and outcome.excinfo[1]
        # Ctrl-C and pytest.exit() end the whole run. A submission that raises them ends only its own test.
        if self.exercise and isinstance(error, (KeyboardInterrupt, pytest.exit.Exception)):
            self.running.ended_by = error
            outcome.force_result(None)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        if self.running is not None:
            self.running.explain(outcome.get_result(), call.excinfo and call.excinfo.value)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report):
        if self.running is not None:
            self.running.note(report)

    # pytest ends

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        outcome = yield
        if self.exercise and outcome.excinfo is None:
            # A submission's run ends at once: what its tests left behind (threads, exit handlers, a deleted directory)
            # can't hold it up or spoil it.
            os._exit(self.end(1 if session.testsfailed else 0))

    def end(self, code):
        """Tells that all is done, if it is, and returns the exit code."""
        if not self.interrupted:
            self.channel.mark(0)
            self.channel.event("end")
        streams.flush()
        return code

    def tell_last(self, error):
        """Tells what failed when the tests had their results: the end of a fixture behind the first failure, say."""
        if not self.errors:
            text = f"What failed when the run had ended:\n{words.of_exception(error)}"
            way = words.way_to(error, str(self.root), "")
            self.channel.event("error", behind=True, message="\n".join([text, *way]))

    @pytest.hookimpl
    def pytest_internalerror(self, excrepr):
        # In the middle of a test its missing end says enough; pytest prints the rest to standard error.
        self.interrupted = True
        if self.running is None:
            self.channel.event("error", message=f"pytest failed: {excrepr}")

    @pytest.hookimpl
    def pytest_keyboard_interrupt(self, excinfo):
        self.interrupted = True
        if self.running is None:
            self.channel.event("error", message=words.of_exception(excinfo.value))
