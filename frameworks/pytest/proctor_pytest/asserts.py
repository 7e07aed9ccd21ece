"""Comparisons that the test files make themselves: `assert f() == x`, and those inside of assertTrue.

No function of unittest's sees their values. So the comparison is a call in what a test file is compiled to, of a function
that stands among the code's constants: it has no name by which it could be found or replaced.
"""
import ast
import re
import types

from _pytest.assertion import rewrite

_OFTEN = re.compile(rb"^[ \t]*assert\b|[;:][ \t]*assert\b|\bassertTrue\(", re.MULTILINE)
_place = "@proctor_{}".format


def watch(comparing):
    """From now on, when pytest compiles test files. comparing: by the operator's name in the syntax tree, what does the
    same as the operator does. Returns how to put that into compiled code."""
    plain = rewrite.rewrite_asserts
    functions = {_place(name): function for name, function in comparing.items()}

    def rewrite_asserts(tree, source, *arguments):
        plain(tree, source, *arguments)
        if _OFTEN.search(source):
            _replace(tree, comparing)
    rewrite.rewrite_asserts = rewrite_asserts
    return lambda code: _filled(code, functions)


def _replace(tree, names):
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            # What pytest makes of each comparison in an `assert`.
            if getattr(node.targets[0], "id", "").startswith("@py_assert"):
                node.value = _call(node.value, names)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", None) == "assertTrue" and node.args:
            node.args[0] = _call(node.args[0], names)


def _call(node, names):
    if isinstance(node, ast.BoolOp):
        node.values = [_call(each, names) for each in node.values]
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or type(node.ops[0]).__name__ not in names:
        return node
    # A method of the constant, since Python warns of constants that are called.
    function = ast.Attribute(ast.Constant(_place(type(node.ops[0]).__name__)), "__call__", ast.Load())
    call = ast.Call(function, [node.left, node.comparators[0]], [])
    for each in (function.value, function, call):
        ast.copy_location(each, node)
    return call


def _filled(code, functions):
    constants = tuple(_filled(each, functions) if isinstance(each, types.CodeType)
                      else functions.get(each, each) if type(each) is str else each for each in code.co_consts)
    same = all(one is other for one, other in zip(constants, code.co_consts))
    return code if same else code.replace(co_consts=constants)
