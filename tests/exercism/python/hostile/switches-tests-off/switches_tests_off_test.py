import unittest
from switches_tests_off import up
class BaseTest(unittest.TestCase):
    __test__ = False
    def test_x(self): self.assertEqual(self.f("a"), "A")
class UpTest(BaseTest):
    __test__ = True
    f = up
class LowTest(unittest.TestCase):
    def test_l(self): self.assertEqual(1, 1)
