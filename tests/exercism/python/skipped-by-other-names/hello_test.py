import sys
import unittest
from unittest import skip as later

import pytest

from hello import hello


class HelloTest(unittest.TestCase):
    @later("one after the other")
    def test_by_an_alias(self):
        self.assertEqual(hello(), "Goodbye!")

    @(unittest.skip("one after the other"))
    def test_in_parentheses(self):
        self.assertEqual(hello(), "Goodbye!")

    @later
    def test_without_a_reason(self):
        self.assertEqual(hello(), "Goodbye!")

    @unittest.skipIf(sys.maxsize > 1, "not on such machines")
    def test_that_cannot_run_here(self):
        self.assertEqual(hello(), "Goodbye!")

    @(unittest.skip("extra-credit"))
    def test_for_extra_credit(self):
        self.assertEqual(hello(), "Goodbye!")


@later("the whole class")
class LaterTest(unittest.TestCase):
    def test_in_a_class(self):
        self.assertEqual(hello(), "Goodbye!")


@pytest.mark.parametrize("wanted", [
    "Hello, World!",
    pytest.param("Goodbye!", marks=pytest.mark.skip(reason="later")),
])
def test_parameters(wanted):
    assert hello() == wanted
