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
        """tests: the sources of the test files. Those of them in which there is no test are helpers, too."""
        self.sources, self.codes = {}, []
        self._root = str(root)
        self._compiled, self._learned, self._data, self._functions, trees = {}, set(), {}, {}, []
        self._others = {}  # what tests read: tables, texts
        self.written_anew = []  # test files that weren't what they were any more when their tests were to be loaded
        named = _named(self._root)
        for file in named - set(tests):
            source = _read(file)
            if source is None:
                continue
            if not file.endswith(".py"):
                self._others[file] = source
                continue
            self.sources[file] = source
        without = {file: source for file, source in tests.items() if file in named and not _has_tests(source)}
        for file, source in (*self.sources.items(), *without.items()):
            try:
                compiled = compile(source, file, "exec", dont_inherit=True)
            except (SyntaxError, ValueError, RecursionError, MemoryError, TypeError):
                continue
            self._compiled[file] = codes_in(compiled)
            trees.append(ast.parse(source))
            self._data[file] = constants(trees[-1])
            self._functions[file] = _functions_in(trees[-1])
        if trees:
            self._leave_to_author([*self.sources.values(), *(source or b"" for source in tests.values())],
                                  [*trees, *map(_parsed, tests.values())])

    def _leave_to_author(self, sources, trees):
        """Constants and functions that the author's files may change themselves aren't looked at."""
        text = b"\n".join(sources).decode("utf-8", "replace")
        handed_on = {name for tree in trees for name in _handed_on(tree)}
        for constants in self._data.values():
            for name in [each for each in constants
                         if each in handed_on or re.search(rf"\b{each}\b{_changes}", text)]:
                del constants[name]
        replaced = {name for tree in trees for name in _replaced(tree)}
        for functions in self._functions.values():
            functions[:] = [(owner, name) for owner, name in functions if not {owner, name} & replaced]

    def compiled(self, file, code):
        """What pytest made of a file as it was loaded: its `assert` is another code than Python's."""
        if file in self._compiled:
            for name, codes in codes_in(code).items():
                self._compiled[file].setdefault(name, []).extend(codes)

    def strange(self):
        """The names of what isn't as the author's files say: the files themselves, and what they define, as loaded."""
        found = [os.path.relpath(file, self._root) for file, source in (*self.sources.items(), *self._others.items())
                 if _read(file) != source]
        found += [os.path.relpath(file, self._root) for file in self.written_anew if file in self._data]
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
            found += [".".join(filter(None, (name, *path))) for path in self._functions[file]
                      if not self._is_as_compiled(file, own, *path)]
        return found

    def _is_as_compiled(self, file, own, owner, name):
        if owner is not None:
            own = vars(own[owner]) if isinstance(own.get(owner), type) else {}
        value = own.get(name)
        code = getattr(getattr(value, "__func__", value), "__code__", None)  # __new__ is made a static method
        return type(code) is types.CodeType and code in self._compiled[file].get(name, ())

    def learn(self):
        """Codes that weren't known yet, by name."""
        found = {}
        for module in list(sys.modules.values()) if self.sources else []:
            own = vars(module) if type(module) is types.ModuleType else {}
            file = own.get("__file__")
            if type(file) is str and file in self.sources and file in self._compiled and file not in self._learned:
                self._learned.add(file)
                for function in _functions_of(own.values()):
                    if function.__code__ in self._compiled[file].get(function.__code__.co_name, ()):
                        for name, codes in codes_in(function.__code__).items():
                            found.setdefault(name, []).extend(codes)
        self.codes += [code for same in found.values() for code in same]
        return found


def _read(file):
    try:
        with open(file, "rb") as source:
            return source.read()
    except OSError:
        return None


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


def _has_tests(source):
    return source is None or b"def test" in source or b"import *" in source


def _functions_in(tree):
    """(class or None, name) of what a file, or a class on its outermost level, defines once and without decorators."""
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {(node.asname or node.name).partition(".")[0] for node in ast.walk(tree) if isinstance(node, ast.alias)}
    whole = [(None, tree.body)]
    whole += [(node.name, node.body) for node in _once(tree.body, ast.ClassDef) if not node.keywords]
    return [(owner, node.name) for owner, body in whole for node in _once(body, (ast.FunctionDef, ast.AsyncFunctionDef))
            if not {owner, node.name} & bound
            and (node.name[:2] != "__" or node.name[-2:] == "__")]  # else a class has it under another name


def _once(body, kinds):
    defined = [node.name for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    return [node for node in body
            if isinstance(node, kinds) and not node.decorator_list and defined.count(node.name) == 1]


def _replaced(tree):
    """Names under which a file may put something else into another."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.Call):  # as setattr and mock.patch are told
            yield from (each.value.rpartition(".")[2] for each in node.args
                        if isinstance(each, ast.Constant) and isinstance(each.value, str))


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
        for _ in range(10):  # a fixture is the function inside of another one
            if not isinstance(value, types.FunctionType):
                break
            yield value
            value = vars(value).get("__wrapped__")


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
    paths = [os.path.normpath(os.path.join(root, name)) for name in names]
    return {path for path in paths if path.startswith(root + os.sep)}


def _lenient(text):
    text = _comments.sub(lambda match: match[1] or " ", text)
    return _last_commas.sub(lambda match: match[1] or "", text)
