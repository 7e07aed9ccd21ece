"""What people read about an exception: messages of tests, and of files that can't be loaded."""
import linecache
import os
import sys
import traceback
from bdb import BdbQuit

# Of an ExceptionGroup so many are shown, and so deep.
MOST_OF_GROUP, DEEPEST_GROUP = 20, 2


def of_exception(error):
    """The exception as pytest words it, without a traceback."""
    try:
        text = "".join(traceback.format_exception_only(type(error), error)).rstrip()
        if text.startswith("AssertionError: assert "):
            text = text[len("AssertionError: "):]
    except Exception as failure:  # an exception whose own methods raise
        text = f"{type(error).__name__}: <its text can't be had: {type(failure).__name__}>"
    return text + _of_group(error) + _hint(error, "exit() was called: that would end the whole program.")


def around(error, root):
    """The first function below root that the exception came through, such as a fixture's; or empty."""
    codes = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    return next((code.co_name for code in codes if code.co_filename.startswith(root + os.sep)), "")


def _hint(error, exits):
    """What a student may not guess from the exception."""
    hint = ""
    if isinstance(error, SystemExit):
        hint = exits
    elif isinstance(error, BdbQuit):
        hint = "breakpoint() or pdb.set_trace() was called: no debugger can be used here."
    elif type(error) is EOFError and error.args == ("EOF when reading a line",):
        hint = "input() was called: nobody answers here. What a function needs, its arguments say."
    return hint and "\n\n" + hint


def _of_group(error, indentation=""):
    """What an ExceptionGroup is made of, in lines."""
    if sys.version_info < (3, 11) or not isinstance(error, BaseExceptionGroup):
        return ""
    lines = ""
    for each in error.exceptions[:MOST_OF_GROUP]:
        text = "".join(_only(each)).strip().replace("\n", f"\n{indentation}    ")
        lines += f"\n{indentation}  - {text}"
        if len(indentation) < DEEPEST_GROUP * 2:
            lines += _of_group(each, indentation + "  ")
    return lines


def failing_line(error, file):
    """The line of the test file at which the exception left it, or None."""
    line = None
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == file:
            line = number
    return line


def way_to(error, root, after):
    """The frames below `root` that follow those of the test file `after`, as "  at calc.py:12 in divide"."""
    lines = []
    for frame, number in traceback.walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if file == after:
            lines.clear()
        elif file.startswith(root + os.sep):
            lines.append(f"  at {file[len(root) + 1:]}:{number} in {frame.f_code.co_name}")
    return lines[-8:]


def code_around(error, root, test_file):
    """The code that failed, as pytest shows it: the frame of the test, and the last one below `root`, each with its
    arguments and two lines around."""
    frames = [(frame, number) for frame, number in traceback.walk_tb(error.__traceback__)
              if frame.f_code.co_filename.startswith(root + os.sep)]
    of_test = [each for each in frames if each[0].f_code.co_filename == test_file]
    lines = []
    for frame, number in dict.fromkeys([*of_test[-1:], *frames[-1:]]):
        code = frame.f_code
        lines += ["", f"{code.co_filename[len(root) + 1:]}:{number} in {code.co_name}"]
        names_of_arguments = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
        arguments = [f"{name} = {_short(frame.f_locals[name])}" for name in names_of_arguments
                     if name in frame.f_locals and name not in ("self", "cls")]
        if arguments:
            lines.append("  with " + ", ".join(arguments))
        first = max(code.co_firstlineno, number - 2)
        source = [linecache.getline(code.co_filename, each).rstrip() for each in range(first, number + 3)]
        while source and not source[-1]:
            source.pop()
        for each, text in enumerate(source, first):
            lines.append(f"{'>' if each == number else ' '} {each:4} | {text}".rstrip())
    return lines


def _short(value):
    try:
        text = repr(value).replace("\n", "\\n")
    except Exception as failure:
        return f"<its repr() raises {type(failure).__name__}>"
    return text if len(text) <= 200 else text[:199] + "…"


def of_unloadable(error, file, root):
    """Why a test file couldn't be loaded: the frames below root, then the exception with its text."""
    if type(error.__cause__).__name__ == "ImportPathMismatchError":  # pytest says which two files it is about
        return str(error)
    # pytest wraps what went wrong.
    while type(error).__name__ in ("CollectError", "ConftestImportFailure") and error.__cause__ is not None:
        error = error.__cause__
    text = "".join(_only(error)).rstrip("\n")
    if _raised_by_author(error, file):
        # The author of the test file explains it better than any traceback, if it's what the author thought of.
        behind = error.__cause__ or error.__context__
        if behind is None or _is_missing_name(behind, file):
            return text
        return f"{text}\n\nWhat went wrong first:\n{of_unloadable(behind, file, root)}"
    frames = [(frame.f_code, number) for frame, number in traceback.walk_tb(error.__traceback__)
              if frame.f_code.co_filename.startswith(root + os.sep)]
    lines = []
    if isinstance(error, ImportError):
        lines.append(f"ImportError while importing test module '{file}'.")
        if isinstance(error, ModuleNotFoundError) or not frames:
            lines.append("Hint: make sure your test modules/packages have valid Python names.")
    if frames:
        lines.append("Traceback:")
    for code, number in frames[:4] + frames[max(4, len(frames) - 8):]:  # endless recursion has a thousand
        lines.append(f"{code.co_filename}:{number}: in {code.co_name}")
        source = linecache.getline(code.co_filename, number).strip()
        if source:
            lines.append(f"    {source}")
    text += _hint(error, "The program called exit() while it was loaded: no test could be run.")
    return "\n".join([*lines, text])


def _only(error):
    try:
        return traceback.format_exception_only(type(error), error)
    except Exception:
        return [type(error).__name__]


def _raised_by_author(error, file):
    """Whether an ImportError was raised by the test file in its own words, in place of the one it caught."""
    return isinstance(error, ImportError) and error.__suppress_context__ and _came_from(error) == file


def _is_missing_name(error, file):
    """Whether the import found its module, and only the name isn't in it."""
    return type(error) is ImportError and _came_from(error) == file


def _came_from(error):
    """The file in which the exception was raised, or None."""
    file = None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
    return file


def of_failure(error, root, test_file, message=None):
    """All that people read of a failed test: the message, the way to where it failed, and the code there."""
    return "\n".join([message or of_exception(error), *way_to(error, root, test_file), *code_around(error, root, test_file)])
