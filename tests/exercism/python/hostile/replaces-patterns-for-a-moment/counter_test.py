import unittest
from unittest import mock

from counter import first, second


class CounterTest(unittest.TestCase):
    def test_first(self):
        tell = mock.Mock()
        self.assertEqual(first(tell), 1)
        tell.assert_called_once_with(1)

    def test_second(self):
        self.assertEqual(second(), 2)
        with self.assertRaisesRegex(ValueError, "^no third$"):
            second(3)
