"""Which Python runs the tests: the active environment's, the project's own, the first on PATH, the system's."""
import glob
import json
import os
import shutil
import subprocess
import sys

# Where distributions put their packages' interpreter. Another `python3` may come first on PATH, without pytest.
SYSTEM_PYTHON = "/usr/bin/python3"
LEAST_PYTEST = (6, 2)
STATE = "PROCTOR_PYTEST_STATE"  # for the next interpreter: which are left, and why those before it don't serve
SECONDS = 20                    # for poetry and pipenv to answer


def go_on_with_pytest(root):
    """Starts this program again with the first interpreter that has pytest. Returns None if it is this one, and if
    there is none why. `root`: the project, whose environments count; or None."""
    state = json.loads(os.environ.pop(STATE, "null"))
    here = True
    if state is None:
        left = dict.fromkeys([*(_of_project(root) if root else []), sys.executable, SYSTEM_PYTHON])
        state = {"left": list(left), "reasons": [], "own": {name: os.environ.get(name) for name in ("PATH", "VIRTUAL_ENV")}}
        here = state["left"][0] == sys.executable and bool(state["left"].pop(0))
    if here:
        reason = _why_not()
        if reason is None:
            return None
        state["reasons"].append(reason)
    while state["left"]:
        python = state["left"].pop(0)
        _activate(python, state["own"])
        os.environ[STATE] = json.dumps(state)
        try:
            os.execv(python, [python, "-B", *sys.argv])
        except OSError as failure:
            state["reasons"].append(f"{python} can't be started: {failure.strerror}.")
    os.environ.pop(STATE, None)
    return " ".join([*state["reasons"], "Install pytest there, or Debian's python3-pytest."])


def _why_not():
    """Why this interpreter can't run the tests, or None."""
    try:
        import pytest
    except ImportError as failure:
        return f"pytest can't be loaded by {sys.executable}: {failure}."
    version = tuple(int("".join(filter(str.isdigit, part)) or 0) for part in pytest.__version__.split(".")[:2])
    if version < LEAST_PYTEST:
        return f"pytest {pytest.__version__} of {sys.executable} is too old: proctor needs 6.2 or later."
    return None


def _of_project(root):
    """Interpreters of environments: the active one, and those that the project's tools make."""
    places = [os.environ.get("VIRTUAL_ENV"), os.environ.get("UV_PROJECT_ENVIRONMENT"), ".venv", "venv"]
    found = [os.path.join(root, place, "bin/python") for place in places if place]
    if not any(map(os.path.exists, found)):
        if os.path.exists(os.path.join(root, "poetry.lock")) or _says(os.path.join(root, "pyproject.toml"), "[tool.poetry]"):
            found += _answer_of(root, "poetry", "env", "info", "--executable")
        if os.path.exists(os.path.join(root, "Pipfile")):
            found += _answer_of(root, "pipenv", "--py")
    found += sorted(glob.glob(os.path.join(glob.escape(root), ".tox/*/bin/python")), reverse=True)
    return [python for python in found if os.access(python, os.X_OK)]


def _says(file, text):
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            return text in opened.read()
    except OSError:
        return False


def _answer_of(root, *words):
    if shutil.which(words[0]) is None:
        return []
    try:
        done = subprocess.run(words, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.decode(errors="replace").split("\n")[:1]


def _activate(python, own):
    """As the environment's own script does: programs of the environment come first."""
    folder = os.path.dirname(os.path.dirname(python))
    if os.path.exists(os.path.join(folder, "pyvenv.cfg")):
        own = {"VIRTUAL_ENV": folder, "PATH": f"{folder}/bin:{own['PATH'] or os.defpath}"}
    for name, value in own.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
