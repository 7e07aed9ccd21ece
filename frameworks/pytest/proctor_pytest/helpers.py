"""The author's files beside the tests: helpers that .meta/config.json names and that aren't for the student to write.

What is loaded may have been put in their place by the solution, so only code that is what the file says counts.
"""
import ast
import json
import os
import re
import sys
import types

from .integrity import codes_in

PLACES = (".meta/config.json", ".exercism/config.json")
_comments = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
# Behind a name: a method that changes what it stands for, an assignment to a part of it, or to itself and more.
_changes = (r"(\.(append|extend|insert|remove|pop|popitem|clear|sort|reverse|add|discard|update|setdefault)\("
            r"|\[[^=\n]*\]\s*[-+*/|&^%]*=[^=]|\s*[-+*/|&^%]+=)")
_last_commas = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')


class Helpers:
    """sources: of each file. codes: of their functions as they were loaded, as far as learn() has seen them."""

    def __init__(self, root, tests):
        self.sources, self.codes = {}, []
        self._compiled, self._learned, self._data, trees = {}, set(), {}, []
        for file in _named(str(root)) - set(tests):
            try:
                with open(file, "rb") as source:
                    self.sources[file] = source.read()
                compiled = compile(self.sources[file], file, "exec", dont_inherit=True)
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            self._compiled[file] = codes_in(compiled)
            trees.append(ast.parse(self.sources[file]))
            self._data[file] = constants(trees[-1])
        if any(self._data.values()):
            self._leave_to_author([*self.sources.values(), *(source or b"" for source in tests.values())],
                                  [*trees, *map(_parsed, tests.values())])
        self._root = str(root)

    def _leave_to_author(self, sources, trees):
        """Constants that the author's files may change themselves aren't looked at."""
        text = b"\n".join(sources).decode("utf-8", "replace")
        handed_on = {name for tree in trees for name in _handed_on(tree)}
        for constants in self._data.values():
            for name in [each for each in constants
                         if each in handed_on or re.search(rf"\b{each}\b{_changes}", text)]:
                del constants[name]

    def strange(self):
        """The names of what isn't as the author's files say: the files themselves, and their constants as loaded."""
        found = []
        for file, source in self.sources.items():
            try:
                with open(file, "rb") as now:
                    same = now.read() == source
            except OSError:
                same = False
            if not same:
                found.append(os.path.relpath(file, self._root))
        for file, constants in self._data.items():
            place, name = os.path.split(file.removesuffix(".py"))
            module = sys.modules.get(name)
            if module is None or place != self._root or name in sys.stdlib_module_names:
                continue
            own = vars(module) if type(module) is types.ModuleType else {}
            if own.get("__file__") != file:
                found.append(name)
                continue
            found += [f"{name}.{each}" for each, value in constants.items() if not is_same(own.get(each), value)]
        return found

    def learn(self):
        """Codes that weren't known yet, by name."""
        found = {}
        for module in list(sys.modules.values()) if self._compiled else []:
            own = vars(module) if type(module) is types.ModuleType else {}
            file = own.get("__file__")
            if type(file) is str and file in self._compiled and file not in self._learned:
                self._learned.add(file)
                for function in _functions_of(own.values()):
                    if function.__code__ in self._compiled[file].get(function.__code__.co_name, ()):
                        for name, codes in codes_in(function.__code__).items():
                            found.setdefault(name, []).extend(codes)
        self.codes += [code for same in found.values() for code in same]
        return found


def _parsed(source):
    try:
        return ast.parse(source or b"")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def constants(tree, within=None):
    """What a file (or a class of the file within which it stands) binds once, on its outermost level, to a value that it
    spells out."""
    names = [node.id for node in ast.walk(within or tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)]
    found = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
            if isinstance(target, ast.Name) and names.count(target.id) == 1:
                try:
                    found[target.id] = ast.literal_eval(statement.value)
                except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                    pass
    return found


def _handed_on(tree):
    """Names that are given to a function while the file is loaded."""
    for statement in tree.body:
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for call in [node for node in ast.walk(statement) if isinstance(node, ast.Call)]:
                yield from (node.id for node in ast.walk(call) if isinstance(node, ast.Name))


def is_same(value, meant):
    """Without asking a value that may have been put there whether it is equal."""
    if type(value) is not type(meant):
        return False
    if isinstance(meant, (list, tuple)):
        return len(value) == len(meant) and all(map(is_same, value, meant))
    if isinstance(meant, dict):
        return is_same(list(value.keys()), list(meant.keys())) and is_same(list(value.values()), list(meant.values()))
    if isinstance(meant, (set, frozenset)):
        return {type(each) for each in value} == {type(each) for each in meant} and value == meant
    return repr(value) == repr(meant)


def _functions_of(values):
    for value in list(values):
        value = getattr(value, "__func__", value) if isinstance(value, (classmethod, staticmethod)) else value
        if isinstance(value, type):
            yield from _functions_of(vars(value).values())
        elif isinstance(value, types.FunctionType):
            yield value


def _named(root):
    """files.test and files.editor without files.solution."""
    for place in PLACES:
        try:
            with open(os.path.join(root, place), encoding="utf-8-sig") as text:
                config = json.loads(_lenient(text.read()))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(config, dict):
            files = config.get("files")
            files = files if isinstance(files, dict) else {}
            return (_paths(root, files, "test") | _paths(root, files, "editor")) - _paths(root, files, "solution")
    return set()


def _paths(root, files, kind):
    names = files.get(kind)
    names = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    paths = [os.path.normpath(os.path.join(root, name)) for name in names if name.endswith(".py")]
    return {path for path in paths if path.startswith(root + os.sep)}


def _lenient(text):
    text = _comments.sub(lambda match: match[1] or " ", text)
    return _last_commas.sub(lambda match: match[1] or "", text)
