"""What this process is to do, its connection to proctor, and pytest's run."""
import importlib.util
import os
import platform
import sys

import pytest

from .client import Client


# What fixtures end with. (pytest's own are no Exceptions.)
ERRORS = (Exception, pytest.fail.Exception, pytest.skip.Exception)


class Session:
    """`channel`: what PROCTOR_CHANNEL held. `path`: globs of the test files that are wanted, one a line. `files`: of an exercise.
    `worker`: the name of a worker of pytest-xdist, each of which is a client of its own. `each`: all of them run all
    tests. `most`: how many failures of all of them end the run, if not 0; `count`: a file of that size."""

    def __init__(self, channel, root, path=None, files=(), exercise=False, worker=None, each=False, most=0, count=None):
        self.channel, self.root, self.path, self.files = channel, root, path, files
        self.exercise, self.worker = exercise, worker
        self.each, self.most, self.count = each, most, count
        self.captures = False
        self.refused = False  # pytest didn't run at all
        self.measures = False  # the coverage
        self.debugs = False  # a person has the terminal
        self._client = None

    def of_worker(self, worker):
        """What Session is made of in a worker."""
        return {"channel": self.channel, "root": self.root, "path": self.path, "worker": worker, "each": self.each,
                "most": self.most, "count": self.count}

    def name(self, identity, worker=None):
        """An id, where each worker runs the test."""
        return f"{identity} [{worker or self.worker}]" if self.each else identity

    def count_failure(self):
        if self.most:
            with open(self.count, "a", encoding="utf-8") as file:
                file.write("x")

    def has_enough(self):
        return self.most and os.path.exists(self.count) and os.path.getsize(self.count) >= self.most

    @property
    def client(self):
        # What pytest captures is known once its options are read; until then it may have errors to tell.
        if self._client is None:
            can = ["skip", "stop", *(["captures"] if self.captures else [])]
            self._client = Client(self.channel, can, version=self._version())
        return self._client

    def tell(self, event, **fields):
        return self.client.tell(event, **fields)

    def leave_if_child(self):
        """Ends a forked child that comes back from its test: it must not run the other tests, too."""
        if not self.client.is_ours:
            os._exit(0)

    def _version(self):
        below = self.root + os.sep
        python = sys.executable[len(below):] if sys.executable.startswith(below) else sys.executable
        return f"{pytest.__version__} (Python {platform.python_version()}, {python})"


def options_of(wishes, session):
    """pytest's options for what a person wishes; the plugins that they need may be missing."""
    options = []
    for wish in wishes:
        name, _, value = wish.partition("=")
        if name == "--debug":
            options += ["--capture=no"]
            session.debugs = True
        elif name == "--jobs" and importlib.util.find_spec("xdist"):
            options += ["-n", value]
        elif name == "--jobs":
            session.tell("warning", message=f"-j {value} changes nothing: pytest-xdist isn't installed ({_get('pytest-xdist')}).")
        elif importlib.util.find_spec("pytest_cov"):
            options += ["--cov-report=", f"--cov-report=lcov:{value}"]
            session.measures = True
            os.environ["COVERAGE_FILE"] = value + ".data"  # or it would lie in the project
        else:
            session.tell("error", unavailable=True, message=f"--coverage needs pytest-cov, which isn't installed: {_get('pytest-cov')}")
            session.tell("end")
            return None
    return options


def _get(plugin):
    return f"{sys.executable} -m pip install {plugin}"


def run(session, wishes=()):
    """Runs the tests and returns the process's exit code."""
    from . import plugin
    plugin.session = session
    sys.path.insert(0, session.root)
    options = ["-p", plugin.__name__, "--continue-on-collection-errors"]
    if session.exercise:
        from . import exercise
        options += exercise.options(session)
        missing = [f"There is no test file {file}." for file in session.files if not os.path.exists(file)]
        if missing or not session.files:
            session.tell("error", message="\n".join(missing) or "No test file was named.")
            session.tell("end")
            return 4
    elif os.environ.get("PROCTOR_PRIVATE"):
        # A project's own settings hold; only what pytest would write goes elsewhere.
        private = os.environ["PROCTOR_PRIVATE"]
        options += ["-o", f"cache_dir={private}/pytest_cache", f"--basetemp={private}/tmp"]
        wished = options_of(wishes, session)
        if wished is None:
            return 3
        options += wished
    try:
        code = int(pytest.main([*options, *session.files], plugins=[plugin.Refusals(session)]))
    except ERRORS as error:
        if plugin.role is None or plugin.role.running is not None:
            raise
        plugin.role.tell_last(error)
        code = 1
    return plugin.role.end(code) if plugin.role else code
