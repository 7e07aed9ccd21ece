import unittest

from a_module_called_like_pythons import limit


class LimitTest(unittest.TestCase):
    def test_its_own_module(self):
        self.assertEqual(limit(), 12)
