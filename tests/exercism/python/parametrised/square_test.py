import pytest

from square import square


@pytest.fixture
def ten():
    return 10


@pytest.fixture
def broken():
    raise OSError("no such device")


@pytest.mark.parametrize("number, expected", [(2, 4), (-3, 9), (0, 0)])
def test_squares(number, expected):
    assert square(number) == expected


class TestInAClass:
    def test_with_fixture(self, ten):
        assert square(ten) == 100

    def test_with_broken_fixture(self, broken):
        assert square(broken) == 0
