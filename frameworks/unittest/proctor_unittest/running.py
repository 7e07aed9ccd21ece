"""Runs unittest's tests with its own loader and text runner, and asks and tells proctor of each."""
import glob
import inspect
import io
import os
import platform
import re
import shlex
import sys
import time
import unittest

from . import ids, streams, words
from .client import Client

# Where a project says how its tests are run.
SAYS_HOW = ("[Mm]akefile", "tox.ini", "noxfile.py", "pyproject.toml", ".github/workflows/*.y*ml")
DISCOVER = re.compile(r"-m\s+unittest\s+(?:(?:-[vbfc]+|--\w+)\s+)*discover\b([^\n&|;)]*)")
FIXTURE = re.compile(r"(setUp|tearDown)(Class|Module) \((.*)\)")  # unittest's name for what runs around tests


class Session:
    def __init__(self, channel, root, paths):
        version = f"of Python {platform.python_version()} ({sys.executable})"
        self.client = Client(channel, ["skip", "stop"], version=version)
        self.root, self.paths = root, paths
        self.ids = {}      # by the test itself
        self.last_of = {}  # by class and by module: the id of the test that finished last

    def id_of(self, test):
        """As pytest calls it: FILE::CLASS::METHOD."""
        file, parts = self.file_of(test), test.id().split(".")
        module = type(test).__module__
        name = test.id()[len(module) + 1:] if test.id().startswith(module + ".") else parts[-1]
        return f"{os.path.relpath(file, self.root)}::{name.replace('.', '::')}" if file else test.id()

    @staticmethod
    def file_of(test):
        if is_skipped_module(test):
            path = test._testMethodName.replace(".", "/") + ".py"
            return next(filter(os.path.exists, (os.path.abspath(os.path.join(folder, path)) for folder in (".", "tests", "test"))), None)
        file = getattr(sys.modules.get(type(test).__module__), "__file__", None)
        return getattr(test, "_dt_test", None) and test._dt_test.filename or file

    @staticmethod
    def line_of(test):
        method = getattr(type(test), getattr(test, "_testMethodName", ""), None)
        try:
            return inspect.getsourcelines(inspect.unwrap(method))[1]
        except (OSError, TypeError):
            return None

    def fields_of(self, test):
        file = self.file_of(test)
        return {"id": self.ids[test], "file": file and os.path.relpath(file, self.root), "line": self.line_of(test)}

    # Which tests there are

    def load(self):
        loader = unittest.TestLoader()
        tests, errors = [], []
        for start, pattern, top in self.places():
            tests += flat(loader.discover(start, pattern, top))
        for error in dict.fromkeys(loader.errors):
            errors.append(error.strip())
        known = [test for test in tests if type(test).__module__ != "unittest.loader" or is_skipped_module(test)]
        if self.paths:
            known = [test for test in known if self.file_of(test)
                     and any(ids.matches_path(self.file_of(test), self.root, path) for path in self.paths)]
        self.tell_functions({type(test).__module__ for test in known if not is_skipped_module(test)})
        names = ids.distinct(map(self.id_of, known))
        self.ids = dict(zip(known, names))
        return list(self.ids), errors

    def tell_functions(self, modules):
        """Leaves word of test functions outside of classes, which unittest doesn't run. Only the project's own modules
        are looked at: the class of a doctest stands in the module `doctest`, which has functions called test…."""
        modules = [name for name in sorted(modules) if (getattr(sys.modules.get(name), "__file__", None) or "").startswith(os.path.join(self.root, ""))]
        found = [f"{module}.{name}" for module in modules for name, what in vars(sys.modules[module]).items()
                 if name.startswith("test") and inspect.isfunction(what) and what.__module__ == module and not hasattr(what, "__wrapped__")]
        if found:
            with open(os.path.join(os.environ["PROCTOR_PRIVATE"], "left_out"), "w", encoding="utf-8") as file:
                file.write(f"unittest doesn't run functions outside of classes ({', '.join(found[:5])}). "
                           "If they are tests, pytest runs them: `proctor test --framework pytest`.")

    def places(self):
        """Where unittest looks for tests: start, pattern and top. As the project writes it, or its default; a folder
        of tests that is no package is looked at by itself, for unittest passes over it."""
        for file in (found for name in SAYS_HOW for found in sorted(glob.glob(os.path.join(self.root, name)))):
            with open(file, encoding="utf-8", errors="replace") as opened:
                written = DISCOVER.search(opened.read())
            options = written and discover_options(written[1])
            if options:
                return [options]
        found = [(".", self.pattern_in("."), None)]
        for folder in ("tests", "test"):
            if os.path.isdir(folder) and not os.path.exists(f"{folder}/__init__.py"):
                found.append((folder, self.pattern_in(folder), folder))
        return found

    @staticmethod
    def pattern_in(folder):
        is_there = glob.glob(f"{folder}/**/test*.py", recursive=True) or not glob.glob(f"{folder}/**/*_test.py", recursive=True)
        return "test*.py" if is_there else "*_test.py"


