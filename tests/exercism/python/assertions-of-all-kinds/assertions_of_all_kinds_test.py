import logging
import unittest
import warnings

import pytest

from assertions_of_all_kinds import lowest


class AssertionsOfAllKindsTest(unittest.TestCase):
    @unittest.expectedFailure
    def test_expected_failure(self):
        self.assertEqual(lowest([3, 1]), 3)

    @pytest.mark.xfail
    def test_marked(self):
        self.assertEqual(lowest([3, 1]), 3)

    def test_behind_those(self):
        self.assertEqual(lowest([3, 1]), 1)

    def test_raises(self):
        with self.assertRaises(ValueError) as context:
            lowest([])
        self.assertIn("empty", str(context.exception))
        with self.assertRaisesRegex(TypeError, "not iterable"):
            lowest(1)
        self.assertRaises(ValueError, lowest, [])

    def test_logs(self):
        with self.assertLogs("numbers", level="INFO") as logs:
            logging.getLogger("numbers").info("lowest")
        self.assertEqual(logs.output, ["INFO:numbers:lowest"])

    def test_warns(self):
        with self.assertWarns(DeprecationWarning):
            warnings.warn("old", DeprecationWarning)
        with self.assertWarnsRegex(UserWarning, "odd"):
            warnings.warn("odd")

    def test_variations(self):
        for numbers in ([1, 2], [2, 1]):
            with self.subTest(numbers=numbers):
                self.assertEqual(lowest(numbers), 1)

    def test_collections(self):
        self.assertCountEqual([1, 2], [2, 1])
        self.assertDictEqual({"lowest": lowest([1])}, {"lowest": 1})
        self.assertSetEqual({lowest([1]), 2}, {2, 1})
        self.assertAlmostEqual(lowest([1.00000001]), 1)
