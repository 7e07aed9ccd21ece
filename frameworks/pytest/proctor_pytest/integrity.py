"""Whether what judges a submission's tests is still what it was before the submission was loaded.

A solution runs in the same interpreter as unittest and pytest, and can put something else in the place of their
functions. Nothing keeps it from doing so, but it is seen: such a test hasn't passed.
"""
import builtins
import os
import types
import unittest

from _pytest import outcomes, python, reports, runner
from _pytest import unittest as pytest_unittest

# Those through which a test's outcome goes. Attributes that people set on purpose (maxDiff) are no functions.
JUDGES = (unittest.TestCase, unittest.case._Outcome, unittest.case._AssertRaisesContext,
          unittest.case._AssertRaisesBaseContext, pytest_unittest.TestCaseFunction, pytest_unittest.UnitTestCase,
          python.Function, python.Class, python.Module, runner.CallInfo, reports.BaseReport, reports.TestReport,
          runner, outcomes)
# What classes and assertions are made from. (Other functions, such as `print` and `open`, a program may well replace.)
BUILTINS = ("__build_class__", "__import__", "AssertionError", "BaseException", "Exception", "KeyError", "ValueError",
            "isinstance", "issubclass", "len", "repr", "type")
# What a base class of tests, in a file of helpers, is there for.
SET_UP = ("setUp", "tearDown", "setUpClass", "tearDownClass")
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, classmethod, staticmethod, property, type)

_absent = object()


class Integrity:
    """The judges as they are now, and those that are added."""

    def __init__(self):
        self._kept = [(owner, _functions(owner)) for owner in JUDGES]
        self._kept.append((builtins, {name: getattr(builtins, name) for name in BUILTINS}))
        self._codes = {}
        for _, functions in self._kept:
            for function in functions.values():
                self._keep_code(function)

    def add(self, owner):
        """A test class or an object: its functions, too, are to stay."""
        if any(owner is known for known, _ in self._kept):
            return
        functions = _functions(owner)
        self._kept.append((owner, functions))
        for function in functions.values():
            self._keep_code(function)

    def restore(self):
        """Puts back what isn't what it was; returns the names of that."""
        changed = []
        for owner, functions in self._kept:
            now = vars(owner)
            for name, function in functions.items():
                if now.get(name, _absent) is not function:
                    changed.append(_named(owner, name))
                    _set(owner, name, function)
            if owner is builtins:
                continue
            for name in [name for name, value in now.items() if isinstance(value, FUNCTIONS) and name not in functions]:
                if _overrides(owner, name):
                    changed.append(_named(owner, name))
                    _remove(owner, name)
        for function, code in self._codes.values():
            if function.__code__ is not code:
                changed.append(function.__qualname__)
                function.__code__ = code
        return changed

    def _keep_code(self, function):
        function = getattr(function, "__func__", function)
        if isinstance(function, types.FunctionType):
            self._codes[id(function)] = (function, function.__code__)


def strangers(owner, root, files):
    """Tests and inherited functions of a test class that come from the submission, and not from its test files; and
    functions of unittest's own that a base class from there hides."""
    found = []
    for each in owner.__mro__:
        for name, value in list(vars(each).items()):
            code = getattr(getattr(value, "__func__", value), "__code__", None)
            if code is None:
                continue
            if each is not owner and (name in SET_UP or name not in vars(unittest.TestCase)):
                continue
            if hasattr(value, "__wrapped__") or not (name.startswith("test") or name in vars(unittest.TestCase)
                                                     or _overrides(each, name)):
                continue
            path = os.path.abspath(code.co_filename)
            if path.startswith(root + os.sep) and path not in files:
                found.append(_named(each, name))
    return found


def hidden_judges(test_case):
    """Functions of unittest's own that were replaced for one object alone."""
    own = vars(test_case) if test_case is not None else {}
    return [f"{type(test_case).__qualname__}.{name}" for name, value in own.items()
            if callable(value) and name in vars(unittest.TestCase)]


def marks_of(item):
    """What decides whether a test is run at all, and whether it is to fail."""
    callables = (getattr(item, "obj", None), getattr(item, "cls", None))
    flags = [bool(getattr(each, f"__unittest_{flag}__", False)) for each in callables
             for flag in ("skip", "expecting_failure")]
    return [mark.name for mark in item.iter_markers() if mark.name in ("skip", "skipif", "xfail")], flags


def _functions(owner):
    return {name: value for name, value in vars(owner).items() if isinstance(value, FUNCTIONS)}


def _overrides(owner, name):
    """Whether a new name hides, or hooks into, what was there. (A class may keep what it computes in new ones.)"""
    if isinstance(owner, types.ModuleType):
        return False
    around = owner.__mro__[1:] if isinstance(owner, type) else type(owner).__mro__
    return any(name in vars(base) for base in around)


def _named(owner, name):
    return f"{getattr(owner, '__qualname__', None) or getattr(owner, '__name__', type(owner).__name__)}.{name}"


def _set(owner, name, value):
    try:
        setattr(owner, name, value)
    except (AttributeError, TypeError):
        pass


def _remove(owner, name):
    try:
        delattr(owner, name)
    except (AttributeError, TypeError):
        pass
