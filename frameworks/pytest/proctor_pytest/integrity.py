"""Whether what judges a submission's tests is still what it was before the submission was loaded.

A solution runs in the same interpreter as unittest and pytest, and can put something else in the place of their
functions. Nothing keeps it from doing so, but it is seen: such a test hasn't passed.
"""
import builtins
import contextlib
import functools
import inspect
import itertools
import operator
import os
import re
import types
import unittest

from _pytest import outcomes, python, python_api, reports, runner, skipping
from _pytest._code import code as pytest_code
from _pytest import unittest as pytest_unittest

# Those through which a test's outcome goes. Attributes that people set on purpose (maxDiff) are no functions.
JUDGES = (unittest.TestCase, unittest.case._Outcome, unittest.case._AssertRaisesContext,
          unittest.case._AssertRaisesBaseContext, pytest_unittest.TestCaseFunction, pytest_unittest.UnitTestCase,
          python.Function, python.Class, python.Module, runner.CallInfo, reports.BaseReport, reports.TestReport,
          runner, outcomes, skipping, python, pytest_unittest, unittest.case, unittest.util,
          contextlib._GeneratorContextManager, pytest_code.ExceptionInfo, python_api.RaisesContext,
          python_api.ApproxBase, python_api.ApproxScalar, python_api.ApproxSequenceLike, python_api.ApproxMapping,
          re, *(value for name, value in vars(re).items() if name in ("_compiler", "_parser")))
# Of the functions of re those that pytest.raises matches by.
OF_RE = ("compile", "_compile", "search")
# Those of unittest.mock, which takes long to load: only for tests that name it.
MOCKS = ("NonCallableMock", "CallableMixin", "Mock", "MagicMixin", "MagicMock", "AsyncMockMixin", "AsyncMock", "_Call",
         "_CallList", "_patch")
# Of the built-in functions those that a program may well replace.
OWN_BUILTINS = ("print", "input", "open", "breakpoint", "exit", "quit", "help", "copyright", "credits", "license")
# What a base class of tests, in a file of helpers, is there for.
SET_UP = ("setUp", "tearDown", "setUpClass", "tearDownClass")
FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, classmethod, staticmethod, property, type,
             functools._lru_cache_wrapper)

_absent = object()
# A submission may replace the functions of these names.
_all, _id, _len, _map, _vars, _is = all, id, len, map, vars, operator.is_
_values_of, _code_of, _chained = operator.methodcaller("values"), operator.attrgetter("__code__"), itertools.chain.from_iterable


class Integrity:
    """The judges as they are now, and those that are added."""

    def __init__(self, with_mocks=False):
        judges = [*JUDGES, *_mocks()] if with_mocks else JUDGES
        self._judges = {id(owner): dict(vars(owner)) for owner in judges}
        self._codes = {}
        # Nearly all is as it was, nearly always: the steady ones are looked at all at once, and one by one only those
        # that change by themselves.
        self._steady, self._restless = {}, {}
        self._was = {}
        for owner in judges:
            self._keep(owner, _functions(owner))
        self._keep(builtins, {name: value for name, value in vars(builtins).items()
                              if isinstance(value, FUNCTIONS) and name not in OWN_BUILTINS})

    def add(self, owner):
        """A test class or an object: its functions, too, are to stay."""
        if id(owner) not in self._was:
            self._keep(owner, _functions(owner))

    def restore(self):
        """Puts back what isn't what it was; returns the names of that."""
        changed = []
        if not self._are_steady():
            for owner in [owner for owner, _ in self._steady.values() if not _is_plain(owner, *self._was[_id(owner)])]:
                self._restless[_id(owner)] = self._steady.pop(_id(owner))
            self._all = None
        for owner, functions in self._restless.values():
            now = vars(owner)
            for name, function in functions.items():
                if now.get(name, _absent) is not function:
                    changed.append(_named(owner, name))
                    _set(owner, name, function)
            if owner is builtins:
                continue
            before = self._judges.get(id(owner))
            for name in [name for name in now if name not in functions]:
                value = now[name]
                if before is None:
                    new = isinstance(value, FUNCTIONS) and _overrides(owner, name)
                elif isinstance(owner, types.ModuleType):
                    new = name in vars(builtins) and name not in before
                else:
                    # Whatever is computed when it is asked for may answer each time as it likes.
                    new = hasattr(type(value), "__get__") and before.get(name, _absent) is not value
                if new:
                    changed.append(_named(owner, name))
                    if before is not None and name in before:
                        _set(owner, name, before[name])
                    else:
                        _remove(owner, name)
        if not _all(_map(_is, _map(_code_of, self._codes), self._codes.values())):
            for function, code in self._codes.items():
                if function.__code__ is not code:
                    changed.append(function.__qualname__)
                    function.__code__ = code
        return changed

    def _keep(self, owner, functions):
        self._steady[id(owner)] = owner, functions
        self._was[id(owner)] = [*vars(owner)], [*vars(owner).values()]
        self._all = None
        for function in functions.values():
            function = getattr(function, "__func__", function)
            if isinstance(function, types.FunctionType):
                self._codes[function] = function.__code__

    def _are_steady(self):
        if self._all is None:
            kept = [(owner, *self._was[_id(owner)]) for owner, _ in self._steady.values()]
            self._all = ([owner for owner, _, _ in kept], [_len(names) for _, names, _ in kept],
                         [name for _, names, _ in kept for name in names],
                         [value for _, _, values in kept for value in values])
        owners, counts, names, values = self._all
        now = [*_map(_vars, owners)]
        return ([*_map(_len, now)] == counts and [*_chained(now)] == names
                and _all(_map(_is, _chained(_map(_values_of, now)), values)))


