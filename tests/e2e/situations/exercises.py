"""Exercises of Exercism: what its test runners told a student."""
from situations import table

row = table("")
PYTHON_TESTS = """import unittest
from leap import leap
class LeapTest(unittest.TestCase):
    def test_year_1996(self):
        self.assertIs(leap(1996), True)
    def test_year_1997(self):
        self.assertIs(leap(1997), False)
"""
CONFIG = '{"files": {"solution": ["%s"], "test": ["%s"]}}'


def leap(solution):
    return {".meta/config.json": CONFIG % ("leap.py", "leap_test.py"), "leap.py": solution, "leap_test.py": PYTHON_TESTS}


ROWS = [
    row("exercism/docs#175",
        "One test passes and one raises: runners told an error of the whole, which is for what can't be run.",
        leap("def leap(year):\n    return {1996: True}[year]\n"), exercise=("python", "leap"), code="fail",
        tests={"Leap > year 1996": "pass", "Leap > year 1997": "fail"}, says=("KeyError: 1997",)),
    row("exercism/exercism#6006",
        "A solution that never ends: 'An error occurred', and nothing of the time limit.",
        leap("import time\ndef leap(year):\n    time.sleep(1e6 * (year == 1997))\n    return True\n"), exercise=("python", "leap"),
        options=("--timeout", "20s"),
        code="fail", tests=None, says=("didn't finish within",)),
    row("exercism/go-test-runner#55",
        "A status of error without a message.",
        leap("def leap(year)\n    return True\n"), exercise=("python", "leap"), code="error", tests=None, says=("SyntaxError", "leap.py")),
]
