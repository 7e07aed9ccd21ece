import unittest

import pytest

from queueing import hours, minutes


class QueueingTest(unittest.TestCase):
    @pytest.mark.task(taskno=1)
    def test_lost_with_its_class(self):
        self.assertEqual(minutes(0), 1)


class QueueingTest(unittest.TestCase):
    @pytest.mark.task(taskno=1)
    def test_minutes(self):
        self.assertEqual(minutes(2), 10)
# A comment further left than the code.
        self.assertEqual(minutes(3), 15)

    @pytest.mark.task(taskno=2)
    def test_waiting(self):
        self.assertEqual(minutes(4), 21)

    @pytest.mark.task(taskno=3)
    def test_waiting(self):
        for variant, people in enumerate([12, 24], start=1):
            with self.subTest(f"variation #{variant}", people=people):
                self.assertEqual(hours(people), people // 12)
