"""The pytest plugin: asks before each test, and tells what is planned and how tests end. PYTEST_DONT_REWRITE

pytest loads it by its name, as the workers of pytest-xdist do. What each process is, is known when it is configured.
"""
import collections
import os
import pathlib

import pytest

from . import names, streams, words
from .running import Running
from .session import ERRORS, Session

session = None  # of this process
role = None     # Reporter or Controller

# pytest's warnings about tests that don't do what they seem to.
TELLING_WARNINGS = tuple(getattr(pytest, name) for name in (
    "PytestCollectionWarning", "PytestReturnNotNoneWarning", "PytestUnhandledCoroutineWarning",
    "PytestUnhandledThreadExceptionWarning", "PytestUnraisableExceptionWarning") if hasattr(pytest, name))
MOST_NAMED = 5
STOPPED = "no other test is wanted"
MOST_IN_A_PLAN = 1000  # a line of the channel has at most 8 MiB


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    global session, role
    given = getattr(config, "workerinput", {}).get("proctor")
    if given:
        session = Session(**given)
    if session is None:
        return
    config.addinivalue_line("markers", "task(taskno): the number of the exercise's task that a test belongs to")
    session.captures = config.getoption("capture") != "no"
    session.client  # registers this process
    if not given and config.getoption("dist", "no") != "no" and config.getoption("tx"):
        role = Controller(session, config)
    else:
        role = Reporter(session, config)
        config.pluginmanager.register(Gate(role), "proctor-gate")
    config.pluginmanager.register(role, "proctor-role")
    if session.exercise:
        from . import exercise
        config.pluginmanager.register(exercise.Exercise(role), "proctor-exercise")


def pytest_unconfigure():
    if session is not None and session.worker and role is not None:
        role.end(0)


class Refusals:
    """Why pytest doesn't run at all. Registered before pytest reads its options."""

    def __init__(self, session):
        self.session = session

    # (Inside all other wrappers: pluggy doesn't come back to those around one that raises.)
    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_cmdline_parse(self):
        outcome = yield
        self.tell(outcome)
        if outcome.excinfo is None:
            self.leave_debugger(outcome.get_result().option)

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_cmdline_main(self):
        outcome = yield
        self.tell(outcome)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(self, early_config):
        options = getattr(early_config, "known_args_namespace", None)
        if self.session.measures and options and not options.cov_source:
            # What the project's own settings say, or else what is its own. (True: as `--cov` alone.)
            import coverage
            options.cov_source = [True] if coverage.Coverage().config.source else ["."]
        yield

    def leave_debugger(self, option):
        """Without a terminal a debugger could only end the run in the midst of its tests."""
        for name, written in (("usepdb", "--pdb"), ("trace", "--trace")):
            if getattr(option, name, False) and not self.session.debugs:
                setattr(option, name, False)
                self.session.tell("warning", message=f"{written} isn't used: there is no terminal. `proctor test --debug` has one.")

    def tell(self, outcome):
        if outcome.excinfo is None or self.session.refused or role is not None:  # (what it ends with is told as that)
            return
        self.session.refused = True
        error = outcome.excinfo[1]
        cause = error.__cause__
        if isinstance(cause, ModuleNotFoundError) and str(error).startswith(f'Error importing plugin "{cause.name}"'):
            self.session.tell("error", settings=True, message=str(error))
        elif isinstance(error, pytest.UsageError):
            # It names this program as the one that was called; behind that stands what is wrong.
            text = "\n".join(map(str, error.args)).rpartition(": error: ")[2]
            self.session.tell("error", settings=not self.session.exercise, message=text)
        else:
            file = getattr(error, "path", None)  # of a conftest.py
            self.session.tell("error", message=words.of_unloadable(error, str(file), self.session.root) if file
                              else words.of_exception(error))


