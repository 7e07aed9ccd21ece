import abc
import unittest
from unittest import mock
import pytest

from counter import first, second, third, fourth

def plain(f):
    def call(self): return f(self)
    return call

class Base(unittest.TestCase, abc.ABC):
    def assertEqual(self, a, b, msg=None):
        super().assertEqual(a, b, msg)

class CounterTest(Base):
    @plain
    def test_first(self):
        self.assertEqual(first(), 1)
    @mock.patch("counter.second", lambda: 3)
    def test_second(self):
        self.assertEqual(second(), 2)
    def test_skip(self):
        if first() == 1:
            self.skipTest("no need")
    def test_list(self):
        with self.subTest("a"): self.assertCountEqual([1, 2], [2, 1])
        with self.subTest("b"):
            with self.assertRaises(ValueError) as e: raise ValueError("x")
            self.assertEqual(str(e.exception), "x")
        with self.assertRaisesRegex(ValueError, "x"): raise ValueError("x")
        self.addCleanup(lambda: None)
    def test_type(self):
        self.assertIs(type(self).__name__, "CounterTest")
        self.assertIsInstance(self, CounterTest)
    @unittest.expectedFailure
    def test_expected(self): self.assertEqual(1, 2)
    def test_fails(self): self.assertEqual([1, 2], [2, 1])

class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_a(self): self.assertEqual(1, 1)
    async def test_b(self): self.assertEqual(1, 2)

@pytest.mark.parametrize("x", [1, 2])
def test_plain(x): assert x == 1
class TestPlain:
    def test_m(self): assert fourth() == 4
    def test_s(self):
        pytest.skip("here")
