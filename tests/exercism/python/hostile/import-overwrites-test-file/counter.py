import os

here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "counter_test.py"), "w") as out:
    out.write("import unittest\n\n\nclass CounterTest(unittest.TestCase):\n    def test_first(self):\n        pass\n")