class Role:
    """What all processes of pytest tell: how the run as a whole ends."""

    def __init__(self, session, config):
        self.session, self.config = session, config
        self.running = None      # the test that runs
        self.failed = False      # something that pytest reports
        self.told_error = False
        self.interrupted = False
        self.reruns = collections.Counter()  # of tests that a plugin ran again, by id
        self.other_warnings = {}             # the first place of each
        self.not_loaded = set()              # ids of files

    def error(self, message, **kind):
        self.told_error = True
        self.session.tell("error", message=message, **kind)

    @pytest.hookimpl
    def pytest_collectreport(self, report):
        self.failed = self.failed or report.failed

    @pytest.hookimpl
    def pytest_warning_recorded(self, warning_message, nodeid):
        category, text = warning_message.category, str(warning_message.message)
        line = f"{os.path.relpath(warning_message.filename, self.session.root)}:{warning_message.lineno}"
        # Where the warning came up, if that is in the project.
        place = nodeid + ("" if line.startswith("..") else f" ({line})") if nodeid else line
        if issubclass(category, TELLING_WARNINGS) or "was never awaited" in text:
            self.session.tell("warning", message=f"pytest warns of {place}: {text}")
        else:
            self.other_warnings.setdefault(f"{category.__name__}: {text}", place)

    @pytest.hookimpl
    def pytest_internalerror(self, excrepr):
        # In the middle of a test its missing end says enough; pytest prints the rest to standard error.
        self.interrupted = True
        if self.running is None:
            self.error(f"pytest failed: {excrepr}")

    @pytest.hookimpl
    def pytest_keyboard_interrupt(self, excinfo):
        if isinstance(excinfo.value, KeyboardInterrupt) and type(excinfo.value) is not KeyboardInterrupt:
            self.tell_stopped(excinfo.value)  # pytest, or a plugin, wanted no more tests
            return
        self.interrupted = True
        if self.running is None:
            self.error(words.of_exception(excinfo.value))

    def tell_stopped(self, reason):
        self.session.tell("warning", message=f"pytest stopped: {reason}")

    def tell_last(self, error):
        """Tells what failed when the tests had their results: the end of a fixture behind the first failure, say."""
        text = f"What failed when the run had ended:\n{words.of_exception(error)}"
        self.error("\n".join([text, *words.way_to(error, self.session.root, "")]), behind=True)

    def end(self, code):
        """Tells that all is done, if it is, and returns the exit code."""
        if self.reruns:
            times = [f"{test} {times} more time{'s' * (times > 1)}" for test, times in self.reruns.items()]
            self.session.tell("warning", message=f"A plugin ran tests again, and the last result counts: {_some(times)}")
        if code == pytest.ExitCode.TESTS_FAILED and not (self.failed or self.told_error or self.session.refused):
            self._tell_coverage()
        for text, place in list(self.other_warnings.items())[:MOST_NAMED]:
            self.session.tell("warning", message=f"pytest warns of {place}: {text}")
        if len(self.other_warnings) > MOST_NAMED:
            more = len(self.other_warnings) - MOST_NAMED
            self.session.tell("warning", message=f"pytest has {more} more warning{'s' * (more > 1)}: the log shows them.")
        streams.flush()
        if not self.interrupted:
            self.session.tell("end")
        return code

    def _tell_coverage(self):
        """Tells that pytest-cov fails the run. (Of another plugin, what it printed says that.)"""
        total = getattr(self.config.pluginmanager.getplugin("_cov"), "cov_total", None)
        least = self.config.getoption("cov_fail_under", None)
        if total is not None and least is not None and total < least:
            self.error(f"Required test coverage of {least:g}% not reached. Total coverage: {total:.2f}%", behind=True)


