"""Situations out of public issue threads in which a test run went wrong: tables, one for each kind of project.

Each row is a tiny project and what is right about it. test_public_situations.py runs them.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Situation:
    """One row. `source` is the public thread, `wrong` says what went wrong there."""
    source: str
    wrong: str
    files: dict
    # The code of the answer's error; "" for a pass. Of an exercise: its status.
    code: str = ""
    # Every test by name, with its status; None where that isn't the point.
    tests: dict | None = dataclasses.field(default_factory=dict)
    # Words that the answer has, and tests that it names as not run.
    says: tuple = ()
    not_run: tuple = ()
    # Options of `proctor test`; a second run with other options, and what is right of that: code and tests.
    options: tuple = ()
    then: tuple = ()
    # In place of `proctor test`: a command for the tool Test, or the track and slug of an exercise.
    command: str = ""
    exercise: tuple = ()
    # What a person types. It ends with 0 exactly where the answer is a pass, except where `differs` says why not.
    native: str = ""
    differs: str = ""


def table(native, files=None, **usual):
    """A function that makes rows of one kind of project: with a native command and files that all of them have."""
    def row(source, wrong, own, **more):
        return Situation(source, wrong, {**(files or {}), **own}, **{"native": native, **usual, **more})
    return row
