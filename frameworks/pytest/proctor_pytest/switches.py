"""Whether something else than the test file says of its classes and functions that they are no tests.

What pytest doesn't take because of `__test__ = False` isn't missed where the file says so (tests.scm).
"""
import ast


def strange(module, source):
    """The names of what has another `__test__` than its file gives it."""
    if b"__test__" not in source:
        return []  # then each of them is missed
    try:
        said = _said(ast.parse(source).body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    found = []
    for owner in [each for each in vars(module).values() if isinstance(each, type)]:
        if owner.__module__ != module.__name__:
            continue
        for name, each in (("", owner), *vars(owner).items()):
            own = vars(each) if hasattr(each, "__dict__") else {}
            path = f"{owner.__qualname__}.{name}".rstrip(".")
            if "__test__" in own and not own["__test__"] and path not in said:
                found.append(f"{path}.__test__")
    return found


def _said(statements, around=""):
    """Of which classes and functions there is a `__test__ = …` that isn't True, wherever it stands."""
    said = set()
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            said |= _said(statement.body, f"{around}{statement.name}.")
        elif isinstance(statement, ast.Assign) and getattr(statement.value, "value", None) is not True:
            for target in map(ast.unparse, statement.targets):
                if target.split(".")[-1] == "__test__":
                    said.add(f"{around}{target}".removesuffix(".__test__"))
        else:
            said |= _said(getattr(statement, "body", []) + getattr(statement, "orelse", []), around)
    return said