class Controller(Role):
    """The process of pytest-xdist that runs no tests. Its workers tell of theirs."""

    def __init__(self, session, config):
        super().__init__(session, config)
        session.each = config.getoption("dist") == "each"
        # pytest-xdist kills its workers in the midst of their tests when there were as many failures as --maxfail says.
        # So they stop by themselves.
        session.most, config.option.maxfail = config.getoption("maxfail"), 0
        session.count = os.path.join(os.environ["PROCTOR_PRIVATE"], "failures")

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node):
        node.workerinput["proctor"] = self.session.of_worker(node.workerinput["workerid"])

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem, report):
        worker = getattr(getattr(report, "node", None), "gateway", None)
        identity = self.session.name(names.lasting(crashitem), getattr(worker, "id", None))
        self.session.tell("failed", id=identity, message=report.longreprtext)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report):
        self.failed = self.failed or report.failed

    @pytest.hookimpl
    def pytest_sessionfinish(self):
        if self.session.has_enough():
            self.tell_stopped(f"stopping after {self.session.most} failures")


class Gate:
    """Stands before whatever runs a test: pytest, or a plugin in its place."""

    def __init__(self, reporter):
        self.reporter = reporter
        self.leaving_out = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        answer = "stop" if self.reporter.session.has_enough() else self.reporter.begin(item)
        if answer == "run":
            return None
        if answer == "stop":
            item.session.shouldfail = STOPPED
        else:
            self.leave_out(item, nextitem)
        return True

    def leave_out(self, item, nextitem):
        """Ends the fixtures that the next test doesn't share: pytest does so at the end of each test."""
        self.leaving_out = True
        try:
            item.ihook.pytest_runtest_setup(item=item)
        except pytest.skip.Exception:
            pass
        finally:
            self.leaving_out = False
        try:
            item.ihook.pytest_runtest_teardown(item=item, nextitem=nextitem)
        except ERRORS as error:
            self.reporter.tell_left_behind(error)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self):
        if self.leaving_out:
            pytest.skip("it isn't asked for")


