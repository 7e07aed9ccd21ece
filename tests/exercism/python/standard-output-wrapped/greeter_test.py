import unittest

from greeter import greet


class GreeterTest(unittest.TestCase):
    def test_one(self):
        self.assertEqual(greet("Ada"), "Grüße, Ada")

    def test_another(self):
        self.assertEqual(greet("Bo"), "Grüße, Bo")

    def test_third(self):
        self.assertEqual(greet("Cy"), "Hello, Cy")