def discover_options(text):
    """The options of `unittest discover`, or None if the text has others than those that say where tests are."""
    text = text.replace("{toxinidir}", ".")
    try:
        words_in = iter(shlex.split(text, comments=True))
    except ValueError:  # the quotes of what stands around it
        words_in = iter(shlex.split(text.replace('"', "").replace("'", "").rstrip(" ,]"), comments=True))
    given = {"start": ".", "pattern": "test*.py", "top": None}
    names, free = {"s": "start", "p": "pattern", "t": "top"}, ["start", "pattern", "top"]
    for word in words_in:
        option = re.fullmatch(r"-([spt])=?(.+)|--(start-directory|pattern|top-level-directory)(?:=(.*))?|-([spt])", word)
        if option:
            name = names[(option[1] or option[5] or option[3])[0]]
            given[name] = option[2] or option[4] or next(words_in, "")
        elif not word.startswith("-") and free:
            given[free.pop(0)] = word
    return tuple(given.values()) if os.path.isdir(given["start"]) else None


def is_skipped_module(test):
    """Whether it is what unittest has in the place of a module that says at its top that it is to be skipped."""
    return type(test).__module__ == "unittest.loader" and type(test).__name__ == "ModuleSkipped"


def flat(suite):
    for test in suite:
        yield from flat(test) if isinstance(test, unittest.TestSuite) else [test]


class Asking(unittest.TestSuite):
    """All tests in a row. proctor is asked before each one, the fixtures of its class included."""

    result = None

    def run(self, result, debug=False):
        self.result = result
        return super().run(result, debug)

    def __iter__(self):
        for test in list(super().__iter__()):
            if self.result is None:
                yield test
                continue
            answer = self.result.begin(test)
            if answer == "stop":
                self.result.stop()
                return
            if answer == "run":
                yield test
                self.result.end(test)


class Behind(io.TextIOBase):
    """What unittest prints of a test stands behind it, and not among what the test prints."""

    def __init__(self, stream):
        self.stream, self.waiting, self.holds = stream, [], False

    def write(self, text):
        self.waiting.append(text)
        if not self.holds:
            self.bring_out()

    def bring_out(self):
        self.stream.write("".join(self.waiting))
        self.stream.flush()
        self.waiting.clear()


