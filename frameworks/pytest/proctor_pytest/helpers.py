"""The author's files beside the tests: helpers that .meta/config.json names and that aren't for the student to write.

What is loaded may have been put in their place by the solution, so only code that is what the file says counts.
"""
import json
import os
import re
import sys
import types

from .integrity import codes_in

PLACES = (".meta/config.json", ".exercism/config.json")
_comments = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_last_commas = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')


class Helpers:
    """sources: of each file. codes: of their functions as they were loaded, as far as learn() has seen them."""

    def __init__(self, root, tests):
        self.sources, self.codes = {}, []
        self._compiled, self._learned = {}, set()
        for file in _named(str(root)) - set(tests):
            try:
                with open(file, "rb") as source:
                    self.sources[file] = source.read()
                compiled = compile(self.sources[file], file, "exec", dont_inherit=True)
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            self._compiled[file] = codes_in(compiled)

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
