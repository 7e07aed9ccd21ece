import unittest

import pytest

from doubling import double, half


class DoublingTest(unittest.TestCase):
    @pytest.mark.task(taskno=1)
    def test_double(self):
        input_data = [0, 1, 2]
        result_data = [0, 2, 4]

        for variant, (number, expected) in enumerate(zip(input_data, result_data), start=1):
            with self.subTest(f"variation #{variant}", number=number, expected=expected):
                actual_result = double(number)
                error_message = (f'Called double({number}). '
                                 f'The function returned {actual_result}, but '
                                 f'the tests expected {expected}.')
                self.assertEqual(actual_result, expected, msg=error_message)

    @pytest.mark.task(taskno=1)
    def test_again_negative(self):
        for variant, number in enumerate([-1, -2], start=1):
            with self.subTest(f"variation #{variant}", number=number):
                self.assertLess(double(number), 0)

    @pytest.mark.task(taskno=2)
    def test_half(self):
        self.assertEqual(half(4), 2)

    def test_of_no_task(self):
        self.assertEqual(half(double(4)), 4)