class Reporter(Role):
    """The process that runs tests."""

    def __init__(self, session, config):
        super().__init__(session, config)
        self.exercise = session.exercise
        self.has_tasks = False
        self.asked = collections.Counter()  # how often, by node id
        self.last = None                    # the id of the test that finished last
        self.deselected = []
        self.skipped_files = {}              # why, by id
        self.shared = {"teardown_class", "tearDownClass", "teardown_module", "tearDownModule"}  # names of fixtures

    def describe(self, item, identity):
        """The fields that the events of a test have."""
        fields = {"id": identity, "file": item.location[0], "line": names.line_of(item)}
        file = item.nodeid.partition("::")[0]
        if self.exercise and fields["file"] != file:  # a helper's decorator stands around it
            fields.update(file=file, line=None)
        original = getattr(item, "originalname", None) or item.name
        if original != item.name and item.nodeid.endswith(item.name):  # one of several results of a parametrised test
            fields["test"] = item.nodeid[:-len(item.name)] + original
        elif self.session.each:
            fields["test"] = item.nodeid
        elif self.exercise:
            fields["test"] = names.inherited_from(item)
        if self.exercise:
            fields["name"] = names.of_test(item.nodeid) + ("~" if self.has_tasks else "")
            fields["task"] = names.task_of(item)
        return fields

    # Which tests there are

    def ignores(self, file):
        globs = (self.session.path or "").splitlines()
        if not globs or not file.is_file() or any(names.matches_path(file, self.session.root, glob) for glob in globs):
            return None
        return True

    if hasattr(pytest, "version_tuple"):
        @pytest.hookimpl(tryfirst=True)
        def pytest_ignore_collect(self, collection_path):
            return self.ignores(collection_path)
    else:  # pytest 6
        @pytest.hookimpl(tryfirst=True)
        def pytest_ignore_collect(self, path):
            return self.ignores(pathlib.Path(str(path)))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        outcome = yield
        self.session.leave_if_child()
        if outcome.excinfo is not None:
            return
        report = outcome.get_result()
        if report.failed:
            excinfo = getattr(getattr(report, "call", None), "excinfo", None)
            message = (words.of_unloadable(excinfo.value, str(names.path_of(collector)), self.session.root) if excinfo
                       else report.longreprtext)
            self.error(message)
            # It counts as one error. (With --doctest-modules pytest loads a file twice.)
            file, identity = report.nodeid.partition("::")[0], f"{report.nodeid}::[not loaded]"
            known = identity in self.not_loaded
            self.not_loaded.add(identity)
            if not self.exercise and file and not known and self.session.worker in (None, "gw0") and \
                    self.session.tell("ask", id=identity, file=file) == "run":
                self.session.tell("finish", id=identity, status="error", message=message)
        elif report.skipped:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            if self.exercise:  # it would be a way around all the tests of a file
                self.error(f"{report.nodeid} was skipped while it was loaded: {reason}")
            else:
                self.skipped_files[report.nodeid] = reason[9:] if reason.startswith("Skipped: ") else reason

    @pytest.hookimpl
    def pytest_deselected(self, items):
        self.deselected += [item.nodeid for item in items]

    @pytest.hookimpl
    def pytest_sessionfinish(self, session):
        if session.shouldfail and session.shouldfail != STOPPED and not self.exercise:
            self.tell_stopped(session.shouldfail)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        ids = map(self.session.name, names.distinct(item.nodeid for item in session.items))
        tests = [self.describe(*each) for each in zip(session.items, ids)]
        for at in range(0, len(tests), MOST_IN_A_PLAN):
            self.session.tell("plan", tests=tests[at:at + MOST_IN_A_PLAN])
        if self.deselected and not self.exercise:
            self.session.tell("warning", message=f"Not run, as pytest's options or the project deselect it: "
                                                 f"{_some(self.deselected)}")
        if self.session.worker in (None, "gw0"):
            for nodeid, reason in self.skipped_files.items():  # each counts as one test that is skipped
                if self.session.tell("ask", id=nodeid, file=nodeid) == "run":
                    self.session.tell("finish", id=nodeid, status="skip", message=reason)

    # A test runs

    def begin(self, item):
        """Asks whether the test is to be run."""
        self.flush()
        identity = names.lasting(item.nodeid)
        self.asked[identity] += 1
        identity = self.session.name(names.numbered(identity, self.asked[identity]))
        fields = self.describe(item, identity)
        answer = self.session.tell("ask", **fields)
        if answer == "run":
            self.running = Running(self, item, fields)
        return answer

    def flush(self):
        if not self.session.captures:
            streams.flush()

    @pytest.hookimpl
    def pytest_fixture_setup(self, fixturedef):
        if fixturedef.scope != "function":
            self.shared.add(fixturedef.argname)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        outcome = yield
        self.session.leave_if_child()
        test = self.running
        if test is None:
            return
        if outcome.excinfo is not None:  # the run ends here; that the test has no end says which one did it
            self.session.tell("failed", id=test.id, message=words.of_exception(outcome.excinfo[1]))
            return
        self.running = None
        test.finish()
        self.last = test.id

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self):
        option = self.config.option
        plain = option.verbose
        if not self.exercise:  # pytest explains an assertion in full: "Use -v to get more diff" is no help here
            option.verbose = max(2, plain)
        yield
        option.verbose = plain

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        if self.running is not None:
            self.running.explain(outcome.get_result(), call.excinfo and call.excinfo.value)

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report):
        self.failed = self.failed or report.failed
        if self.running is not None:
            self.running.note(report)

    def tell_left_behind(self, error):
        """The end of a fixture failed, and the tests that it was for have their results."""
        if self.last is None:
            self.tell_last(error)
        else:
            self.session.tell("late", id=self.last, message=f"After the test, something else failed:\n"
                                                            f"{words.of_exception(error)}")


def _some(ids):
    more = f", and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return f"{len(ids)} test{'s' if len(ids) > 1 else ''} ({', '.join(ids[:MOST_NAMED])}{more})"
