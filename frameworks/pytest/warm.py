"""`proctor warm`: puts the reporter into the prepared directory and compiles it there, so that no run has to do it again.

pytest itself was compiled when it was installed.
"""
import os
import pathlib
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SYSTEM_PYTHON = "/usr/bin/python3"


def main():
    prepared = os.environ.get("PROCTOR_PREPARED")
    if not prepared:
        sys.exit("PROCTOR_PREPARED isn't set: there is nowhere to put what is prepared")
    package = pathlib.Path(prepared, "proctor_pytest")
    package.mkdir(parents=True, exist_ok=True)
    for source in (FOLDER / "plugin" / package.name).glob("*.py"):
        shutil.copyfile(source, package / source.name)  # whose user may be another than that of the runs
    # Each interpreter that the reporter may end up with has its own files.
    for python in {sys.executable, SYSTEM_PYTHON}:
        if os.path.exists(python):
            subprocess.run([python, "-m", "compileall", "-q", "-f", str(package)], check=True)


if __name__ == "__main__":
    main()
