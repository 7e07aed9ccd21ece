import pytest

from scale import scale
from test_tools import ScaleCase, factors, limit, with_number


class ScaleTest(ScaleCase):
    @with_number(4)
    def test_twice(self, number):
        self.assertEqual(scale(number.get()), 8)

    @with_number(5)
    def test_wrong(self, number):
        self.assertEqual(scale(number.get()), 11)


@pytest.mark.task(taskno=2)
def test_factors(factors):
    assert [scale(1, by) for by in factors] == factors


@pytest.mark.task(taskno=2)
def test_limit():
    assert scale(limit()) == 20
