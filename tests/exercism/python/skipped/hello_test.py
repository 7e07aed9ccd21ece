import unittest
from unittest import skip

import pytest

from hello import hello


class HelloTest(unittest.TestCase):
    def test_zebra_comes_first(self):
        self.assertEqual(hello(), "Hello, World!")

    @unittest.skip("one after the other")
    def test_skipped(self):
        self.assertEqual(hello(), "Hello, World!")

    @skip("one after the other")
    def test_skipped_and_wrong(self):
        self.assertEqual(hello(), "Goodbye!")

    def test_skips_itself(self):
        self.skipTest("extra credit")
        self.assertEqual(hello(), "Goodbye!")


@unittest.skip("all of them")
class AllSkippedTest(unittest.TestCase):
    def test_in_a_skipped_class(self):
        self.assertEqual(len(hello()), 13)


@pytest.mark.skip(reason="later")
def test_function():
    assert hello().endswith("!")
