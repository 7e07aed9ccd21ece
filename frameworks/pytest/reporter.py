"""Runs pytest and tells proctor what happens, test by test, on a private descriptor (docs/adding-a-framework.md).

    python3 -B reporter.py ROOT [--path=GLOB] [TEST_FILE…]
    python3 -B reporter.py --check        whether there is a pytest to run

This file only finds an interpreter that has pytest and hands over; the work is done in the package beside it. Nothing
of a project may be imported before the channel is taken, so the folder of the project isn't on the path until then.
"""
import gc
import os
import sys

# Nearly everything that is made while pytest loads lives for ever: looking for garbage in it only costs time.
gc.disable()

# Where distributions put their packages' interpreter. Another `python3` may come first on PATH, without pytest.
SYSTEM_PYTHON = "/usr/bin/python3"
TRIED = "PROCTOR_PYTEST_INTERPRETER"


def find_pytest():
    """Imports pytest, or starts again with the system's interpreter, or returns why neither could be done."""
    try:
        import pytest  # noqa: F401
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