def _is_plain(owner, names, values):
    now = _vars(owner)
    return [*now] == names and _all(_map(_is, now.values(), values))


def is_of_solution(item, codes):
    """Whether the class of a test is one that the test files only import: they define none of that name."""
    owner = item.cls
    return owner.__qualname__.partition(".")[0] not in codes and owner.__module__ != item.module.__name__


def strangers(owner, root, files, codes):
    """Tests and inherited functions of a test class that come from the submission, and not from its test files; and
    functions of unittest's own that a base class from there hides. codes: what the test files were compiled to."""
    found = []
    for each in owner.__mro__:
        if each in (object, unittest.TestCase):
            continue
        for name, value in list(vars(each).items()):
            if each is not owner and _takes_over(each, name, value, codes):
                found.append(_named(each, name))
                continue
            if each is not owner and (name in SET_UP or name not in vars(unittest.TestCase)):
                continue
            if each is owner and _is_replaced(name, value, codes):
                found.append(_named(each, name))
                continue
            code = getattr(getattr(value, "__func__", value), "__code__", None)
            if code is None or hasattr(value, "__wrapped__"):
                continue
            if not (name.startswith("test") or name in vars(unittest.TestCase) or _overrides(each, name)):
                continue
            path = os.path.abspath(code.co_filename)
            if path.startswith(root + os.sep) and path not in files:
                found.append(_named(each, name))
    return found


def _takes_over(base, name, value, codes):
    """Whether a base class that isn't unittest's nor the test files' own stands before functions of TestCase."""
    if name in SET_UP or not (name in vars(unittest.TestCase) or name == "__getattribute__") or not callable(value):
        return False
    if base.__name__ == base.__qualname__ == "IsolatedAsyncioTestCase" and base.__name__ in _names_in(codes):
        return False
    return not _is_among(getattr(value, "__code__", None), codes)


def _is_among(code, codes):
    return isinstance(code, types.CodeType) and any(code is each for each in codes.get(code.co_name, ()))


def _names_in(codes):
    return {name for same in codes.values() for code in same for name in code.co_names}


def codes_in(code):
    """The code of all functions in what a file was compiled to, by name. (Code may say of itself that it's from any
    file, so it's the objects that count.)"""
    found, left = {}, [code]
    while left:
        code = left.pop()
        found.setdefault(code.co_name, []).append(code)
        left += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return found


def _is_replaced(name, value, codes):
    """Whether something else stands where the test files have a function, or an assertion that they don't have."""
    if not codes or not callable(getattr(value, "__func__", value)):
        return False
    function, seen = getattr(value, "__func__", value), 0
    if name in codes:
        if isinstance(function, type):  # a class in the test class; its tests, if it has any, are looked at by themselves
            return all(each.co_flags & inspect.CO_NEWLOCALS for each in codes[name])
        while hasattr(function, "__wrapped__") and seen < 100:
            function, seen = function.__wrapped__, seen + 1
        return not _is_among(getattr(function, "__code__", None), codes)
    judges = vars(unittest.TestCase)
    return name.startswith("assert") and name in judges and not any(function is each for each in judges.values())


def hidden_judges(test_case, given, assigned):
    """Functions of unittest's own that were replaced for one object alone. given: what it got in their place. assigned:
    names that the tests themselves use for something else."""
    if test_case is None:
        return []
    own, judges = vars(test_case), vars(unittest.TestCase)
    changed = [name for name, value in own.items() if callable(value) and name in judges and name not in assigned
               and value is not given.get(name) and value is not judges[name]]
    changed += [name for name in given if name not in own]
    return [f"{type(test_case).__qualname__}.{name}" for name in changed]


def marks_of(item):
    """What decides whether a test is run at all, and whether it is to fail."""
    callables = (getattr(item, "obj", None), getattr(item, "cls", None))
    flags = [bool(getattr(each, f"__unittest_{flag}__", False)) for each in callables
             for flag in ("skip", "expecting_failure")]
    return [mark.name for mark in item.iter_markers() if mark.name in ("skip", "skipif", "xfail")], flags


def _mocks():
    from unittest import mock
    return [mock, *(vars(mock)[name] for name in MOCKS if name in vars(mock))]


def _functions(owner):
    return {name: value for name, value in vars(owner).items()
            if isinstance(value, FUNCTIONS) and (owner is not re or name in OF_RE)}


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
