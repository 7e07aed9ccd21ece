"""unittest's own functions, for the tests of a submission alone.

What a solution puts in the place of functions of unittest or pytest can take itself back before anybody looks. So the
object of a test gets a class that holds copies of what TestCase has, with globals of their own; and how the test's
function came to its end is noted around the call itself, whatever becomes of it on the way through pytest.
"""
import functools
import importlib.util
import inspect
import re
import types
import unittest
import unittest.case
import unittest.util

from .integrity import codes_in

# That these are the same as everywhere matters: tests and pytest raise and catch them.
SHARED = ("SkipTest", "_ShouldStop", "_UnexpectedSuccess")
# Each is the way to something of the test: its function, or what stands around it.
STEPS = ("_callSetUp", "_callTestMethod", "_callTearDown", "_callCleanup")


class Calls:
    """How the parts of one test came to their end."""

    def __init__(self):
        self.returned = self.raised = False

    def made(self, function, *arguments, **keywords):
        try:
            result = function(*arguments, **keywords)
        except BaseException:
            self.raised = True
            raise
        return result


class PrivateCase:
    """Gives the objects of test cases, one by one, a class with functions of their own."""

    def __init__(self):
        case, util = _copy_of(unittest.case), _copy_of(unittest.util)
        for name, value in vars(util).items():
            if isinstance(value, types.FunctionType) and name in vars(case):
                setattr(case, name, value)
        for name in SHARED:
            setattr(case, name, getattr(unittest.case, name))
        case.re = _frozen(re)
        functions = {name: value for name, value in vars(case.TestCase).items()
                     if isinstance(value, types.FunctionType) and (name == "__call__" or name[:2] != "__")}
        functions["subTest"] = unittest.TestCase.subTest
        self._functions = types.MappingProxyType(functions)
        self._case = unittest.TestCase
        self._own_ways = {}

    def enter(self, test_case, plain, calls):
        """False if the object can't have another class: it stays as it was. One that isn't of the test's own class
        stays, too, and has no calls to show."""
        if type(test_case) is not plain:
            return True
        # What the test's own classes define anew (setUp, assertions) is theirs.
        own = {name for each in plain.__mro__[:plain.__mro__.index(self._case)] for name in vars(each)}
        body = {name: function for name, function in self._functions.items() if name not in own}
        for step in STEPS:
            function = body.get(step) or getattr(plain, step)
            body[step] = _noting(function, calls, last=step == "_callTestMethod")
        if id(plain) not in self._own_ways:
            self._own_ways[id(plain)] = _compares_in_its_own_way(plain, self._case)
        if not self._own_ways[id(plain)]:
            kept = dict(test_case._type_equality_funcs)
            body["_type_equality_funcs"] = property(lambda _: dict(kept))
        # Tests that keep something in their class, or ask for it, mean the one that they know.
        body.update(__module__=plain.__module__, __qualname__=plain.__qualname__, __doc__=plain.__doc__,
                    __class__=property(lambda _: plain))
        try:
            test_case.__class__ = _standing_in_for(type(plain))(plain.__name__, (plain,), body)
        except Exception:  # a metaclass, __init_subclass__ or __slots__ of the test's own
            return False
        return True


def _compares_in_its_own_way(owner, case):
    """Whether a test says itself how values of some type are compared (a solution may not)."""
    functions = [getattr(value, "__func__", value) for each in owner.__mro__[:owner.__mro__.index(case)]
                 for value in vars(each).values()]
    functions = [inspect.unwrap(function) for function in functions if isinstance(function, types.FunctionType)]
    codes = [code for function in functions if isinstance(function, types.FunctionType)
             for same in codes_in(function.__code__).values() for code in same]
    return any(name in ("addTypeEqualityFunc", "_type_equality_funcs") for code in codes for name in code.co_names)


@functools.lru_cache(maxsize=None)
def _standing_in_for(metaclass):
    """The metaclass of classes that are taken for their base: equal to it, and what is set in them is set there."""

    class StandsIn(metaclass):
        def __eq__(cls, other):
            return other is cls or other is cls.__base__

        def __hash__(cls):
            return hash(cls.__base__)

        def __setattr__(cls, name, value):
            metaclass.__setattr__(cls if _is_of_class(name) else cls.__base__, name, value)

        def __delattr__(cls, name):
            metaclass.__delattr__(cls if _is_of_class(name) else cls.__base__, name)
    return StandsIn


def _is_of_class(name):
    """Whether Python itself, or abc, keeps it in each class."""
    return name[:2] == "__" or name[:4] == "_abc"


def noted(function, calls):
    """The function of a test that isn't in a TestCase; None if pytest has to see what it is."""
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return None
    return _noting(function, calls, last=True)


def _noting(function, calls, last):
    made = calls.made

    @functools.wraps(function)
    def call(*arguments, **keywords):
        result = made(function, *arguments, **keywords)
        if last:
            calls.returned = True
        return result
    return call


def _frozen(module):
    """What a module has, in functions with globals of their own: to replace something in the module changes nothing
    here. What it has of others by these names is frozen, too."""
    scope = {name: _frozen(value) if name in ("_compiler", "_parser", "_sre", "sre_compile", "sre_parse") else value
             for name, value in vars(module).items()}
    for name, value in scope.items():
        if name == "_cache":
            scope[name] = {}
        elif isinstance(value, types.FunctionType) and value.__globals__ is vars(module):
            scope[name] = types.FunctionType(value.__code__, scope, value.__name__, value.__defaults__, value.__closure__)
            scope[name].__kwdefaults__ = value.__kwdefaults__
    return types.SimpleNamespace(**scope)


def _copy_of(module):
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy
