"""Values of a solution that say they equal whatever they are compared with.

Each assertion of equality would pass. They are found by asking: is it equal to what nobody can know, or to values that
are unlike those it is compared with, whichever honest way of comparing there is?
"""
import functools
import io
import operator
import sys

COMPARING = ("assertEqual", "assertListEqual", "assertTupleEqual", "assertSetEqual", "assertDictEqual",
             "assertSequenceEqual", "assertCountEqual", "assertMultiLineEqual", "assertAlmostEqual", "assertIn",
             "assertLess", "assertLessEqual", "assertGreater", "assertGreaterEqual")
SAYS_EQUAL = "A value of the solution says that it is equal to anything."
# Of each level of each argument, and of each level of all.
MOST_VALUES, MOST_ASKED, MOST_DEEP = 2000, 100, 40
_mro, _namespace = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
_HEAP_TYPE = 1 << 9  # a class that Python code, or a module of it, has made
_plain = frozenset((int, str, float, bool, bytes, complex, type(None)))
_containers = (list, tuple, dict, set, frozenset)
_orders = {"assertLess": operator.lt, "assertLessEqual": operator.le,
           "assertGreater": operator.gt, "assertGreaterEqual": operator.ge}
_steps = {"__sub__", "__rsub__"}
_everywhere = float("inf")


def refusing(function, may_answer):
    """The assertion for honest values only. may_answer: whether a class may say what its objects equal."""
    name = function.__name__
    check = (_in if name == "assertIn" else _almost if name == "assertAlmostEqual"
             else _ordered if name in _orders else _equal)

    @functools.wraps(function)
    def refuse(self, *values, **named):
        given = values if not named else (*values, *named.values())
        if not _plain.issuperset(map(type, given)):
            lie = check(function, self, values, named, may_answer)
            if lie:
                raise self.failureException(lie)
        return function(self, *values, **named)
    return refuse


def comparing(name, may_answer):
    """In place of `==` or `in` between two values: the same, for honest values only."""
    compare = {"Eq": operator.eq, "In": lambda first, second: first in second}[name]
    check = {"Eq": _equal, "In": _in}[name]

    def compare_honest(first, second):
        if type(first) not in _plain or type(second) not in _plain:
            lie = check(None, None, (first, second), {}, may_answer)
            if lie:
                raise AssertionError(lie)
        return compare(first, second)
    return compare_honest


# What each kind of assertion asks. They return what is to be said of a lie.

def _equal(function, test_case, values, named, may_answer):
    return SAYS_EQUAL if _is_one_among((*values, *named.values()), may_answer) else None


def _in(function, test_case, values, named, may_answer):
    if len(values) >= 2:
        member, container, *rest = values
        if _checks_nothing(type(member)):
            return SAYS_EQUAL
        if _defines(type(container), {"__contains__"}, may_answer) and _holds(
                lambda: all(bool(each in container) for each in (object(), _Odd(), *_near(member)[0:1]))):
            return "A value of the solution says that it contains anything."
        values = [member], container, *rest  # so that what is compared stands at the same depth
    return _equal(function, test_case, values, named, may_answer)


def _almost(function, test_case, values, named, may_answer):
    # It is asked whether two values are far from each other; and that is for the values to say.
    far = (1_000_000_003, -700_000_007)
    narrow = all(type(each) in (int, float) and -1e6 < each < 1e6 for each in named.values() if type(each) is not str)
    if len(values) == 2 and narrow and named.get("places", 0) >= 0:
        first, second = values
        for mine, other, pairs in ((first, second, [(first, each) for each in far]),
                                   (second, first, [(each, second) for each in far])):
            if (type(other) in (int, float) and abs(other) < 1e6 and _defines(type(mine), _steps, may_answer)
                    and _holds(lambda: all(_passes(function, test_case, pair, named) for pair in pairs))):
                return "A value of the solution says that it is near to anything."
    return _equal(function, test_case, values, named, may_answer)


def _ordered(function, test_case, values, named, may_answer):
    # Nothing is less than what all numbers are greater than.
    order = _orders[function.__name__]
    end = -_everywhere if order in (operator.lt, operator.le) else _everywhere
    for place, name in ((0, order.__name__), (1, {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}[order.__name__])):
        mine, other = values[place:place + 1], values[1 - place:2 - place]
        if not mine or not other or type(other[0]) not in (int, float):
            continue
        if not _defines(type(mine[0]), {f"__{name}__"}, may_answer):
            continue
        pair = (mine[0], end) if place == 0 else (-end, mine[0])
        strict = order in (operator.lt, operator.gt)
        if _holds(lambda: bool(order(*pair)) and (strict or not pair[0] == pair[1])):
            return "A value of the solution says that it is less or greater than anything."
    return None


def _passes(function, test_case, pair, named):
    try:
        function(test_case, *pair, **named)
    except AssertionError:
        return False
    return True


