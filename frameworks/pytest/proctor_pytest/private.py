"""unittest's own functions, for the tests of a submission alone.

What a solution puts in the place of functions of unittest or pytest can take itself back before anybody looks. So the
object of a test gets a class that holds copies of what TestCase has, with globals of their own; and how the test's
function came to its end is noted around the call itself, whatever becomes of it on the way through pytest.
"""
import ast
import functools
import importlib.util
import inspect
import re
import types
import unittest
import unittest.case
import unittest.util
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE

from . import liars
from .integrity import codes_in

# The old names, which would lead to unittest's own functions; Python 3.12 has them no more.
ALIASES = {"assertEquals": "assertEqual", "failUnlessEqual": "assertEqual",
           "assertAlmostEquals": "assertAlmostEqual", "failUnlessAlmostEqual": "assertAlmostEqual"}
# By these no test is judged, so that tests may use the names for something of their own (`self.id = 7`).
OF_NO_MATTER = ("id", "debug", "countTestCases", "shortDescription", "defaultTestResult")
# That these are the same as everywhere matters: tests and pytest raise and catch them.
SHARED = ("SkipTest", "_ShouldStop", "_UnexpectedSuccess")
# Each is the way to something of the test: its function, or what stands around it.
STEPS = ("_callSetUp", "_callTestMethod", "_callTearDown", "_callCleanup")
ASYNC_STEPS = ("asyncSetUp", "asyncTearDown")


def ledger():
    """Functions that note how the parts of a test, and its assertions, came to their end, and say it: begin, leave_out,
    made, awaited, judged, ended_well, take_failure.

    Who looks at the frames around a test sees these functions and what is noted, but can't change that: it's neither in
    attributes nor in an object, and sealed() shows nothing of what is inside.
    """
    returned = raised = left_out = False
    failure = None
    pending = frozenset()  # of coroutines

    def begin():
        nonlocal returned, raised, left_out, failure, pending
        returned = raised = left_out = False
        failure = None
        pending = frozenset()

    def leave_out():
        nonlocal left_out
        left_out = True

    def made(function, last, /, *arguments, **keywords):
        nonlocal returned, raised
        try:
            result = function(*arguments, **keywords)
        except BaseException:
            raised = True
            raise
        if last:
            returned = True
        return result

    @types.coroutine
    def run(function, last, /, *arguments, **keywords):
        nonlocal returned, raised, pending
        try:
            result = yield from function(*arguments, **keywords)
        except BaseException:
            raised = raised or last
            raise
        pending -= {id(function)}
        returned = returned or last
        return result

    def awaited(function, last):
        """An async function that notes how its coroutine came to its end by itself: what runs that is somebody else's, and
        may say so of one that was never begun. Who sees its cells can but run what is in them."""
        nonlocal pending
        pending |= {id(function)}
        running = sealed(functools.partial(run, function, last))

        async def await_it(*arguments, **keywords):
            return await running(*arguments, **keywords)
        return await_it

    def judged(function, /, *arguments, **keywords):
        nonlocal failure
        try:
            return function(*arguments, **keywords)
        except AssertionError as error:
            failure = error.args[0] if error.args and type(error.args[0]) is str else ""
            raise

    def ended_well():
        return left_out or (returned and not raised and not pending)

    def take_failure():
        """What the assertion that failed last said; None if none has failed since this was asked."""
        nonlocal failure
        taken, failure = failure, None
        return taken
    return tuple(map(sealed, (begin, leave_out, made, awaited, judged, ended_well, take_failure)))


def sealed(function):
    """The function as one that Python code can call and bind, but doesn't see into: it has no cells and no code."""
    shown = functools.lru_cache(maxsize=0)(function)
    vars(shown).clear()
    return shown


