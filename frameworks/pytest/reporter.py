"""Runs pytest and tells proctor what happens, test by test, on a private descriptor (docs/adding-a-framework.md).

    python3 -B reporter.py ROOT [--path=GLOB] [TEST_FILE…]
    python3 -B reporter.py --check        whether there is a pytest to run

This file finds an interpreter that has pytest and hands over; the package beside it does the work. The reporter takes
the channel before it imports anything of a project.
"""
import os
import sys

# Where distributions put their packages' interpreter. Another `python3` may come first on PATH, without pytest.
SYSTEM_PYTHON = "/usr/bin/python3"
TRIED = "PROCTOR_PYTEST_INTERPRETER"


def find_pytest():
    """Imports pytest, or starts again with the system's interpreter, or returns why there is no pytest to run."""
    try:
        import pytest
    except ImportError as failure:
        if TRIED not in os.environ and os.path.exists(SYSTEM_PYTHON):
            os.environ[TRIED] = sys.executable
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, "-B", *sys.argv])
        return f"pytest can't be loaded by {sys.executable}: {failure}. Install Debian's python3-pytest."
    if not hasattr(pytest, "version_tuple"):
        return f"pytest {pytest.__version__} of {sys.executable} is too old: proctor needs 7.0 or later."
    return None


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    # Python puts this file's folder first on the path. An import of the project must not find us there.
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != folder]
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
