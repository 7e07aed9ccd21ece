"""`proctor warm`: compiles the reporter into the prepared directory, so that no run has to do it again.

pytest itself was compiled when it was installed. Python checks size and time of the sources before it uses what is
compiled, so a reporter that was changed afterwards is never run in its old shape.
"""
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SYSTEM_PYTHON = "/usr/bin/python3"


def main():
    prepared = os.environ.get("PROCTOR_PREPARED")
    if not prepared:
        sys.exit("PROCTOR_PREPARED isn't set: there is nowhere to put what is prepared")
    sources = sorted(map(str, (FOLDER / "proctor_pytest").glob("*.py")))
    # Each interpreter that the reporter may end up with has its own files.
    for python in dict.fromkeys([sys.executable, SYSTEM_PYTHON]):
        if not os.path.exists(python):
            continue
        done = subprocess.run([python, "-X", f"pycache_prefix={prepared}", "-m", "py_compile", *sources])
        if done.returncode != 0:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
