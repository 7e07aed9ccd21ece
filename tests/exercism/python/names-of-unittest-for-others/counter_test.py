import unittest

from counter import Counter


class CounterTest(unittest.TestCase):
    def setUp(self):
        self.counter = Counter()
        self.run = self.counter.run
        self.debug, self.id = self.counter.debug, lambda: 7

    def test_run(self):
        self.run()
        self.assertEqual(self.run(), 2)

    def test_debug(self):
        with self.subTest("variation #1"):
            self.assertEqual(self.debug(), "at 0")
        with self.subTest("variation #2"):
            self.run()
            self.assertEqual(self.debug(), "at 2")

    def test_id(self):
        self.assertEqual(self.id(), self.run() + 6)
