#!/usr/bin/env python3
"""Unpacks and packs the cases of a track; README.md beside this file says how they are stored.

    cases.py unpack TRACK DIR [NAME...]   writes golden cases to DIR/NAME and hostile ones to DIR/hostile/NAME
    cases.py pack TRACK DIR               stores all cases of such a DIR in the place of the track's
"""
import atexit
import collections
import functools
import pathlib
import re
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
NO_NEWLINE = " (no newline at the end)"
MARKER = re.compile(r"^-- (\S+?)(" + re.escape(NO_NEWLINE) + r")? --$")
EXPECTATIONS = {"golden": "expected_results.json", "hostile": "expect.json"}


def read_archive(text):
    """The archive's head, and the text of each file by path."""
    head, files, path = [], {}, None
    for line in text.split("\n")[:-1]:
        marker = MARKER.match(line)
        if marker:
            path, ends = marker[1], not marker[2]
            files[path] = ""
        elif path is None:
            head.append(line)
        elif ends:
            files[path] += line + "\n"
        else:
            files[path] += ("\n" if files[path] else "") + line
    return head, files


def write_archive(head, files):
    """The text that read_archive() reads."""
    parts = [line + "\n" for line in head]
    for path, text in files.items():
        if any(letter.isspace() for letter in path) or any(MARKER.match(line) for line in text.split("\n")):
            sys.exit(f"cases.py: {path} can't be stored: a blank in its name, or a line that looks like a marker")
        ends = text == "" or text.endswith("\n")
        parts.append(f"-- {path}{'' if ends else NO_NEWLINE} --\n{text}{'' if ends else chr(10)}")
    return "".join(parts)


def files_below(directory):
    """The text of each file below the directory, by path."""
    return {str(file.relative_to(directory)): file.read_bytes().decode()
            for file in sorted(directory.rglob("*")) if file.is_file()}


def write_files(directory, files):
    """Writes each text to its path below the directory."""
    for path, text in files.items():
        file = directory / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


def read_cases(track, kind):
    """All files of each case of the kind (golden, hostile), by the case's name."""
    exercises = {directory.name: files_below(directory) for directory in (HERE / track / "exercises").glob("*")}
    cases = {}
    for archive in sorted((HERE / track / kind).glob("*.txt")):
        head, files = read_archive(archive.read_bytes().decode())
        shared = exercises[head[0].removeprefix("exercise ")] if head else {}
        cases[archive.stem] = shared | files
    return cases


def unpack(track, place, names=()):
    """Writes the cases below `place`, each as a learning site hands it over."""
    place = pathlib.Path(place)
    missing = set(names)
    for kind in EXPECTATIONS:
        for name, files in read_cases(track, kind).items():
            if names and name not in names:
                continue
            missing.discard(name)
            write_files(place / ("hostile" if kind == "hostile" else "") / name, files)
    if missing:
        sys.exit(f"cases.py: the track {track} has no case called {', '.join(sorted(missing))}")


@functools.cache
def unpacked(track):
    """A directory with all cases of the track, which is removed when the program ends."""
    place = tempfile.mkdtemp(prefix=f"proctor-cases-{track}-")
    pathlib.Path(place).chmod(0o755)
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    unpack(track, place)
    return pathlib.Path(place)


def is_test(path):
    """Whether the name is that of a test file, in any track."""
    names = r"(_test\.(py|cpp|go|sh|rb)|Test\.(php|java)|\.spec\.js|\.test\.ts|\.bats|\.t)$|(^|/)test_[^/]*\.c$|^tests/.*\.rs$"
    return bool(re.search(names, path))


def group_by_exercise(cases):
    """The files of each exercise that several cases share, and for each such case the exercise's name."""
    groups = collections.defaultdict(list)
    for key, files in cases.items():
        tests = frozenset((path, text) for path, text in files.items() if is_test(path))
        if tests:
            groups[tests].append(key)
    exercises, exercise_of = {}, {}
    for tests, keys in sorted(groups.items(), key=lambda group: (-len(group[1]), sorted(group[0]))):
        if len(keys) < 2:
            continue
        held = collections.Counter(item for key in keys for item in cases[key].items())
        shared = {path: text for (path, text), count in held.items()
                  if 2 * count > len(keys) and path not in EXPECTATIONS.values()}
        keys = [key for key in keys if shared.keys() <= cases[key].keys()]
        stem = pathlib.PurePath(min(path for path, _ in tests)).name.split(".")[0]
        stem = name = stem.removesuffix("_test").removeprefix("test_")
        number = 2
        while name in exercises:
            name, number = f"{stem}-{number}", number + 1
        exercises[name] = dict(sorted(shared.items()))
        exercise_of |= dict.fromkeys(keys, name)
    return exercises, exercise_of


def pack(track, place):
    """Stores what stands below `place` in the place of the track's cases."""
    place = pathlib.Path(place)
    cases = {}
    for kind, expectation in EXPECTATIONS.items():
        for file in sorted((place / ("hostile" if kind == "hostile" else "")).glob(f"*/{expectation}")):
            cases[kind, file.parent.name] = files_below(file.parent)
    exercises, exercise_of = group_by_exercise(cases)
    for folder in ("exercises", *EXPECTATIONS):
        shutil.rmtree(HERE / track / folder, ignore_errors=True)
    for name, files in exercises.items():
        write_files(HERE / track / "exercises" / name, files)
    for (kind, name), files in cases.items():
        exercise = exercise_of.get((kind, name))
        shared = exercises.get(exercise, {})
        own = {path: files[path] for path in sorted(files, key=lambda path: (path == EXPECTATIONS[kind], path))
               if shared.get(path) != files[path]}
        write_files(HERE / track / kind,
                    {f"{name}.txt": write_archive([f"exercise {exercise}"] if exercise else [], own)})


def main():
    """Carries out the command line."""
    match sys.argv[1:]:
        case ["unpack", track, place, *names]:
            unpack(track, place, names)
        case ["pack", track, place]:
            pack(track, place)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
