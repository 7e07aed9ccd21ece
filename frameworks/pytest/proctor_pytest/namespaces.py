"""What the test files call by name: built-in functions, what they import, what they define.

A solution can put names into the module of its tests (a `zip` without anything in it, and the loop over a table tests
nothing), or into modules of the standard library. Nothing keeps it from doing so, but it is seen.
"""
import ast
import builtins
import functools
import sys
import types

_absent = object()
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)
# Where one of these stands in a test file, it may well replace something itself, for longer than one test.
_REPLACING = (b"globals(", b"sys.modules", b"setattr", b"__dict__", b"vars(", b"patch.object", b"patch.multiple")


class Namespaces:
    """sources: of the test files; made before any of them is loaded."""

    def __init__(self, sources):
        self._sources = sources
        self._imports = {file: _imports(source or b"") for file, source in sources.items()}
        names = {name for imports in self._imports.values() for _, name, _ in imports}
        self._library = {name: (sys.modules[name], dict(vars(sys.modules[name]))) for name in names
                         if name.partition(".")[0] in (*sys.stdlib_module_names, "pytest") and name in sys.modules}
        self._kept = {}  # by the module's name: its namespace, what is to stay in it, what in a test file changes it

    def learn(self, module, file, codes):
        """What in a test file that has been loaded isn't what it says; what else is there has to stay."""
        source = self._sources.get(file) or b""
        own, found = vars(module), []
        if not any(own.get("__builtins__") is each for each in (builtins, vars(builtins))):
            found.append("__builtins__")
        found += [name for name, value in list(own.items()) if _hides(name, value)
                  and not _binds(source, name) and not _comes_with_all_names(source, name)]
        for name, origin, attribute in self._imports.get(file, ()):
            meant = self._meant(origin, attribute)
            if meant is not _absent and own.get(name, _absent) is not meant and not _binds(source, name, besides=1):
                found.append(name)
        self._keep(module, own, source)
        return [f"{module.__name__}.{name}" for name in found] + self._learn_library(file, source, codes)

    def changed(self):
        """What isn't as it was when the tests were loaded; it is put back."""
        found = []
        for where, (own, kept, source, replacing) in self._kept.items():
            names = [name for name, value in kept.items() if own.get(name, _absent) is not value]
            if "__builtins__" in kept:  # in a test file nothing may come to hide a built-in function
                names += [name for name in own.keys() - kept.keys() if _hides(name, own[name])]
            for name in names:
                if any(word in source for word in replacing) or _rebinds(source, name):
                    continue
                found.append(f"{where}.{name}")
                if name in kept:
                    own[name] = kept[name]
                else:
                    del own[name]
        return found

    def _meant(self, origin, attribute):
        """What an import gave before the solution was loaded, if that's known."""
        module, names = self._library.get(origin, (_absent, {}))
        return module if attribute is None else names.get(attribute, _absent)

    def _learn_library(self, file, source, codes):
        """The functions of the standard library that a test file calls have to stay as well."""
        used = {name for code in codes for name in code.co_names}
        for origin in {origin for _, origin, _ in self._imports.get(file, ())} & self._library.keys():
            module, names = self._library[origin]
            kept = {name: value for name, value in names.items() if name in used and isinstance(value, _FUNCTIONS)}
            self._keep(module, kept, source)
        return self.changed()

    def _keep(self, module, values, source):
        # As mock.patch and the fixture monkeypatch are told what to replace.
        named = [quote + module.__name__.encode() + b"." for quote in (b"'", b'"')]
        self._kept[module.__name__] = (vars(module), dict(values), source, [*_REPLACING, *named])


def _hides(name, value):
    """Whether it stands before another built-in function. (`from builtins import *` brings the same ones.)"""
    return name[:2] != "__" and getattr(builtins, name, value) is not value


def _imports(source):
    """(name, module, attribute or None) of each import that stands by itself in a file."""
    found = []
    for statement in getattr(parsed(source), "body", ()):
        if isinstance(statement, ast.Import):
            found += [(each.asname or each.name, each.name, None) for each in statement.names
                      if each.asname or "." not in each.name]
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            found += [(each.asname or each.name, statement.module, each.name) for each in statement.names]
    return found


def _comes_with_all_names(source, name):
    """Whether a built-in function's name may be the solution's, of which the file imports all names. (Not one that its
    loops are made with: there it means the built-in one.)"""
    if b"import *" not in source:
        return False
    heads = [node.iter for node in nodes_of(source) if isinstance(node, (ast.For, ast.comprehension))]
    return name not in {node.func.id for head in heads for node in ast.walk(head)
                        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def _binds(source, name, besides=0):
    """Whether a file binds the name more often than besides."""
    count = 0
    for node in nodes_of(source):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            count += node.name == name
        elif isinstance(node, ast.Name):
            count += node.id == name and not isinstance(node.ctx, ast.Load)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            count += sum((each.asname or each.name.partition(".")[0]) == name for each in node.names)
    return count > besides


def _rebinds(source, name):
    """Whether a test does so itself: a function with `global`, or an attribute of that name."""
    return any(isinstance(node, ast.Global) and name in node.names
               or isinstance(node, ast.Attribute) and node.attr == name and not isinstance(node.ctx, ast.Load)
               for node in nodes_of(source))


@functools.lru_cache(maxsize=8)
def nodes_of(source):
    """All nodes of the syntax tree."""
    tree = parsed(source)
    return list(ast.walk(tree)) if tree else []


@functools.lru_cache(maxsize=8)
def parsed(source):
    """The syntax tree, or None."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
