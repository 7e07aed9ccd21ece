"""Runs pytest and tells proctor what happens, test by test, on a private descriptor (docs/adding-a-framework.md).

    python3 -B reporter.py ROOT [--path=GLOB] [TEST_FILE…]
    python3 -B reporter.py --check        whether there is a pytest to run

This file only finds an interpreter that has pytest and hands over; the work is done in the package beside it. Nothing
of a project may be imported before the channel is taken, so the folder of the project isn't on the path until then.
"""
import gc
import importlib
import os
import sys
import types

# Nearly everything that is made while pytest loads lives for ever: looking for garbage in it only costs time.
gc.disable()

# Where distributions put their packages' interpreter. Another `python3` may come first on PATH, without pytest.
SYSTEM_PYTHON = "/usr/bin/python3"
TRIED = "PROCTOR_PYTEST_INTERPRETER"


# What pytest and what it builds on load, and hardly ever use: a tenth of what loading pytest takes.
SELDOM_USED = ("importlib.metadata", "attr.validators", "ipaddress", "uuid")


class Later(types.ModuleType):
    """Stands in for a module until somebody asks for something in it."""

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)  # of the import system's own
        return getattr(importlib.import_module(self.__name__), name)


def load_pytest():
    """Only what pytest loads gets the stand-ins: for all others the modules aren't loaded yet."""
    stand_ins = {name: Later(name) for name in SELDOM_USED if name not in sys.modules}
    sys.modules.update(stand_ins)
    importlib.metadata = sys.modules["importlib.metadata"]  # and stays there for whoever has imported it by now
    try:
        import pytest  # noqa: F401
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]


def find_pytest():
    """Imports pytest, or starts again with the system's interpreter, or returns why neither could be done."""
    try:
        load_pytest()
        return None
    except ImportError as failure:
        if TRIED not in os.environ and os.path.exists(SYSTEM_PYTHON):
            os.environ[TRIED] = sys.executable
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, "-B", *sys.argv])
        return f"pytest can't be loaded by {sys.executable}: {failure}. Install Debian's python3-pytest."


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    # Python puts the script's folder and PYTHONPATH first; an import of the project must not find us there, and we
    # must not find a `pytest.py` of the project.
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or os.getcwd()) != folder]
    without = find_pytest()
    os.environ.pop(TRIED, None)
    if sys.argv[1:] == ["--check"]:
        if without:
            print(without, file=sys.stderr)
        return 1 if without else 0

    place = os.environ.get("PROCTOR_PREPARED") or folder  # `proctor warm` puts the package there, compiled
    sys.path.insert(0, place)
    from proctor_pytest import channel, session
    sys.path.remove(place)

    line = channel.take()
    if without:
        line.event("error", unavailable=True, message=without)
        return 3
    return session.run(line, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
