"""Assertions that failed in a test which passes all the same: what they raised never came to the test's end.

An `__exit__` of the solution that returns True ends a `with` block of the test in silence, and an `except` around a
callback does the same. Where the test's own file may be what catches it, nothing is said.
"""
import ast

SAYS = ("An assertion failed, and the test went on: what it raises must not be caught by the solution (by `except`, or by "
        "an `__exit__` that returns True).")
_names = ("AssertionError", "Exception", "BaseException", "failureException", "suppress")


def in_words(failure):
    return f"AssertionError: {failure}\n\n{SAYS}" if failure else SAYS


def may_catch(source):
    """Whether functions of a test file, or of a helper, catch what assertions raise: by a handler of their own, or by a
    name that stands for it."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))]
    return any(_catches(node) for function in functions for node in ast.walk(function))


def _catches(node):
    return (isinstance(node, ast.ExceptHandler) or type(node).__name__ == "TryStar"
            or getattr(node, "id", None) in _names or getattr(node, "attr", None) in _names)
