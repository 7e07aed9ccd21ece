"""unittest's `self.subTest(...)`: of an exercise each is a result of its own, also when it passes (pytest drops
those), and may be left out."""
import sys
import time
import unittest

import pytest


class _LeaveBlock(BaseException):
    """Raised in place of the first line of a block that isn't to be run."""


class SubTest:
    """The context manager that stands in for unittest's. `test` is the plugin's record of the test around it."""

    def __init__(self, test, message, params):
        self._test, self._message, self._params = test, message, params

    def __enter__(self):
        self._outer = self._test.params
        self._test.params = {**self._outer, **self._params}
        self._part = self._test.start_part(describe(self._message, self._test.params))
        self._began = time.monotonic()
        if self._part is None:
            # `with` has no way to pass over its block: the next thing that the frame does raises, and __exit__ below
            # takes that back.
            frame = sys._getframe(1)
            self._tracer = sys.gettrace()
            sys.settrace(lambda *_: None)
            frame.f_trace = self._leave
            frame.f_trace_opcodes = True

    def __exit__(self, kind, error, trace):
        self._test.params = self._outer
        if self._part is None:
            return kind is _LeaveBlock
        self._test.finish_part(self._part, self._began, error)
        # Some exceptions aren't the sub-test's own: they go on to the test around it, and end that, too.
        return not isinstance(error, (KeyboardInterrupt, pytest.exit.Exception, GeneratorExit))

    def _leave(self, frame, event, argument):
        sys.settrace(self._tracer)
        frame.f_trace = None
        frame.f_trace_opcodes = False
        raise _LeaveBlock


def describe(message, params):
    """As pytest writes it: "[variation #1] (param=2)"."""
    parts = [f"[{message}]"] if isinstance(message, str) else []
    if params:
        parts.append("(" + ", ".join(f"{key}={_repr(value)}" for key, value in sorted(params.items())) + ")")
    return " ".join(parts) or "(<subtest>)"


def install(current):
    """Replaces TestCase.subTest; `current()` gives the record of the running test, or None."""
    plain = unittest.TestCase.subTest

    def subTest(self, *message, **params):
        expected = getattr(getattr(self, self._testMethodName, None), "__unittest_expecting_failure__", False)
        test = None if expected else current()
        if test is None:
            return plain(self, *message, **params)
        return SubTest(test, params.pop("msg", *(message or [None])), params)

    unittest.TestCase.subTest = subTest


def _repr(value):
    try:
        text = repr(value)
    except Exception:
        return f"<{type(value).__name__}>"
    return text if len(text) <= 200 else text[:200] + "…"
