import unittest
from unittest import mock

import equals_anything_as_mocks_say as solution


class EqualsAnythingAsMocksSayTest(unittest.TestCase):
    @mock.patch("equals_anything_as_mocks_say.now", return_value=3)
    def test_equal(self, now):
        self.assertEqual(solution.later(2), 5)

    def test_in_a_list(self):
        self.assertIn(solution.later(2), [5])

    def test_calls(self):
        recorded = mock.Mock()
        recorded(None, 2)
        recorded.assert_called_with(mock.ANY, 2)
        self.assertIn(mock.call(None, mock.ANY), recorded.mock_calls)

    def test_by_the_old_names(self):
        self.assertEquals(solution.sum_of([1, 2]), 3)
