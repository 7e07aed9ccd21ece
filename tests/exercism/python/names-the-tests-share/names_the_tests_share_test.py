import random
import time
import unittest
from unittest.mock import patch

import names_the_tests_share
from names_the_tests_share import *
from names_the_tests_share import map as own_map, sum

calls = 0
clock = None


def setUpModule():
    global clock
    clock = time.time()


class NamesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        patcher = patch("random.randint", return_value=4)
        patcher.start()
        cls.addClassCleanup(patcher.stop)

    def test_sum(self):
        global calls
        calls += 1
        self.assertEqual(sum([1, 2, 3]), 6)

    def test_map(self):
        self.assertEqual(own_map(lambda number: number + 1, range(2)), [1, 2])
        self.assertEqual(map(str, [1]), ["1"])

    def test_roll(self):
        self.assertEqual(roll(), 4)
        self.assertEqual(random.randint(1, 6), 4)

    def test_now(self):
        with patch.object(names_the_tests_share, "now", return_value=1):
            self.assertEqual(names_the_tests_share.now(), 1)
        self.assertGreaterEqual(time.time(), clock)

    def test_pow(self):
        self.assertEqual(pow(2, 3), 8)

    def test_state(self):
        global clock
        clock = None
        self.assertIsNone(clock)