class PrivateCase:
    """Gives the objects of test cases, one by one, a class with functions of their own.

    by_object: the objects themselves get the functions, and stay of their class. That is for tests which ask for it in a
    way that shows another one in its place; what stands in a class can't be hidden by TestCase, so it's the better way.
    assigned: the names that the tests give to something of their own.
    """

    def __init__(self, made, awaited, judged, by_object, may_answer, assigned):
        self._made, self._awaited, self._by_object = made, awaited, by_object
        self._assigned = assigned
        self.given = {}  # to the object that was entered last
        case, util = _copy_of(unittest.case), _copy_of(unittest.util)
        for name, value in vars(util).items():
            if isinstance(value, types.FunctionType) and name in vars(case):
                setattr(case, name, value)
        for name in SHARED:
            setattr(case, name, getattr(unittest.case, name))
        case.re = _frozen(re)
        functions = {name: value for name, value in vars(case.TestCase).items()
                     if isinstance(value, types.FunctionType) and (name == "__call__" or name[:2] != "__")}
        for name in OF_NO_MATTER:
            functions.pop(name, None)
        functions["subTest"] = unittest.TestCase.subTest
        functions.update({name: liars.refusing(functions[name], may_answer) for name in liars.COMPARING})
        functions.update({name: judging(judged, function) for name, function in functions.items()
                          if name == "fail" or name.startswith("assert")})
        functions.update({alias: functions[name] for alias, name in ALIASES.items() if alias in functions})
        context = case._BaseTestCaseContext  # of assertRaises and its like
        context._raiseFailure = judging(judged, context._raiseFailure)
        self._functions = types.MappingProxyType(functions)
        self._fixed = types.MappingProxyType({name: function if name in assigned else _Fixed((name, function))
                                              for name, function in functions.items()})
        self._case = unittest.TestCase
        self._own_ways = {}

    def enter(self, test_case):
        plain = type(test_case)
        # What the test's own classes define anew (setUp, assertions) is theirs.
        own = set().union(*(vars(each) for each in plain.__mro__[:plain.__mro__.index(self._case)]))
        body = {}  # what this object gets otherwise than all do
        for step in STEPS:
            function = getattr(plain, step) if step in own else self._functions.get(step) or getattr(plain, step)
            body[step] = noting(self._made, function, last=step == "_callTestMethod")
        if any(each.__name__ == "IsolatedAsyncioTestCase" for each in plain.__mro__):
            self._await(plain, body)
        if id(plain) not in self._own_ways:
            self._own_ways[id(plain)] = _compares_in_its_own_way(plain, self._case)
        if not self._own_ways[id(plain)]:
            body["_getAssertEqualityFunc"] = _comparing(dict(test_case._type_equality_funcs))
        self.given = {}
        if self._by_object or not self._stand_in(test_case, plain, body, own):
            functions = {name: function for name, function in self._functions.items() if name not in own}
            self.given = {name: function.__get__(test_case) for name, function in {**functions, **body}.items()}
            vars(test_case).update(self.given)

    def _stand_in(self, test_case, plain, body, own):
        """Whether the object can have another class."""
        try:
            # Tests that keep something in their class, or ask for it, mean the one that they know.
            methods = {name: function for name, function in self._fixed.items() if name not in own}
            for name, function in body.items():
                methods[name] = function if name in self._assigned else _Fixed((name, function))
            shown = dict(__module__=plain.__module__, __qualname__=plain.__qualname__, __doc__=plain.__doc__,
                         __class__=property(lambda _: plain))
            test_case.__class__ = _standing_in_for(type(plain))(plain.__name__, (plain,), {**methods, **shown})
        except Exception:  # a metaclass, __init_subclass__ or __slots__ of the test's own
            return False
        return True

    def _await(self, plain, body):
        """That a step returned says nothing of what it was to wait for."""
        made, awaited, call = self._made, self._awaited, getattr(plain, "_callTestMethod")

        def call_test(self, method):
            if _has_flag(method, CO_COROUTINE):
                return call(self, awaited(method, last=True))
            return call(self, noting(made, method, last=True))
        body["_callTestMethod"] = noting(made, call_test, last=False)
        for step in ASYNC_STEPS:
            function = getattr(plain, step, None)
            if _has_flag(function, CO_COROUTINE):
                body[step] = awaited(function, last=False)


class _Fixed(tuple):
    """(name, function): a method that nothing hides which is put into the object itself, not even for a moment
    (hidden_judges() tells). One serves all tests, and can't be changed."""
    __slots__ = ()

    def __get__(self, test_case, owner=None):
        return self[1] if test_case is None else self[1].__get__(test_case)

    def __set__(self, test_case, value):
        vars(test_case)[self[0]] = value


def _comparing(kept):
    """How values of a type are compared, as TestCase had it when the test began."""
    def function_for(self, first, second):
        function = kept.get(type(first)) if type(first) is type(second) else None
        return (getattr(self, function) if isinstance(function, str) else function) or self._baseAssertEqual
    return sealed(function_for)


def asks_for_types(nodes):
    """Whether a test file looks at the class of a test's object by itself, not only at what the class has."""
    harmless = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)
                and (node.attr[:2] != "__" or node.attr in ("__name__", "__qualname__", "__module__", "__doc__"))}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type":
            if [getattr(each, "id", "") for each in node.args] == ["self"] and id(node) not in harmless:
                return True
        elif isinstance(node, ast.Attribute) and node.attr == "__subclasses__":
            return True
        elif isinstance(node, ast.Compare) and any(isinstance(each, (ast.Is, ast.IsNot)) for each in node.ops):
            if any(getattr(each, "id", "") == "cls" for each in (node.left, *node.comparators)):
                return True
    return False


def assigned_by(nodes):
    """The names of functions of TestCase that tests give to something of their own (`self.run = …`). Not those by which
    they are judged, of which the rest of the tests may make use."""
    names = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
    return {name for name in names & vars(unittest.TestCase).keys() if not name.startswith(("_", "assert", "fail"))}


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


def is_seen_by_pytest(function):
    """Whether pytest has to see what it is, so that nothing may stand around it."""
    return _has_flag(function, CO_COROUTINE | CO_ASYNC_GENERATOR)


def _has_flag(function, flags):
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return isinstance(code, types.CodeType) and bool(code.co_flags & flags)


def noting(made, function, last):
    """The function; how it ends is noted. last: it is the test itself."""
    return sealed(functools.partial(made, function, last))


def judging(judged, function):
    """The assertion; that it failed is noted."""

    @functools.wraps(function)
    def judge(self, /, *arguments, **keywords):
        return judged(function, self, *arguments, **keywords)
    return judge


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
