import itertools

import pytest

from import_changes_the_library import area


def test_area():
    for width, height in itertools.product([2, 3], [4, 5]):
        assert area(width, height) == width * height


def test_negative():
    with pytest.raises(ValueError):
        area(-1, 1)
