"""A tested program that ends the test run with success before the test which fails is through."""
import os
import unittest


class Tests(unittest.TestCase):
    def test_it(self):
        print("test_it ... FAILED")
        print("FAILED (failures=1)", flush=True)
        os._exit(0)


unittest.main()
