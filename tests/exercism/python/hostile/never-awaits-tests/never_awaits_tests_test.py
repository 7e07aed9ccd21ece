import unittest

from never_awaits_tests import flip


class FlipTest(unittest.IsolatedAsyncioTestCase):
    async def test_one(self):
        self.assertEqual(await flip("ab"), "ba")

    async def test_two(self):
        self.assertEqual(await flip("abc"), "cba")
