"""Which Python runs the tests: the active environment's, the project's own, the first on PATH, the system's."""
import base64
import glob
import hashlib
import importlib
import json
import os
import shutil
import subprocess
import sys

# Where distributions put their packages' interpreter. Another `python3` may come first on PATH, without pytest.
SYSTEM_PYTHON = "/usr/bin/python3"
LEAST = {"pytest": (6, 2)}
STATE = "PROCTOR_PYTHON_STATE"  # for the next interpreter: which are left, and why those before it don't serve
SECONDS = 20                    # for poetry and pipenv to answer


def go_on_with(module, root):
    """Starts this program again with the first interpreter that has the module. Returns None if it is this one, and if
    there is none why. `root`: the project, whose environments count; or None."""
    state = json.loads(os.environ.pop(STATE, "null"))
    here = True
    if state is None:
        left = dict.fromkeys([*(_of_project(root) if root else []), sys.executable, SYSTEM_PYTHON])
        state = {"left": list(left), "reasons": [], "own": {name: os.environ.get(name) for name in ("PATH", "VIRTUAL_ENV")}}
        here = state["left"][0] == sys.executable and bool(state["left"].pop(0))
    if here:
        reason = _why_not(module)
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
    return " ".join([*state["reasons"], f"Install {module} there, or Debian's python3-{module}."])


def _why_not(module):
    """Why this interpreter can't run the tests, or None."""
    try:
        written = getattr(importlib.import_module(module), "__version__", "")
    except ImportError as failure:
        return f"{module} can't be loaded by {sys.executable}: {failure}."
    version = tuple(int("".join(filter(str.isdigit, part)) or 0) for part in written.split(".")[:2])
    least = LEAST.get(module, version)
    if version < least:
        return f"{module} {written} of {sys.executable} is too old: proctor needs {'.'.join(map(str, least))} or later."
    return None


def _of_project(root):
    """Interpreters of environments: the active one, and those that the project's tools make."""
    places = [os.environ.get("VIRTUAL_ENV"), os.environ.get("UV_PROJECT_ENVIRONMENT"), ".venv", "venv"]
    found = [os.path.join(root, place, "bin/python") for place in places if place]
    if not any(map(os.path.exists, found)):
        found += _made_elsewhere(root)
    found += sorted(glob.glob(os.path.join(glob.escape(root), ".tox/*/bin/python")), reverse=True)
    return [python for python in found if os.access(python, os.X_OK)]


def _made_elsewhere(root):
    """Interpreters of the environments that poetry and pipenv make. These are called after a hash of the project's path;
    where none is or several are, the tool is asked, which takes seconds."""
    home = os.path.expanduser("~")
    if _says(os.path.join(root, "pyproject.toml"), "poetry"):
        cache = os.environ.get("POETRY_CACHE_DIR") or os.path.join(os.environ.get("XDG_CACHE_HOME") or home + "/.cache", "pypoetry")
        place = os.environ.get("POETRY_VIRTUALENVS_PATH") or os.path.join(cache, "virtualenvs")
        yield from _called(place, f"*-{_hash(root)[:8]}-py*") or _answer_of(root, "poetry", "env", "info", "--path")
    if os.path.exists(os.path.join(root, "Pipfile")):
        place = os.environ.get("WORKON_HOME") or (os.environ.get("XDG_DATA_HOME") or home + "/.local/share") + "/virtualenvs"
        yield from _called(place, f"*-{_hash(os.path.join(root, 'Pipfile'))[:8]}*") or _answer_of(root, "pipenv", "--venv")


def _called(place, name):
    found = glob.glob(os.path.join(glob.escape(place), name, "bin/python"))
    return found if len(found) == 1 else []


def _hash(path):
    return base64.urlsafe_b64encode(hashlib.sha256(path.encode()).digest()).decode()


def _says(file, text):
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            return text in opened.read()
    except OSError:
        return False


def _answer_of(root, *words):
    """The interpreter of the environment that the tool names."""
    if shutil.which(words[0]) is None:
        return []
    try:
        done = subprocess.run(words, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [os.path.join(line, "bin/python") for line in done.stdout.decode(errors="replace").split("\n")[:1]]


def _activate(python, own):
    """As the environment's own script does: programs of the environment come first."""
    folder = os.path.dirname(os.path.dirname(python))
    if os.path.exists(os.path.join(folder, "pyvenv.cfg")):
        own = {"VIRTUAL_ENV": folder, "PATH": f"{folder}/bin:{own['PATH'] or os.defpath}"}
    for name, value in own.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
