"""Assertions that failed in a test which passes all the same: what they raised never came to the test's end.

An `__exit__` of the solution that returns True ends a `with` block of the test in silence, and an `except` around a
callback does the same. Where the author's files may be what catches it, nothing is said.
"""
import ast

SAYS = ("An assertion failed, and the test went on: what it raises must not be caught by the solution (by `except`, or by "
        "an `__exit__` that returns True).")
_names = ("AssertionError", "Exception", "BaseException", "failureException", "suppress")
_functions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_assignments = (ast.Assign, ast.AnnAssign, ast.NamedExpr)


def in_words(failure):
    return f"AssertionError: {failure}\n\n{SAYS}" if failure else SAYS


def may_catch(source):
    """Whether functions of a test file, or of a helper, catch what assertions raise: by a handler of their own, by a name
    that stands for it (which may have got another one before), or by an `__exit__`."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    for node in ast.walk(tree):
        if isinstance(node, _functions) and any(map(_catches, ast.walk(node))):
            return True
        if isinstance(node, _assignments) and node.value is not None and any(map(_is_named, ast.walk(node.value))):
            return True
        if isinstance(node, ast.ImportFrom) and any(each.name in _names and each.asname for each in node.names):
            return True
        if getattr(node, "name", None) in ("__exit__", "__aexit__") and isinstance(node, _functions) and _forgives(node):
            return True
    return False


def _catches(node):
    return isinstance(node, ast.ExceptHandler) or type(node).__name__ == "TryStar" or _is_named(node)


def _is_named(node):
    return getattr(node, "id", None) in _names or getattr(node, "attr", None) in _names


def _forgives(function):
    """Whether an `__exit__` may return what is true without having asked which error it was."""
    parameters = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    rest = list(function.body)
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Return) and _may_be_true(node.value, parameters):
            return True
        if isinstance(node, ast.If) and _asks(node.test):
            rest += node.orelse
        elif not isinstance(node, _functions):
            rest += ast.iter_child_nodes(node)
    return False


def _asks(test):
    return any(isinstance(each, (ast.Call, ast.Attribute, ast.In)) for each in ast.walk(test))


def _may_be_true(value, parameters):
    if value is None or isinstance(value, ast.Constant):
        return value is not None and bool(value.value)
    if isinstance(value, ast.Name):
        return value.id in parameters
    if isinstance(value, ast.Call):
        # What it is asked for is a name as above; another's __exit__ is for that one to answer for.
        name = getattr(value.func, "id", None) or getattr(value.func, "attr", None)
        return name not in ("isinstance", "issubclass", "__exit__", "__aexit__")
    return True
