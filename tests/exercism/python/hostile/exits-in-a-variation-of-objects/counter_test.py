import unittest

from counter import count


class Box:
    def __init__(self, content):
        self.content = content


class CounterTest(unittest.TestCase):
    def test_boxes(self):
        for variant, content in enumerate([1, 2, 3], start=1):
            box = Box(content)
            with self.subTest(f"variation #{variant}", box=box):
                self.assertEqual(count(box), content)

    def test_after(self):
        self.assertEqual(count(Box(4)), 4)