class Result(unittest.TextTestResult):
    """unittest's own, which tells proctor as well. A test has ended when the next one begins."""

    session = behind = current = None

    def __init__(self, *words, **more):
        super().__init__(*words, **more)
        self.broken = {}  # by class and by module: status and message of the tests that aren't run for that

    def begin(self, test):
        streams.flush()
        answer = self.session.client.tell("ask", **self.session.fields_of(test))
        self.current, self.status, self.messages, self.line, self.began = test, None, [], None, time.monotonic()
        self.behind.holds = answer == "run"
        return answer

    def end(self, test):
        if not self.session.client.is_ours:
            os._exit(0)  # a forked child that comes back from its test
        streams.flush()
        fields = self.session.fields_of(test)
        owners = f"{type(test).__module__}.{type(test).__qualname__}", type(test).__module__
        if self.status is None:  # what runs before all tests of its class or module had failed
            self.note(*next((self.broken[owner] for owner in owners if owner in self.broken), ("error", "unittest didn't run the test")))
        self.session.client.tell("finish", **dict(fields, line=self.line or fields["line"]), status=self.status,
                                 message="\n\n".join(self.messages) or None, duration_ms=round((time.monotonic() - self.began) * 1000))
        self.current = None
        for owner in owners:
            self.session.last_of[owner] = fields["id"]
        self.behind.holds = False
        self.behind.bring_out()

    def note(self, status, message=None, line=None):
        worse = ["pass", "skip", "fail", "error"]
        self.status = max(self.status or status, status, key=worse.index)
        self.messages += [message] if message else []
        self.line = self.line or line

    def failed(self, test, error, title=""):
        file = self.session.file_of(self.current or test)
        fixture = FIXTURE.fullmatch(test.id())
        message = title + words.of_failure(error, self.session.root, file)
        if fixture and fixture[1] == "tearDown" and fixture[3] in self.session.last_of:
            self.session.client.tell("late", id=self.session.last_of[fixture[3]], message=f"{message}\n\nThis happened in {test}.")
        elif fixture:
            self.broken[fixture[3]] = "error", f"{message}\n\nThis happened in {test}, before the test."
        else:
            self.note("fail", message, words.failing_line(error, file))

    def addSuccess(self, test):
        super().addSuccess(test)
        self.note("pass")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.failed(test, err[1])

    def addError(self, test, err):
        super().addError(test, err)
        self.failed(test, err[1])

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        fixture = FIXTURE.fullmatch(test.id())
        if fixture:
            self.broken[fixture[3]] = "skip", str(reason)
        else:
            self.note("skip", str(reason))

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.note("skip", "expected to fail")

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.note("fail", "The test passed, and is marked with expectedFailure.")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.failed(test, err[1], title=f"{subtest._subDescription()}: " if hasattr(subtest, "_subDescription") else "")


def run(channel, root, paths=(), coverage=None):
    """Runs the tests and returns the process's exit code."""
    session = Session(channel, root, paths)
    tell = session.client.tell
    os.chdir(root)
    sys.path.insert(0, root)
    streams.prepare()
    measured = measure(coverage, tell) if coverage else None
    if coverage and measured is None:
        return 3
    tests, errors = session.load()
    tell("plan", tests=[session.fields_of(test) for test in tests])
    for message in errors:
        tell("error", message=message)
    if not tests and not errors:
        about = f" in files that match {' or '.join(paths)}" if paths else ""
        tell("error", none=True, message=f"unittest found no tests{about}: it looks for test*.py in {root} and its packages.")
    Result.session, Result.behind = session, Behind(sys.stderr)
    done = unittest.TextTestRunner(stream=Result.behind, resultclass=Result).run(Asking(tests))
    if measured is not None:
        measured.stop()
        measured.lcov_report(outfile=coverage)
    streams.flush()
    tell("end")
    return 0 if done.wasSuccessful() and tests and not errors else 1


def measure(file, tell):
    try:
        import coverage
        measured = coverage.Coverage(data_file=f"{file}.data", **({} if coverage.Coverage().config.source else {"source": ["."]}))
        measured.lcov_report
    except (ImportError, AttributeError):
        tell("error", unavailable=True, message=f"--coverage needs coverage 6.3 or newer: {sys.executable} -m pip install coverage")
        tell("end")
        return None
    measured.start()
    return measured
