"""Fixtures of a submission's tests: only those of the test files (and pytest's own) are used.

Whatever name a test file imports can be a fixture of the solution, which pytest would run around each test, and which
is handed pytest's objects of that test.
"""
import types

import pytest
from _pytest import python
from _pytest import unittest as pytest_unittest

from .integrity import codes_in


def keep_out_strangers(manager, is_of_tests):
    """From now on. is_of_tests: whether code is that of a test file."""
    plain = manager.parsefactories
    known = {id(each): each for same in manager._arg2fixturedefs.values() for each in same}
    of_pytest = _codes_of_pytest()

    def parsefactories(*arguments, **keywords):
        plain(*arguments, **keywords)
        for name, same in manager._arg2fixturedefs.items():
            for each in same:
                if id(each) in known:
                    continue
                known[id(each)] = each
                code = _code_of(each.func)
                if not is_of_tests(code) and not any(code is one for one in of_pytest):
                    _refuse(manager, name, each)
    manager.parsefactories = parsefactories


def _refuse(manager, name, definition):
    """It isn't run by itself any more, and says why if a test asks for it."""
    around = manager._nodeid_autousenames.get(definition.baseid or "", [])
    while name in around:
        around.remove(name)

    def refused():
        pytest.fail(f"The fixture '{name}' isn't in one of the test files: it isn't used.", pytrace=False)
    definition.func = refused
    definition.argnames = ()


def _code_of(function):
    function = getattr(function, "__func__", function)
    return function.__code__ if isinstance(function, types.FunctionType) else None


def _codes_of_pytest():
    """Those of the fixtures by which pytest itself calls setUpClass, setup_module and the like."""
    functions = [value for owner in (python.Module, python.Class, python.Package, pytest_unittest)
                 for value in vars(owner).values() if isinstance(value, types.FunctionType)]
    return [code for function in functions for same in codes_in(function.__code__).values() for code in same
            if code is not function.__code__]
