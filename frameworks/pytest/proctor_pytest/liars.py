"""Values of a solution that say they equal whatever they are compared with.

Each assertion of equality would pass. They are found by asking: is it equal to what nobody can know, or to values close
to those that it is compared with?
"""
import functools
import io
import sys

COMPARING = ("assertEqual", "assertListEqual", "assertTupleEqual", "assertSetEqual", "assertDictEqual",
             "assertSequenceEqual", "assertCountEqual", "assertMultiLineEqual", "assertAlmostEqual", "assertIn")
MOST_VALUES, MOST_ASKED, MOST_OTHERS = 2000, 20, 4
_mro, _namespace = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
_HEAP_TYPE = 1 << 9  # a class that Python code, or a module of it, has made
_plain = frozenset((int, str, float, bool, bytes, complex, type(None)))


def refusing(function, may_answer):
    """The assertion for honest values only. may_answer: whether a class may say what its objects equal."""

    @functools.wraps(function)
    def refuse(self, *values, **named):
        given = values if not named else (*values, *named.values())
        if not _plain.issuperset(map(type, given)) and _is_one_among(given, may_answer):
            raise self.failureException("A value of the solution says that it is equal to anything.")
        return function(self, *values, **named)
    return refuse


def _is_one_among(values, may_answer):
    asked, others, seen, left = [], {}, 0, list(values)
    while left and seen < MOST_VALUES:
        value, seen = left.pop(), seen + 1
        kind = type(value)
        if kind in _plain:
            others.setdefault(kind, value)
        elif _answers_itself(kind, may_answer):
            asked.append(value)
        elif issubclass(kind, (list, tuple, set, frozenset)):
            base = next(each for each in (list, tuple, set, frozenset) if issubclass(kind, each))
            left.extend(base.__iter__(value))
        elif issubclass(kind, dict):
            left.extend(dict.values(value))
    if not asked:
        return False
    near = [_near(value) for value in list(others.values())[:MOST_OTHERS]]
    return any(_equals(value, strangers) for value in asked[:MOST_ASKED] for strangers in ([object(), _Odd()], *near))


class _Odd:
    """Has any attribute, and each is like nothing else: whoever compares attributes doesn't find it equal."""

    def __getattr__(self, name):
        return _Odd()


def _answers_itself(kind, may_answer):
    """Whether a class that isn't Python's own says what its objects equal."""
    for each in _mro(kind):
        if "__eq__" in _namespace(each):
            return bool(each.__flags__ & _HEAP_TYPE) and not may_answer(each)
    return False


def _near(value):
    if type(value) in (int, float):
        return [value + 1_000_003, value - 7_919]
    return [value + "\0", "\0" + value] if type(value) is str else []


def _equals(value, strangers):
    """Whether it says so of each. What it prints meanwhile is nobody's output."""
    streams = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = io.StringIO()
    try:
        return bool(strangers) and all(bool(value == each) for each in strangers)
    except Exception:
        return False
    finally:
        sys.stdout, sys.stderr = streams
