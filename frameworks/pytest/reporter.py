"""Runs pytest with proctor's plugin, which tells what happens, test by test (docs/adding-a-framework.md).

    python3 -B reporter.py ROOT [--path=GLOB …] [--jobs=N] [--debug] [--coverage=FILE]
    python3 -B reporter.py --exercise ROOT TEST_FILE…
    python3 -B reporter.py --check                     whether there is a pytest to run

The package below plugin/ does the work. The channel is taken before anything of a project is imported.
"""
import os
import sys


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    # Python puts this file's folder first on the path. The package comes last: a project's modules go before it.
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != folder]
    # `proctor warm` puts the package into the prepared directory, compiled.
    sys.path.append(os.environ.get("PROCTOR_PREPARED") or os.path.join(folder, "plugin"))
    from proctor_pytest import interpreters

    arguments = sys.argv[1:]
    exercise = arguments[:1] == ["--exercise"]
    root, *others = arguments[exercise:]
    root = os.path.realpath(root)
    without = interpreters.go_on_with_pytest(None if exercise or root == "--check" else root)
    if arguments == ["--check"]:
        if without:
            print(without, file=sys.stderr)
        return 1 if without else 0

    channel = os.environ.pop("PROCTOR_CHANNEL", "")
    if " " not in channel:
        sys.exit("PROCTOR_CHANNEL isn't set: this reporter is started by proctor")
    if without:
        from proctor_pytest.client import Client
        Client(channel, []).tell("error", unavailable=True, message=without)
        return 3
    from proctor_pytest import session
    paths = [each[len("--path="):] for each in others if each.startswith("--path=")]
    files = [os.path.join(root, each) for each in others if exercise]
    wishes = [] if exercise else [each for each in others if each.startswith(("--jobs=", "--debug", "--coverage="))]
    return session.run(session.Session(channel, root, "\n".join(paths), files=files, exercise=exercise), wishes)


if __name__ == "__main__":
    sys.exit(main())
