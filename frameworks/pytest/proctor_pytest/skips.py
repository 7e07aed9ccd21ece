"""What is skipped for later is run; else, whether it was a test's own file that skipped it, or that expects it to fail.

A test that is skipped isn't shown, so a solution that gets its tests skipped hides that it is wrong. Where the exception
came from doesn't tell: code can be compiled under any file's name, and a solution's function may be pytest.skip itself.
"""
import re
import traceback
import unittest

import pytest

SKIPS = re.compile(r"skip|xfail|expectedFailure", re.IGNORECASE)
EXPECTS_FAILURE = re.compile(r"xfail|expectedFailure")
_functions = (unittest.TestCase.skipTest, pytest.skip, pytest.xfail, pytest.importorskip)
_codes = {function.__code__ for function in _functions if hasattr(function, "__code__")}

EXTRA_CREDIT = re.compile(r"extra[- ]credit")  # stays skipped, as tests.scm says


def switch_off():
    """Tests that skip for no reason but that they are for later are taken out of the files (tests.scm); this is for those
    that say so in another way: `from unittest import skip as later`. (skipIf and skipUnless find theirs elsewhere.)"""
    plain = unittest.skip

    def skip(reason):
        if callable(reason):
            return reason
        return plain(reason) if EXTRA_CREDIT.fullmatch(str(reason)) else lambda test: test
    unittest.skip = skip


def take_marks_away(items):
    """The same for pytest's mark, wherever it was put: `pytestmark = [pytest.mark.skip]`, pytest.param(…, marks=…)."""
    for node in {node: None for item in items for node in item.listchain()}:
        node.own_markers[:] = [mark for mark in node.own_markers if mark.name != "skip" or _is_extra_credit(mark)]


def _is_extra_credit(mark):
    reason = mark.kwargs.get("reason", mark.args[0] if mark.args else "")
    return EXTRA_CREDIT.fullmatch(str(reason)) is not None


def says_so(source, marked, error, file):
    """Whether the source of the file has a mark for it, or a line that raised the exception."""
    if not SKIPS.search(source):
        return False
    lines = source.splitlines()
    return marked or _raised_by_line(error, lambda code: lines if code.co_filename == file else None)


def helper_says_so(sources, codes, error):
    """Whether a line of a helper's function raised it. sources: of each file. codes: of their functions."""
    def lines_of(code):
        if any(code is each for each in codes):
            return sources[code.co_filename].decode("utf-8", "replace").splitlines()
        return None
    return bool(codes) and _raised_by_line(error, lines_of)


def _raised_by_line(error, lines_of):
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        behind = None
        for frame, number in traceback.walk_tb(error.__traceback__):
            lines = lines_of(frame.f_code)
            if lines is not None:
                line = lines[number - 1] if 0 < number <= len(lines) else ""
                behind = bool(SKIPS.search(line))
            elif behind:
                behind = frame.f_code in _codes
        if behind:
            return True
        error = error.__cause__ or error.__context__
    return False
