"""Between the tests of a submission: puts back what a test may have broken for those after it."""
import inspect
import io
import itertools
import os
import re
import sys
import unittest

from _pytest import unittest as pytest_unittest

from . import caught, fixtures, helpers, liars, namespaces, private, skips, switches, tables
from .integrity import Integrity, codes_in, hidden_judges, is_of_solution, marks_of, strangers


class Guard:
    def __init__(self, channel, root, files):
        self._channel, self._root = channel, str(root)
        self._sources = {file: _read(file) for file in files}
        self.helpers = helpers.Helpers(root, self._sources)
        self._files = {*map(str, files), *self.helpers.sources}
        sources = [source or b"" for source in (*self._sources.values(), *self.helpers.sources.values())]
        self._mocked = any(b"mock" in source for source in sources)
        # Where the tests themselves have no use for it, it's a solution's way to be equal to anything.
        self._says_any = self._mocked and any(re.search(rb"\bANY\b", source) for source in sources)
        self._case = unittest.TestCase
        self._integrity = Integrity(with_mocks=self._mocked)
        self._codes, self._compiled = {}, {}
        self._begin, self._leave_out, self._made, awaited, judged, self.ended_well, self._take_failure = private.ledger()
        self._may_catch = {}
        may_answer = private.sealed(self._may_say)
        self.comparing = {name: private.sealed(liars.comparing(name, may_answer)) for name in ("Eq", "In")}
        nodes = [*map(namespaces.nodes_of, sources)]
        self._assigned = private.assigned_by(itertools.chain.from_iterable(nodes))
        self._private = private.PrivateCase(
            self._made, awaited, judged, by_object=any(map(private.asks_for_types, nodes)),
            may_answer=may_answer, assigned=self._assigned)
        self._namespaces = namespaces.Namespaces(self._sources)
        self._tables = tables.Tables(self._sources, self.helpers.sources.values())
        for owner in (Guard, Integrity, namespaces.Namespaces, private.PrivateCase, tables.Tables):
            self.watch(owner)
        self._marks = {}
        self._tests = {}
        self._streams = {"stdout": sys.stdout, "stderr": sys.stderr}
        self._replaced = []

    def _may_say(self, owner, name):
        """What its objects equal, contain and the like: a class of the tests, or one by which they say that anything will
        do."""
        if self._says_any and owner is type(sys.modules["unittest.mock"].ANY):
            return True
        return self._is_of_tests(getattr(vars(owner)[name], "__code__", None))

    def before_loading(self, session):
        fixtures.keep_out_strangers(session._fixturemanager, self._is_of_tests)

    def _is_of_tests(self, code):
        self._learn_helpers()
        return any(code is each for same in self._codes.values() for each in same)

    def _learn_helpers(self):
        for name, codes in self.helpers.learn().items():
            self._codes.setdefault(name, []).extend(codes)

    def before_file(self, file):
        """A test file is loaded as it was handed in, whatever the files loaded before did to it."""
        self.before_test()
        source = self._sources.get(file)
        if source is None or _read(file) == source:
            return
        self.helpers.written_anew.append(file)
        try:
            os.makedirs(os.path.dirname(file), exist_ok=True)
            if os.path.lexists(file):
                os.unlink(file)
            with open(file, "wb") as out:
                out.write(source)
        except OSError:
            pass  # then pytest says that it can't be loaded

    def compiled(self, file, code):
        """What pytest made of a test file, or of a helper, as it was handed in."""
        source = self._sources.get(file) or self.helpers.sources.get(file)
        if source is None or _read(file) != source:
            return  # the solution has put something else there
        self.helpers.compiled(file, code)
        if file in self._sources:
            found = codes_in(code)
            self._compiled[file] = [each for codes in found.values() for each in codes]
            for name, codes in found.items():
                self._codes.setdefault(name, []).extend(codes)

    def watch(self, owner):
        """The functions of this, too, are to stay what they are."""
        self._integrity.add(owner)

    def after_loading(self, items):
        """Why the tests that were loaded can't be trusted, or None."""
        if unittest.TestCase is not self._case or sys.modules.get("unittest") is not unittest:
            return "The solution replaced unittest.TestCase, on which its tests are built: they weren't run."
        changed = self._integrity.restore()
        self._learn_helpers()
        self._leave_to_solution(items)
        classes = dict.fromkeys(item.cls for item in items if getattr(item, "cls", None) is not None)
        changed += self.helpers.strange()
        for each in classes:
            changed += strangers(each, self._root, self._files, self._codes)
            self.watch(each)
        for module, file in {item.module: str(item.path) for item in items}.items():
            changed += switches.strange(module, self._sources.get(file) or b"")
            changed += self._namespaces.learn(module, file, self._compiled.get(file, ()))
            changed += self._tables.learn(module, file)
        self._marks = {item.nodeid: marks_of(item) for item in items}
        self._tests = {item.nodeid: (getattr(item, "cls", None), _function_of(item)) for item in items}
        if changed:
            return f"The solution changed {_some(changed)}, by which it is tested: the tests weren't run."
        return None

    def _leave_to_solution(self, items):
        """A solution may have tests of its own, which a test file that imports all of its names shows to pytest."""
        theirs = [item for item in items if getattr(item, "cls", None) is not None
                  and is_of_solution(item, self._codes) and strangers(item.cls, self._root, self._files, self._codes)]
        if len(theirs) < len(items):
            items[:] = [item for item in items if item not in theirs]

    def after_test(self, item, test_case):
        """Why what came out of a test can't be trusted, or None. What isn't as it was is put back."""
        changed = self._integrity.restore() + self._namespaces.changed() + self._tables.changed()
        changed += hidden_judges(test_case, self._private.given, self._assigned)
        if self._marks.get(item.nodeid) != marks_of(item):
            changed.append("the marks of the test")
        return f"The solution changed {_some(changed)}, by which it is tested." if changed else None

    def around_call(self, item, test_case):
        """Before a test is called: sees to it that ended_well() can say how that ends. Returns how to take it back."""
        plain, nothing = item.obj, lambda: None
        if not self._is_as_loaded(item, test_case):
            return nothing  # what runs isn't the test: whatever becomes of it, the test doesn't end well
        if test_case is not None:
            self._private.enter(test_case)
            return nothing
        if private.is_seen_by_pytest(plain):
            self._leave_out()
            return nothing
        item.obj = private.noting(self._made, plain, last=True)
        return lambda: setattr(item, "obj", plain)

    def _is_as_loaded(self, item, test_case):
        """Whether it's the test's own function, in an object of its own class, that is about to be called."""
        owner, function = self._tests.get(item.nodeid, (None, None))
        if test_case is None:
            return getattr(item.obj, "__func__", item.obj) is function
        if type(test_case) is not owner:
            return False
        if item.name in vars(test_case):  # its __init__ put something around the test
            return self._is_of_tests(getattr(getattr(item.obj, "__func__", item.obj), "__code__", None))
        item.obj = function.__get__(test_case, owner) if hasattr(type(function), "__get__") else function
        return True

    def may_skip(self, item, error):
        names, flags = self._marks.get(item.nodeid, ((), ()))
        source = self._source_of(item)
        return (skips.says_so(source, bool(names) or any(flags), error, str(item.path))
                or skips.helper_says_so(self.helpers.sources, self.helpers.codes, error))

    def failure_caught(self, item):
        """Why a test in which nothing went wrong hasn't passed, or None: an assertion had failed, and the test went on."""
        failure, file = self._take_failure(), str(item.path)
        if failure is None:
            return None
        if file not in self._may_catch:
            sources = (self._sources.get(file), *self.helpers.sources.values())
            self._may_catch[file] = any(caught.may_catch(source or b"") for source in sources)
        return None if self._may_catch[file] else caught.in_words(failure)

    def may_expect_failure(self, item):
        return skips.EXPECTS_FAILURE.search(self._source_of(item)) is not None

    def _source_of(self, item):
        return (self._sources.get(str(item.path)) or b"").decode("utf-8", "replace")

    def before_test(self):
        self._begin()
        try:
            os.chdir(self._root)
        except OSError:
            pass  # the submission deleted it
        self._channel.reopen_streams()
        for number, name in ((1, "stdout"), (2, "stderr")):
            theirs = getattr(sys, name)
            if theirs is self._streams[name] and _is_open(theirs):
                continue
            # A wrapper around the stream's buffer, as people make one for its encoding, closes it when it is let go.
            self._replaced.append(theirs)
            if not _is_open(self._streams[name]):
                self._streams[name] = _open(number)
            setattr(sys, name, self._streams[name])
        sys.settrace(None)
        sys.setprofile(None)
        unittest.TestCase = self._case


def _function_of(item):
    """What a test calls, as it is known before there is an object of its class."""
    if isinstance(item, pytest_unittest.TestCaseFunction):
        return inspect.getattr_static(item.cls, item.name, None)
    return getattr(item.obj, "__func__", item.obj)


def _some(names):
    return ", ".join(names[:3]) + (" and more" if len(names) > 3 else "")


def _is_open(stream):
    try:
        return not stream.closed
    except ValueError:  # its buffer was detached
        return False


def _open(number):
    """A stream for a descriptor that outlives it: closing it must not close the descriptor."""
    raw = io.FileIO(number, "w", closefd=False)
    return io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", "backslashreplace", line_buffering=True)


def _read(file):
    try:
        with open(file, "rb") as source:
            return source.read()
    except OSError:
        return None
