"""Tables in the test files: lists, dicts and sets, over whose members the tests go. An empty one tests nothing.

What a test hands to the solution, the solution may change: it may sort a list that it is given. So only those count that
no test hands on, which can be read from what stands around each use of their names; their members may be anybody's.
"""
import ast

from .helpers import constants, is_same
from .namespaces import parsed

# Those of Python's own that look at the members only, or make something else of them.
_copying = {"enumerate", "zip", "len", "sorted", "reversed", "list", "tuple", "set", "dict", "sum", "min", "max"}
_reading = {"items", "keys", "values", "get", "index", "count", "copy"}
_changing = {"append", "extend", "insert", "add", "update", "sort", "reverse", "remove", "pop", "discard", "setdefault"}
_anyone = ("globals", "locals", "vars", "getattr", "setattr", "__dict__", "eval", "exec", "patch", "monkeypatch")
_kinds = (list, dict, set)


class Tables:
    """sources: of the test files, by their names. others: of the author's other files."""

    def __init__(self, sources, others):
        self._kept = []  # of each table: its name, itself, what it had in it
        self._names, self._constants = {}, {}
        trees = {file: parsed(source or b"") for file, source in sources.items()}
        bound = {file: {(owner, name) for owner, body in _bodies(tree) for name in _bound(body)}
                 for file, tree in trees.items() if tree}
        if not any(bound.values()):
            return
        handed_on = set()
        for tree in filter(None, (*trees.values(), *map(parsed, others))):
            handed_on |= _handed_on(tree)
        if handed_on.intersection(_anyone):
            return  # by such means a test may do anything
        if any(name in _copying or name == "*" for tree in filter(None, trees.values()) for name in _imported(tree)):
            return
        for file, names in bound.items():
            self._names[file] = {(owner, name) for owner, name in names if name not in handed_on}
            changed = _changed_by_itself(trees[file])
            self._constants[file] = {(owner, name): value for owner, body in _bodies(trees[file])
                                     for name, value in constants(ast.Module(body, []), trees[file]).items()
                                     if (owner, name) in self._names[file] and type(value) in _kinds
                                     and name not in changed}

    def learn(self, module, file):
        """Keeps those of a file that was loaded. The names of what isn't as it stands there."""
        found = []
        for owner, name in self._names.get(file, ()):
            holder = vars(module) if owner is None else vars(module).get(owner)
            if owner is not None:
                holder = vars(holder) if isinstance(holder, type) and holder.__module__ == module.__name__ else {}
            value, path = holder.get(name), ".".join(filter(None, (module.__name__, owner, name)))
            meant = self._constants[file].get((owner, name))
            if meant is not None and type(value) is type(meant) and not _is_as_meant(value, meant):
                found.append(path)
            if type(value) in _kinds:
                self._kept.append((path, value, _members(value)))
        return found

    def changed(self):
        """The names of those that have other members now; they get back what they had."""
        found = []
        for path, value, members in self._kept:
            now = _members(value)
            if len(now) != len(members) or any(one is not other for one, other in zip(now, members)):
                found.append(path)
                _fill(value, members)
        return found


def _members(value):
    return [*value.keys(), *value.values()] if type(value) is dict else list(value)


def _is_as_meant(value, meant):
    """Members that can be changed may have been handed to the solution while the file was loaded."""
    if type(meant) is set:
        return is_same(value, meant)
    now, then = _members(value), _members(meant)
    return len(now) == len(then) and all(is_same(one, other) for one, other in zip(now, then) if _stays(other))


def _stays(value):
    return all(map(_stays, value)) if type(value) is tuple else not isinstance(value, _kinds)


def _fill(value, members):
    value.clear()
    if type(value) is list:
        value.extend(members)
    elif type(value) is set:
        value.update(members)
    else:
        value.update(zip(members[:len(members) // 2], members[len(members) // 2:]))


def _bodies(tree):
    """(None, …) for the file, and the name and the body of each class on its outermost level."""
    return [(None, tree.body), *((node.name, node.body) for node in tree.body if isinstance(node, ast.ClassDef))]


def _bound(body):
    return {target.id for statement in body if isinstance(statement, (ast.Assign, ast.AnnAssign))
            for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
            if isinstance(target, ast.Name)}


def _imported(tree):
    """Names that aren't Python's own where a file imports them, or defines them."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.alias, ast.FunctionDef, ast.ClassDef)):
            yield getattr(node, "asname", None) or node.name


def _handed_on(tree):
    """The names of which some use isn't plainly one that only reads, or that builds while the file is loaded."""
    safe, found, left = set(), set(), [(tree, False)]
    while left:
        node, inside = left.pop()  # a function
        safe.update(map(id, _only_read(node)))
        if not inside:
            safe.update(map(id, _built(node)))
        inside = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        left += [(each, inside) for each in ast.iter_child_nodes(node)]
    for node in ast.walk(tree):
        if id(node) in safe:
            continue
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
        elif isinstance(node, ast.alias) and node.asname:
            found.update((node.name, node.asname))
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            found.add(node.value)
    return found


def _only_read(node):
    """The parts of it whose value is read, and goes nowhere else."""
    if isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        return [node.iter]
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", None)
        if getattr(node.func, "id", None) in _copying or name == "parametrize":
            return node.args
        return [node.func.value] if name in _reading else []
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return [node.value]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    return [node.value] if isinstance(node, ast.Starred) else []


def _changed_by_itself(tree):
    """What a file fills further while it is loaded."""
    parts = [part for node in ast.walk(tree) if not isinstance(node, (ast.Assign, ast.AnnAssign)) for part in _built(node)]
    return {getattr(part, "id", None) or getattr(part, "attr", None) for part in parts}


def _built(node):
    """The same for what is bound and filled before there is a test."""
    if isinstance(node, ast.Assign):
        return [each for each in node.targets if isinstance(each, ast.Name)]
    if isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        return [node.target]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _changing:
        return [node.func.value]
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return [node.value]
    return []
