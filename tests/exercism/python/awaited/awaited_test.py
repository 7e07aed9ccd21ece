import asyncio
import unittest
from awaited import Box, flip


class FlipTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        self.steps = ["setUp"]

    async def asyncSetUp(self):
        await asyncio.sleep(0)
        self.steps.append("asyncSetUp")

    async def asyncTearDown(self):
        self.assertEqual(self.steps[:2], ["setUp", "asyncSetUp"])

    async def test_one(self):
        self.assertEqual(await flip("ab"), "ba")

    async def test_set_up_again(self):
        await self.asyncSetUp()
        self.assertEqual(self.steps, ["setUp", "asyncSetUp", "asyncSetUp"])

    def test_without_waiting(self):
        self.assertEqual(Box.opened, 0)

    async def test_variations(self):
        for text in ("ab", "abc"):
            with self.subTest(text=text):
                self.assertEqual(await flip(text), text[::-1])

    async def test_many(self):
        self.assertEqual(await asyncio.gather(flip("ab"), flip("cd")), ["ba", "dc"])

    async def test_box(self):
        self.addAsyncCleanup(asyncio.sleep, 0)
        async with Box() as box:
            self.assertIsInstance(box, Box)
            self.assertEqual(Box.opened, 1)

    async def test_time_out(self):
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.sleep(5), 0.01)

    @unittest.expectedFailure
    async def test_expected(self):
        self.assertEqual(await flip("ab"), "ab")

    async def test_skips(self):
        self.skipTest("not here")


class NeverAwaitedTest(unittest.TestCase):
    async def test_passes_as_it_is_never_awaited(self):
        self.assertEqual(1, 2)


class InheritedTest(FlipTest):
    async def asyncSetUp(self):
        await super().asyncSetUp()
        self.more = True

    async def test_more(self):
        self.assertTrue(self.more)