# Who is equal to anything

def _is_one_among(values, may_answer):
    """Level by level: values that are compared with each other stand equally deep in what they are part of."""
    levels = [[each] for each in values]
    for depth in range(MOST_DEEP):
        asked, samples, empty = [], {}, False
        for number, level in enumerate(levels):
            below = []
            for value in level[:MOST_VALUES]:
                kind = type(value)
                base = kind if kind in _plain else next((each for each in _containers if issubclass(kind, each)), None)
                answers = kind not in _plain and _answers_itself(kind, may_answer)
                if depth == 0 and _checks_nothing(kind):
                    return True
                if answers:
                    asked.append(value)
                if base in _plain:
                    samples.setdefault(base, value)
                elif base is not None:
                    members = _members(base, value)
                    if not answers:
                        empty = empty or not members
                        if members or base not in samples:
                            samples[base] = value
                    # One of each of Python's own kinds is enough, and of a long list that's quickly found.
                    kinds = dict(zip(map(type, members), members))
                    below += [kinds.pop(each) for each in _plain.intersection(kinds)]
                    if kinds:
                        below += [each for each in members if type(each) not in _plain]
            levels[number] = below
        if asked and _any_lies(asked, samples, empty):
            return True
        if not any(levels):
            break
    return False


def _any_lies(asked, samples, empty):
    near = [_near(value) for kind, value in samples.items() if kind not in _containers]
    unlike = [_unlike(kind, value) for kind, value in samples.items() if kind in _containers]
    # Of many, some from all over.
    for value in asked[::len(asked) // MOST_ASKED + 1]:
        if any(_equals(value, each) for each in ([object(), _Odd(), _Nothing()], *near, *unlike)):
            # What has no members may find each of them in whatever it is compared with.
            if not (empty and _is_empty(value)):
                return True
    return False


def _members(base, value):
    return list(dict.values(value) if base is dict else base.__iter__(value))


def _is_empty(value):
    return _holds(lambda: not list(value)) or _holds(lambda: len(value) == 0)


class _Odd:
    """Has any attribute, and each is like nothing else: whoever compares attributes doesn't find it equal."""

    def __getattr__(self, name):
        return _Odd()


class _Nothing(_Odd):
    def __bool__(self):
        return False


def _answers_itself(kind, may_answer):
    """Whether a class that isn't Python's own says what its objects equal."""
    return _defines(kind, {"__eq__"}, may_answer)


def _checks_nothing(kind):
    """Whether it's mock.ANY's, which by itself is of no use to a test."""
    return (kind.__module__, kind.__name__) == ("unittest.mock", "_ANY")


def _defines(kind, names, may_answer):
    """Whether a class that isn't Python's own nor the tests' defines the first of these methods that there is."""
    for each in _mro(kind):
        name = next((name for name in names if name in _namespace(each)), None)
        if name is not None:
            return bool(each.__flags__ & _HEAP_TYPE) and not may_answer(each, name)
    return False


def _near(value):
    """Values of the same kind: nothing that compares in some way of its own (digits or letters only, lengths, beginnings,
    remainders, true or false) is equal to all of them. What holds for values of the sample holds for those beside it."""
    kind = type(value)
    if kind is bool:
        return [True, False]
    if kind is int and abs(value) > 1 << 50 or kind is float and not abs(value) < 1 << 50:
        return [1_000_003, -7_919, 5]  # far away: others, as floating-point numbers, would be the same
    if kind in (int, float, complex):
        return [value + 1_000_003, value - 7_919]
    if kind is str:
        letter, digit = _missing("qxzjkvw", value.casefold()), _missing("7382945610", value)
        return [f"{value}{letter}{digit}", f"{digit}{letter}{value}", (letter + digit) * (len(value) + 1)]
    if kind is bytes:
        return [value + b"q7", b"7q" + value, b"q7" * (len(value) + 1)]
    if value is None:
        return [False, True, (), (object(),)]
    return []


def _unlike(kind, value):
    """The same for what has members."""
    odd = object()
    if kind is dict:
        value = dict(dict.items(value))
        return [{**value, odd: odd}, {odd: odd}, dict.fromkeys(value, odd)]
    members = _members(kind, value)
    if kind in (list, tuple):
        return [kind([*members, odd]), kind([odd, *members]), kind([odd] * len(members))]
    return [kind([*members, odd]), kind([odd])]


def _missing(characters, text):
    return next((each for each in characters if each not in text), characters[0])


def _equals(value, strangers):
    """Whether it says so of each."""
    return bool(strangers) and _holds(lambda: all(bool(value == each) for each in strangers))


def _holds(question):
    """What it prints meanwhile is nobody's output."""
    streams = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = io.StringIO()
    try:
        return question()
    except BaseException:  # SystemExit, too: nobody but proctor has asked
        return False
    finally:
        sys.stdout, sys.stderr = streams
