"""Which names, lines, tasks and places in the file tests have."""
import pathlib
import re

from .ids import distinct, lasting, matches_path, numbered


def path_of(node):
    """The file of a test or collector. (pytest 6 has it under another name.)"""
    return getattr(node, "path", None) or pathlib.Path(str(node.fspath))


def of_test(nodeid):
    """A learning site's name: "a_test.py::LeapTest::test_year_1996" is "Leap > year 1996"."""
    name = ".".join(nodeid.split("::")[1:])
    return re.sub(r"^(.+)Test\.test_", r"\1 > ", name).replace("_", " ")


def of_variation(nodeid, description):
    """As of_test; the parameters of a sub-test aren't shown where it has a text."""
    if description.startswith("["):
        description = description.partition("] (")[0].rstrip("]") + "]"
    return f"{of_test(nodeid)} {description.replace('_', ' ')}"


def task_of(item):
    """The number of the mark `task`: the innermost that has one counts; 0 if there is none or no single one."""
    by_node = {}
    for node, mark in item.iter_markers_with_node(name="task"):
        number = mark.kwargs.get("taskno", mark.args[0] if mark.args else None)
        by_node.setdefault(node.nodeid, set()).add(number)
    numbers = next(iter(by_node.values()), set())
    number = numbers.pop() if len(numbers) == 1 else 0
    return number if isinstance(number, int) else 0


def line_of(item):
    """The line on which the test starts, counted from 1."""
    line = item.location[1]
    return None if line is None else line + 1


def inherited_from(item):
    """The id of a test as it stands in the source if it's that of a base class in the same file, or None."""
    owner, name = getattr(item, "cls", None), getattr(item, "originalname", None) or item.name
    if owner is None or name in vars(owner):
        return None
    for base in owner.__mro__[1:]:
        if name in vars(base):
            path = [item.nodeid.partition("::")[0], *base.__qualname__.split("."), name]
            return "::".join(path) if base.__module__ == owner.__module__ else None
    return None


def in_file_order(items):
    """As pytest has them, but the tests of a class as they stand there (unittest sorts them by name)."""
    place = {}
    return sorted(items, key=lambda item: (place.setdefault(getattr(item, "cls", None) or item, len(place)), line_of(item) or 0))
