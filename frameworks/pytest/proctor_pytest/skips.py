"""The tests of a submission that are skipped until later: all of them are run.

tests.scm takes such marks out of the test files. This is for those that say it in another way.
"""
import re
import unittest

EXTRA_CREDIT = re.compile(r"extra[- ]credit")  # stays skipped, as tests.scm says


def switch_off():
    """`from unittest import skip as later`. (A test is skipped by skipIf and skipUnless where it can't run at all.)"""
    plain = unittest.skip

    def skip(reason):
        if callable(reason):
            return reason
        return plain(reason) if EXTRA_CREDIT.fullmatch(str(reason)) else lambda test: test
    unittest.skip = skip


def take_marks_away(items):
    """pytest's mark, wherever it was put: `pytestmark = [pytest.mark.skip]`, pytest.param(…, marks=…)."""
    for node in {node: None for item in items for node in item.listchain()}:
        node.own_markers[:] = [mark for mark in node.own_markers if mark.name != "skip" or _is_extra_credit(mark)]


def _is_extra_credit(mark):
    reason = mark.kwargs.get("reason", mark.args[0] if mark.args else "")
    return EXTRA_CREDIT.fullmatch(str(reason)) is not None
