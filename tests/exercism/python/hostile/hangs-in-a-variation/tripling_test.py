import unittest

import pytest

from tripling import triple


class TriplingTest(unittest.TestCase):
    @pytest.mark.task(taskno=1)
    def test_triple(self):
        for variant, number in enumerate([1, 2, 3], start=1):
            with self.subTest(f"variation #{variant}", number=number):
                self.assertEqual(triple(number), number * 3)

    @pytest.mark.task(taskno=2)
    def test_after(self):
        self.assertEqual(triple(4), 13)
