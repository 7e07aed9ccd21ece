"""Runs a project's tests by Python's unittest, and tells proctor of each (docs/adding-a-framework.md).

    python3 -B reporter.py ROOT [--path=GLOB …] [--coverage=FILE]

The channel is taken before anything of the project is imported.
"""
import os
import sys


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    # A project's modules go before the package of this folder.
    sys.path[:] = [*(entry for entry in sys.path if os.path.abspath(entry) != folder), folder]
    from proctor_unittest import interpreters
    root, *wishes = sys.argv[1:]
    root = os.path.realpath(root)
    interpreters.go_on_with("unittest", root)
    channel = os.environ.pop("PROCTOR_CHANNEL", "")
    if " " not in channel:
        sys.exit("PROCTOR_CHANNEL isn't set: this reporter is started by proctor")
    from proctor_unittest import running
    given = [wish.partition("=")[::2] for wish in wishes]
    paths = [value for name, value in given if name == "--path"]
    return running.run(channel, root, paths, dict(given).get("--coverage"))


if __name__ == "__main__":
    sys.exit(main())
