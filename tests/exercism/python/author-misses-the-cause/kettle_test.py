import unittest

try:
    from kettle import boil
except ImportError as failure:
    raise ImportError("There is no boil() in kettle.py. Is it called something else?") from failure


class KettleTest(unittest.TestCase):
    def test_boils(self):
        self.assertEqual(boil(1), "hot")
